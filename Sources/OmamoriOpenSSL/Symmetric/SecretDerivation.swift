package import OmamoriCore

/// HMAC (RFC 2104) and HKDF (RFC 5869) with SHA-256 whose results are secrets, of which no copy is left anywhere.
///
/// Has no state; safe to use from any thread.
package enum SecretDerivation {
  /// The code of data with a key, 32 bytes.
  package static func code(key: RawSpan, _ data: RawSpan) -> SecretBytes {
    KeyedHash.secretCode(.sha256, key: key, data, RawSpan())
  }

  /// Keys that are derived from a secret.
  ///
  /// - Parameters:
  ///   - material: The secret.
  ///   - salt: The salt; may be secret too.
  ///   - info: What the keys are for.
  ///   - byteCount: The length of all keys together in bytes, at most 8,160.
  /// - Returns: The keys.
  package static func keys(
    from material: RawSpan,
    salt: RawSpan,
    info: RawSpan,
    byteCount: Int
  ) -> SecretBytes {
    SecretBytes(count: min(byteCount, 255 * 32)) { output in
      KeyedHash.derive(.sha256, material, salt: salt, info: info, into: &output)
    }
  }
}
