#if !canImport(Darwin)
import OmamoriCore

/// A private key of ML-KEM: its seed and what is made of it once, in locked memory.
final class LatticePrivateKey: Sendable {
  let publicKey: LatticePublicKey
  private let seed: SharedSecretBytes
  private let expanded: SharedSecretBytes

  /// Makes the key of a seed of 64 bytes.
  init(_ kem: LatticeKEM, seed: RawSpan) throws(CryptoKitError) {
    do throws(CryptoError) {
      expanded = SharedSecretBytes(try kem.expand(seed: seed))
    } catch {
      throw CryptoKitError(error)
    }
    self.seed = SharedSecretBytes(SecretBytes(copying: seed))
    publicKey = try expanded.withBytes { key throws(CryptoKitError) in
      try LatticePublicKey(kem, key.extracting(kem.publicKeyRange))
    }
  }

  /// Makes the key of a seed, and compares its public key with one that is known.
  convenience init(_ kem: LatticeKEM, seed: some DataProtocol, publicKey: [UInt8]?) throws {
    let seed = SecretBytes(data: seed)
    guard seed.count == LatticeKEM.seedByteCount else { throw KEM.Errors.invalidSeed }
    try self.init(kem, seed: seed.bytes)
    if let publicKey, publicKey != self.publicKey.bytes {
      throw KEM.Errors.publicKeyMismatchDuringInitialization
    }
  }

  /// Makes the key of a seed and the SHA3-256 of the public key behind it.
  convenience init(_ kem: LatticeKEM, checked representation: some DataProtocol) throws {
    let bytes = SecretBytes(data: representation)
    guard bytes.count == LatticeKEM.seedByteCount + SHA3_256.byteCount else { throw KEM.Errors.invalidSeed }
    try self.init(kem, seed: bytes.bytes.extracting(0..<LatticeKEM.seedByteCount))
    let expected = bytes.bytes.extracting(LatticeKEM.seedByteCount..<bytes.count)
    guard SHA3_256.matches(expected, publicKey.bytes) else {
      throw KEM.Errors.publicKeyMismatchDuringInitialization
    }
  }

  /// Makes a random key.
  convenience init(_ kem: LatticeKEM) throws {
    let seed = try SecretBytes.random(LatticeKEM.seedByteCount)
    try self.init(kem, seed: seed.bytes)
  }

  /// The seed, for whoever stores it.
  var seedRepresentation: Data { seed.withBytes { Data($0) } }

  /// The seed and the SHA3-256 of the public key.
  var integrityCheckedRepresentation: Data { seedRepresentation + SHA3_256.hash(data: publicKey.bytes) }

  /// The shared secret of an encapsulated key.
  func decapsulate(_ encapsulated: some DataProtocol) throws(CryptoKitError) -> SymmetricKey {
    try encapsulated.withRawSpan { ciphertext throws(CryptoKitError) in
      do throws(CryptoError) {
        let secret = try expanded.withBytes { key throws(CryptoError) in
          try publicKey.kem.decapsulate(ciphertext, with: key)
        }
        return SymmetricKey(secret)
      } catch {
        throw CryptoKitError(error)
      }
    }
  }
}

extension SHA3_256 {
  /// Says whether `expected` is the hash value of `bytes`.
  static func matches(_ expected: RawSpan, _ bytes: [UInt8]) -> Bool {
    // because the buffer is only read during the call
    unsafe hash(data: bytes).withUnsafeBytes { unsafe ConstantTime.equal(expected, $0.bytes) }
  }
}

extension SecretBytes {
  /// A copy of data, which whoever holds them wipes.
  init(data: some DataProtocol) {
    self.init(count: data.count) { output in
      for (offset, byte) in data.enumerated() {
        output.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      }
    }
  }
}

extension Data {
  /// A copy of bytes.
  init(_ bytes: RawSpan) {
    // because the buffer is only read during the call
    self = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
  }
}
#endif
