import CommonCrypto
import CryptoKit
import Foundation

// 保護者のパスワードと、日記の鍵の控え。
actor PasswordVerifier {
  enum Failure: Error {
    case tooShort
    case derivation(Int32)
    case tooManyAttempts(until: Date)
  }

  /// What is kept instead of the password.
  private struct Check: Codable {
    let salt: Data
    let rounds: UInt32
    let verifier: Data
    var failures = 0
    var lockedUntil: Date?
  }

  /// The journal key under a key of the recovery passphrase, for when the enrolled face or finger has changed.
  private struct Wrapped: Codable {
    let salt: Data
    let rounds: UInt32
    let box: Data
  }

  static let shared = PasswordVerifier()

  private static let rounds: UInt32 = 800_000
  private static let shortest = 10
  private static let freeAttempts = 4
  private static let wrapLabel = Data("tsukimi journal key copy 1".utf8)

  private let store = KeychainStore.shared

  func remember(_ password: String) throws {
    guard password.count >= Self.shortest else { throw Failure.tooShort }
    let salt = try SecureRandom.bytes(count: 16)
    let key = try derive(password, salt: salt, rounds: Self.rounds)
    try keep(Check(salt: salt, rounds: Self.rounds, verifier: verifier(of: key)))
  }

  /// Compares in constant time, and makes one wait longer after each wrong try.
  func accepts(_ password: String) throws -> Bool {
    guard let stored = try store.load(.parentCheck) else { return false }
    var check = try JSONDecoder().decode(Check.self, from: stored)
    if let until = check.lockedUntil, until > .now { throw Failure.tooManyAttempts(until: until) }
    let key = try derive(password, salt: check.salt, rounds: check.rounds)
    let isRight = HMAC<SHA256>.isValidAuthenticationCode(
      check.verifier, authenticating: Self.purpose, using: key)
    check.failures = isRight ? 0 : check.failures + 1
    let excess = check.failures - Self.freeAttempts
    check.lockedUntil = excess > 0 ? Date(timeIntervalSinceNow: 30 * pow(2, Double(min(excess, 10)))) : nil
    try keep(check)
    return isRight
  }

  func keepCopy(of journalKey: SymmetricKey, passphrase: String) throws {
    guard passphrase.count >= Self.shortest else { throw Failure.tooShort }
    let salt = try SecureRandom.bytes(count: 16)
    let wrapping = try derive(passphrase, salt: salt, rounds: Self.rounds)
    let box = try journalKey.withUnsafeBytes { bytes in
      try ChaChaPoly.seal(bytes, using: wrapping, authenticating: Self.wrapLabel).combined
    }
    let copy = Wrapped(salt: salt, rounds: Self.rounds, box: box)
    try store.save(JSONEncoder().encode(copy), as: .wrappedJournalKey)
  }

  func journalKey(passphrase: String) throws -> SymmetricKey? {
    guard let stored = try store.load(.wrappedJournalKey) else { return nil }
    let copy = try JSONDecoder().decode(Wrapped.self, from: stored)
    let wrapping = try derive(passphrase, salt: copy.salt, rounds: copy.rounds)
    let box = try ChaChaPoly.SealedBox(combined: copy.box)
    return try SymmetricKey(data: ChaChaPoly.open(box, using: wrapping, authenticating: Self.wrapLabel))
  }

  private static let purpose = Data("tsukimi parent check 1".utf8)

  private func verifier(of key: SymmetricKey) -> Data {
    Data(HMAC<SHA256>.authenticationCode(for: Self.purpose, using: key))
  }

  private func keep(_ check: Check) throws {
    try store.save(JSONEncoder().encode(check), as: .parentCheck)
  }

  private func derive(_ password: String, salt: Data, rounds: UInt32) throws -> SymmetricKey {
    var derived = [UInt8](repeating: 0, count: 32)
    let status = salt.withUnsafeBytes { salt in
      CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2),
        password, password.utf8.count,
        salt.bindMemory(to: UInt8.self).baseAddress, salt.count,
        CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256),
        rounds,
        &derived, derived.count)
    }
    guard status == kCCSuccess else { throw Failure.derivation(status) }
    defer {
      derived.withUnsafeMutableBytes { bytes in _ = memset_s(bytes.baseAddress, bytes.count, 0, bytes.count) }
    }
    return SymmetricKey(data: derived)
  }
}

extension PasswordVerifier {
  // 紙の招待状に載せる短い指紋。
  nonisolated static func fingerprint(of invitation: Data) -> String {
    SHA256.hash(data: invitation).prefix(8).map { String($0, radix: 16) }.joined(separator: " ")
  }
}
