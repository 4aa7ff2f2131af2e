import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// The key of items that ask for a passphrase each time they are read.
///
/// Its private half is sealed with what only a passphrase gives, is not among the keys of an open store, and lives for
/// one operation. Safe to share between threads.
struct PasscodeKey: Sendable {
  /// The half that seals.
  let publicKey: PasscodePublicKey
  private let secret: SymmetricKey

  /// Makes a new one.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  init() throws(KeychainError) { try self.init(SymmetricKey(size: .bits256)) }

  private init(_ secret: SymmetricKey) throws(KeychainError) {
    self.secret = secret
    publicKey = try Self.withPrivateKey(secret) {
      PasscodePublicKey(bytes: Array($0.publicKey.rawRepresentation))
    }
  }

  /// Takes the private half out of a passphrase's slot; `nil` when the key is another one or the slot was changed.
  init?(
    _ slot: SlotRecord,
    with key: SlotKey,
    for publicKey: PasscodePublicKey,
    of store: StoreID
  ) throws(KeychainError) {
    guard let wrapped = slot.wrappedPasscode, let passcode = key.passcode,
      let secret = KeyWrap.openKey(
        wrapped, under: passcode, authenticating: Self.binding(slot.id, publicKey, store))
    else { return nil }
    try self.init(secret)
    guard self.publicKey == publicKey else { return nil }
  }

  /// The private half, sealed for a passphrase's slot.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  func wrapped(for slot: SlotID, with key: SymmetricKey, of store: StoreID) throws(KeychainError) -> [UInt8] {
    try KeyWrap.seal(secret, under: key, authenticating: Self.binding(slot, publicKey, store))
  }

  /// Opens what the public half sealed; `nil` when it was changed or sealed for something else.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  func open(_ sealed: [UInt8], context: [UInt8]) throws(KeychainError) -> SymmetricKey? {
    guard sealed.count == PasscodePublicKey.sealedByteCount else { return nil }
    let count = PasscodePublicKey.byteCount
    return try Self.withPrivateKey(secret) { key in
      guard
        var recipient = try? HPKE.Recipient(
          privateKey: key, ciphersuite: .Curve25519_SHA256_ChachaPoly, info: PasscodePublicKey.purpose,
          encapsulatedKey: Data(sealed.prefix(count))),
        var opened = try? recipient.open(Data(sealed.dropFirst(count)), authenticating: context)
      else { return nil }
      defer { opened.resetBytes(in: opened.startIndex..<opened.endIndex) }
      return SymmetricKey(data: opened)
    }
  }

  /// Lends the private key to `body`; the plain copy of it is wiped.
  private static func withPrivateKey<Value>(
    _ secret: SymmetricKey,
    _ body: (Curve25519.KeyAgreement.PrivateKey) throws -> Value
  ) throws(KeychainError) -> Value {
    // because the bytes are copied inside the closure
    var bytes = unsafe secret.withUnsafeBytes { unsafe Data($0) }
    defer { bytes.resetBytes(in: bytes.startIndex..<bytes.endIndex) }
    do {
      return try body(Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes))
    } catch {
      throw .backend(code: 0)
    }
  }

  private static func binding(_ slot: SlotID, _ key: PasscodePublicKey, _ store: StoreID) -> [UInt8] {
    Array("omamori keychain passcode".utf8) + store.bytes + slot.bytes + key.bytes
  }
}

extension PasscodePublicKey {
  /// The length of a sealed key: the encapsulated key, the ciphertext and the tag.
  static let sealedByteCount = byteCount + KeyWrap.keyByteCount + 16
  /// What HPKE binds every message to.
  fileprivate static let purpose = Data("omamori keychain 1 passcode item".utf8)

  /// Seals a key so that only a passphrase opens it (HPKE, RFC 9180: X25519, SHA-256, ChaCha20-Poly1305).
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  func seal(_ key: SymmetricKey, context: [UInt8]) throws(KeychainError) -> [UInt8] {
    // because the bytes are copied inside the closure
    var plain = unsafe key.withUnsafeBytes { unsafe Data($0) }
    defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
    do {
      var sender = try HPKE.Sender(
        recipientKey: Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes),
        ciphersuite: .Curve25519_SHA256_ChachaPoly, info: Self.purpose)
      let sealed = try sender.seal(plain, authenticating: context)
      return Array(sender.encapsulatedKey + sealed)
    } catch {
      throw .backend(code: 0)
    }
  }
}
