import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeyReusedTests {
  @Test(arguments: [
    """
    func protect(_ note: Data, _ key: SymmetricKey) throws -> Data {
      let box = try AES.GCM.seal(note, using: key)
      return box.ciphertext + Data(HMAC<SHA256>.authenticationCode(for: note, using: ⟦key⟧))
    }
    """,
    """
    final class Store {
      private let key: SymmetricKey
      func index(_ word: String) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(word.utf8), using: key))
      }
      func seal(_ note: Data) throws -> Data? { try ChaChaPoly.seal(note, using: ⟦self.key⟧).combined }
    }
    """,
    """
    func protect(_ note: Data, _ bytes: Data) throws {
      let first = SymmetricKey(data: bytes)
      let second = SymmetricKey(data: bytes)
      let box = try AES.GCM.seal(note, using: first)
      let code = HMAC<SHA256>.authenticationCode(for: note, using: ⟦second⟧)
    }
    """,
    """
    func seal(_ data: Data, _ key: Data) {
      key.withUnsafeBytes { bytes in
        CCCrypt(op, alg, opt, bytes.baseAddress, 32, iv, input, count, output, size, &moved)
      }
      key.withUnsafeBytes { CCHmac(sha256, ⟦$0.baseAddress⟧, 32, input, count, output) }
    }
    """,
    """
    func start() throws {
      let signing = Curve25519.Signing.PrivateKey()
      let agreement = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: ⟦signing.rawRepresentation⟧)
    }
    """,
    """
    func start(_ seed: Data) throws {
      let signing = try P256.Signing.PrivateKey(rawRepresentation: seed)
      let agreement = try P256.KeyAgreement.PrivateKey(rawRepresentation: ⟦seed⟧)
    }
    """,
    """
    struct Identity {
      let key: SecKey
      func sign(_ data: Data) -> CFData? { SecKeyCreateSignature(key, algorithm, data as CFData, nil) }
      func open(_ data: Data) -> CFData? { SecKeyCreateDecryptedData(⟦key⟧, algorithm, data as CFData, nil) }
    }
    """,
    """
    final class Identity {
      private let key: SecKey
      private var box: SymmetricKey?
      init(key: SecKey) { self.key = key }
      func sign(_ data: Data) -> CFData? { SecKeyCreateSignature(key, algorithm, data as CFData, nil) }
      func agree(_ peer: SecKey) -> CFData? { SecKeyCopyKeyExchangeResult(⟦key⟧, algorithm, peer, [:] as CFDictionary, nil) }
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(KeyReused.self, in: source, severity: .low, confidence: .high)
  }

  /// The stored value is the key itself.
  @Test func ratesAStoredKeyHigher() {
    expect(
      KeyReused.self,
      in: """
        func open(_ password: String, _ box: AES.GCM.SealedBox) throws -> Data? {
          let derived = try kdf.derive(password)
          guard derived == account.passwordHash else { return nil }
          return try AES.GCM.open(box, using: ⟦SymmetricKey(data: derived)⟧)
        }
        """, severity: .medium)
  }

  @Test(arguments: [
    """
    func protect(_ note: Data, _ key: SymmetricKey, _ indexKey: SymmetricKey) throws -> Data {
      let box = try AES.GCM.seal(note, using: key)
      return box.ciphertext + Data(HMAC<SHA256>.authenticationCode(for: note, using: indexKey))
    }
    """,
    """
    func protect(_ note: Data, _ master: SymmetricKey) throws {
      let first = HKDF<SHA256>.deriveKey(inputKeyMaterial: master, info: Data("enc".utf8), outputByteCount: 32)
      let second = HKDF<SHA256>.deriveKey(inputKeyMaterial: master, info: Data("mac".utf8), outputByteCount: 32)
      let box = try AES.GCM.seal(note, using: first)
      let code = HMAC<SHA256>.authenticationCode(for: note, using: second)
    }
    """,
    """
    func protect(_ note: Data, _ keys: Keys) throws {
      let box = try AES.GCM.seal(note, using: keys.encryption)
      let code = HMAC<SHA256>.authenticationCode(for: note, using: keys.authentication)
    }
    """,
    """
    func protect(_ note: Data, _ master: SymmetricKey) throws {
      var key = derive(master, "enc")
      let box = try AES.GCM.seal(note, using: key)
      key = derive(master, "mac")
      let code = HMAC<SHA256>.authenticationCode(for: note, using: key)
    }
    """,
    // One purpose, twice.
    """
    func protect(_ note: Data, _ key: SymmetricKey) throws {
      let box = try AES.GCM.seal(note, using: key)
      let text = try AES.GCM.open(box, using: key)
    }
    """,
    """
    final class Store {
      func seal(_ note: Data, _ key: SymmetricKey) throws -> Data? { try AES.GCM.seal(note, using: key).combined }
      func code(_ note: Data, _ key: SymmetricKey) -> Data { Data(HMAC<SHA256>.authenticationCode(for: note, using: key)) }
    }
    """,
    """
    func start() throws {
      let signing = Curve25519.Signing.PrivateKey()
      let agreement = Curve25519.KeyAgreement.PrivateKey()
      let both = try agreement.sharedSecretFromKeyAgreement(with: peer)
      let signature = try signing.signature(for: both.data)
    }
    """,
    """
    struct Identity {
      let signing: SecKey
      let wrapping: SecKey
      func sign(_ data: Data) -> CFData? { SecKeyCreateSignature(signing, algorithm, data as CFData, nil) }
      func open(_ data: Data) -> CFData? { SecKeyCreateDecryptedData(wrapping, algorithm, data as CFData, nil) }
    }
    """,
    """
    func open(_ password: String, _ box: AES.GCM.SealedBox) throws -> Data? {
      let derived = try kdf.derive(password)
      guard SHA256.hash(data: derived) == account.passwordHash else { return nil }
      return try AES.GCM.open(box, using: SymmetricKey(data: derived))
    }
    """,
  ])
  func isSilent(_ source: String) { expect(KeyReused.self, in: source) }

  @Test(arguments: [
    """
    void seal(void) {
      CCCrypt(kCCEncrypt, kCCAlgorithmAES, 1, key.bytes, 32, iv, input, count, output, size, &moved);
      CCHmac(kCCHmacAlgSHA256, ⟦key.bytes⟧, 32, output, moved, code);
    }
    """,
    """
    void seal(void) {
      CCCrypt(kCCEncrypt, kCCAlgorithmAES, 1, key.bytes, 32, iv, input, count, output, size, &moved);
      CCHmac(kCCHmacAlgSHA256, macKey.bytes, 32, output, moved, code);
    }
    """,
    """
    void seal(void) { CCCrypt(kCCEncrypt, kCCAlgorithmAES, 1, key, 32, iv, input, count, output, size, &moved); }
    void code(void) { CCHmac(kCCHmacAlgSHA256, key, 32, output, moved, code); }
    """,
  ])
  func looksAtObjectiveC(_ source: String) { expect(KeyReused.self, inObjectiveC: source) }
}
