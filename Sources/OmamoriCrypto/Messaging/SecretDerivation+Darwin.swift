#if canImport(Darwin)
package import OmamoriCore

/// HMAC (RFC 2104) and HKDF (RFC 5869) with SHA-256 whose results are secrets; on CryptoKit.
package enum SecretDerivation {
  /// The code of data with a key, 32 bytes.
  package static func code(key: RawSpan, _ data: RawSpan) -> SecretBytes {
    let key = SymmetricKey(copying: SecretBytes(copying: key))
    // because the buffer is only read during the call
    let code = unsafe data.withUnsafeBytes { unsafe HMAC<SHA256>.authenticationCode(for: $0, using: key) }
    // because the copy is made before the closure returns
    let secret = unsafe code.withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
    return secret.copy()
  }

  /// Keys that are derived from a secret.
  package static func keys(
    from material: RawSpan,
    salt: RawSpan,
    info: RawSpan,
    byteCount: Int
  ) -> SecretBytes {
    let material = SymmetricKey(copying: SecretBytes(copying: material))
    // because both buffers are only read during the call
    let key = unsafe salt.withUnsafeBytes { salt in
      unsafe info.withUnsafeBytes { info in
        unsafe HKDF<SHA256>.deriveKey(
          inputKeyMaterial: material, salt: salt, info: info, outputByteCount: min(byteCount, 255 * 32))
      }
    }
    return key.secretCopy()
  }
}
#endif
