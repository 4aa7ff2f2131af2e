import OmamoriCore

/// The random key of one Omamori file, which everything in the file comes from; see
/// Documentation/formats/omamori-file.md.
struct OmamoriFileKey: Sendable {
  /// 32 bytes.
  let key: SymmetricKey

  private static let size = 32
  static let label = "omamori-file/v1 "

  /// Makes a random key.
  ///
  /// - Throws: `CryptoError.randomnessUnavailable(code:)`.
  init() throws(CryptoError) {
    do throws(CoreError) {
      let secret = try SecretBytes(randomCount: Self.size)
      key = secret.withBytes { bytes in
        // because the key copies the bytes
        unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
      }
    } catch { throw CryptoError(error) }
  }

  /// Takes an opened key and wipes it.
  ///
  /// - Throws: `CryptoError.authenticationFailed` when it is not of the right size.
  init(opened: inout Data) throws(CryptoError) {
    defer { opened.resetBytes(in: 0..<opened.count) }
    guard opened.count == Self.size else { throw .authenticationFailed }
    key = SymmetricKey(data: opened)
  }

  /// The key of the body.
  var bodyKey: SymmetricKey { derived("body") }

  /// The MAC of the header.
  func mac(of bytes: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: bytes, using: derived("header")))
  }

  private func derived(_ purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: Array((Self.label + purpose).utf8), outputByteCount: 32)
  }
}

extension OmamoriFileKey {
  /// The key, encrypted with a password.
  ///
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for an empty password and for a cost below what is safe,
  ///   `CryptoError.unsupported(_:)` for another function than Argon2id, `CryptoError.outOfMemory`.
  func sealed(
    with password: Password,
    _ cost: PasswordCost
  ) throws(CryptoError) -> OmamoriHeader.PasswordStanza {
    guard case .argon2id(let memory, let passes, let lanes) = cost else { throw .unsupported(.omamoriFile) }
    guard !password.isEmpty, cost.isStrongEnough else { throw .outOfRange(lower: 19 << 10, upper: .max) }
    try PasswordCostLimits.standard.check(cost)
    let salt: [UInt8]
    do throws(CoreError) { salt = try SystemRandomness().bytes(count: 16) } catch { throw CryptoError(error) }
    var stanza = OmamoriHeader.PasswordStanza(
      cost: Argon2Cost(memory: memory, passes: passes, lanes: lanes), salt: salt, commitment: [],
      sealedKey: [])
    let keys = try Self.passwordKeys(password, stanza)
    stanza.commitment = keys.commitment
    do {
      // because the bytes are only read during the call
      let box = try unsafe key.withUnsafeBytes {
        unsafe try AES.GCM.seal($0, using: keys.key, nonce: Self.zeroNonce())
      }
      stanza.sealedKey = Array(box.ciphertext + box.tag)
    } catch { throw .backend(code: 0) }
    return stanza
  }

  /// Tries a password; `nil` when it is another one.
  ///
  /// - Throws: `CryptoError.authenticationFailed` when the password is right and the sealed key was changed,
  ///   `CryptoError.outOfMemory`.
  static func open(
    _ stanza: OmamoriHeader.PasswordStanza,
    with password: Password
  ) throws(CryptoError) -> OmamoriFileKey? {
    let keys = try passwordKeys(password, stanza)
    guard ConstantTime.equal(keys.commitment, stanza.commitment) else { return nil }
    var opened: Data
    do {
      let box = try AES.GCM.SealedBox(
        nonce: zeroNonce(), ciphertext: stanza.sealedKey.dropLast(16), tag: stanza.sealedKey.suffix(16))
      opened = try AES.GCM.open(box, using: keys.key)
    } catch { throw .authenticationFailed }
    return try OmamoriFileKey(opened: &opened)
  }

  /// The nonce of a key that seals one message.
  private static func zeroNonce() throws -> AES.GCM.Nonce {
    try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12))
  }

  private static func passwordKeys(
    _ password: Password,
    _ stanza: OmamoriHeader.PasswordStanza
  ) throws(CryptoError) -> (key: SymmetricKey, commitment: [UInt8]) {
    let secret = try Argon2id.hash(password, salt: stanza.salt, cost: stanza.cost)
    // because the key copies the bytes
    let material = secret.withBytes { unsafe $0.withUnsafeBytes { unsafe SymmetricKey(data: $0) } }
    let derived = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: material, info: Array((label + "password").utf8) + stanza.parameters,
      outputByteCount: 64)
    // because both halves are copied
    return unsafe derived.withUnsafeBytes { bytes in
      unsafe (SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[..<32])), Array(bytes[32...]))
    }
  }
}

extension OmamoriFileKey {
  /// The key, encrypted to a recipient.
  ///
  /// - Throws: `CryptoError.unsupported(_:)` for a kind that the format does not have, `CryptoError.malformed(_:offset:)`
  ///   for a key that agrees with nobody.
  func sealed(to recipient: Recipient) throws(CryptoError) -> OmamoriHeader.RecipientStanza {
    guard recipient.kind == .x25519 else { throw .unsupported(.recipient) }
    do {
      let publicKey = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: recipient.rawRepresentation)
      var sender = try HPKE.Sender(
        recipientKey: publicKey, ciphersuite: Self.suite, info: Self.recipientInfo)
      // because the bytes are only read during the call
      let sealed = try unsafe key.withUnsafeBytes { unsafe try sender.seal($0) }
      return OmamoriHeader.RecipientStanza(
        encapsulatedKey: Array(sender.encapsulatedKey), sealedKey: Array(sealed))
    } catch { throw .malformed(.recipient, offset: nil) }
  }

  /// Tries all stanzas with an identity; `nil` when none is for it.
  ///
  /// - Throws: `CryptoError.backend(code:)`.
  static func open(
    _ stanzas: [OmamoriHeader.RecipientStanza],
    with identity: Identity
  ) throws(CryptoError) -> OmamoriFileKey? {
    guard identity.kind == .x25519 else { return nil }
    let privateKey: Curve25519.KeyAgreement.PrivateKey
    do {
      privateKey = try identity.key.withBytes { bytes in
        // because the key copies the bytes
        try unsafe bytes.withUnsafeBytes {
          unsafe try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0)
        }
      }
    } catch { throw .malformed(.identity, offset: nil) }
    for stanza in stanzas {
      do {
        var recipient = try HPKE.Recipient(
          privateKey: privateKey, ciphersuite: suite, info: recipientInfo,
          encapsulatedKey: Data(stanza.encapsulatedKey))
        var opened = try recipient.open(Data(stanza.sealedKey))
        return try OmamoriFileKey(opened: &opened)
      } catch { continue }
    }
    return nil
  }

  private static var suite: HPKE.Ciphersuite {
    HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
  }

  private static var recipientInfo: Data { Data((label + "recipient").utf8) }
}
