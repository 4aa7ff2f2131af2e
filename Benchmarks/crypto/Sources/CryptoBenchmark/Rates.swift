import Baseline
import Foundation
import OmamoriCrypto

/// How much OmamoriCrypto does in a second of processor time, on one thread.
struct Rates {
  /// How long each rate is measured.
  let seconds: Double
  /// What the names begin with that are measured; such a run is for a profiler.
  let prefix: String

  /// Enough to forget what a header costs.
  private static let streamSize = 24 << 20
  private static let pieceSize = 1 << 20

  func print() async throws {
    let key = SymmetricKey(size: .bits256)
    try await streams(
      "cobblestone", FileEncryptor(key: key, context: []), FileDecryptor(key: key, context: []))
    let identity = try Identity()
    try await streams(
      "age", FileEncryptor(to: [identity.recipient], format: .age), FileDecryptor(identities: [identity]))
    try messages(key)
    derivations(key)
    try signatures()
  }

  /// Pieces of a stream that stay in memory; bytes a second.
  private func streams(_ name: String, _ encryptor: FileEncryptor, _ decryptor: FileDecryptor) async throws {
    guard name.hasPrefix(prefix) || prefix.hasPrefix(name) else { return }
    let plain = [[UInt8]](
      repeating: [UInt8](repeating: 7, count: Self.pieceSize), count: Self.streamSize / Self.pieceSize)
    var sealed: [UInt8] = []
    for try await piece in encryptor.encrypt(Pieces(pieces: plain)) { sealed += piece }
    let size = Double(Self.streamSize)
    try await report("\(name).seal", unit: size) {
      for try await piece in encryptor.encrypt(Pieces(pieces: plain)) { keep(piece.count) }
    }
    let file = stride(from: 0, to: sealed.count, by: Self.pieceSize).map { start in
      Array(sealed[start..<min(start + Self.pieceSize, sealed.count)])
    }
    try await report("\(name).open", unit: size) {
      for try await piece in decryptor.decrypt(Pieces(pieces: file)) { keep(piece.count) }
    }
  }

  private func messages(_ key: SymmetricKey) throws {
    let (large, small) = (Data(repeating: 7, count: 1 << 20), Data(repeating: 7, count: 64))
    let box = try AES.GCM.seal(large, using: key)
    try report("gcm.seal.1MiB", unit: Double(large.count)) {
      keep(try AES.GCM.seal(large, using: key).ciphertext.count)
    }
    try report("gcm.open.1MiB", unit: Double(large.count)) { keep(try AES.GCM.open(box, using: key).count) }
    try report("gcm.seal.64B") { keep(try AES.GCM.seal(small, using: key).combined?.count ?? 0) }
    try report("chacha.seal.1MiB", unit: Double(large.count)) {
      keep(try ChaChaPoly.seal(large, using: key).combined.count)
    }
  }

  private func derivations(_ key: SymmetricKey) {
    let (salt, info) = (Data(repeating: 1, count: 32), Data(repeating: 2, count: 16))
    report("hkdf") {
      keep(
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: info, outputByteCount: 32).bitCount)
    }
    let (bytes, saltBytes, infoBytes) = ([UInt8](repeating: 3, count: 32), [UInt8](salt), [UInt8](info))
    report("hkdf.openssl", unit: 100) { keep(Int(baseline_hkdf(100, bytes, saltBytes, infoBytes))) }
  }

  private func signatures() throws {
    let message = Data(repeating: 7, count: 32)
    let ed25519 = Curve25519.Signing.PrivateKey()
    let signature = try ed25519.signature(for: message)
    try report("ed25519.sign") { keep(try ed25519.signature(for: message).count) }
    let edPublic = ed25519.publicKey
    report("ed25519.verify") { keep(edPublic.isValidSignature(signature, for: message) ? 1 : 0) }
    let p256 = P256.Signing.PrivateKey()
    let ecdsa = try p256.signature(for: message)
    try report("p256.sign") { keep(try p256.signature(for: message).rawRepresentation.count) }
    let p256Public = p256.publicKey
    report("p256.verify") { keep(p256Public.isValidSignature(ecdsa, for: message) ? 1 : 0) }
  }

  /// Prints how many units a second the work does; the clock is read once in about a millisecond.
  private func report(_ name: String, unit: Double = 1, _ work: () throws -> Void) rethrows {
    guard name.hasPrefix(prefix) else { return }
    var (batch, rounds, spent) = (1, 0, 0.0)
    while spent < seconds {
      let start = processorSeconds()
      for _ in 0..<batch { try work() }
      let taken = processorSeconds() - start
      (rounds, spent) = (rounds + batch, spent + taken)
      if taken < 0.001 { (batch, rounds, spent) = (batch * 2, 0, 0) }
    }
    Swift.print(name, Double(rounds) * unit / spent)
  }

  private func report(_ name: String, unit: Double, _ work: () async throws -> Void) async rethrows {
    guard name.hasPrefix(prefix) else { return }
    var (rounds, end) = (0, 0.0)
    let start = processorSeconds()
    repeat {
      try await work()
      rounds += 1
      end = processorSeconds()
    } while end - start < seconds
    Swift.print(name, Double(rounds) * unit / (end - start))
  }
}

/// The processor time of this process.
private func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Uses a number in a way that the compiler can not leave out.
@inline(never)
private func keep(_ number: Int) {}
