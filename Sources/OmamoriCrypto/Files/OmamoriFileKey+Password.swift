import OmamoriCore

extension OmamoriFileKey {
  /// The key, encrypted with a password.
  ///
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for an empty password and for a cost below what is safe,
  ///   ``CryptoError/unsupported(_:)`` for another function than Argon2id, ``CryptoError/outOfMemory``.
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
  /// - Throws: ``CryptoError/authenticationFailed`` when the password is right and the sealed key was changed,
  ///   ``CryptoError/outOfMemory``.
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
