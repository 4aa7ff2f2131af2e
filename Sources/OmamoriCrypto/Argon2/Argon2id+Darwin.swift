#if canImport(Darwin)
package import OmamoriCore

/// Argon2id (RFC 9106), which Apple systems do not have.
package enum Argon2id {
  /// Refuses: there is no implementation here.
  package static func hash(
    password: RawSpan,
    salt: [UInt8],
    cost: Argon2Cost,
    secret: SharedSecretBytes? = nil,
    associatedData: [UInt8] = [],
    byteCount: Int = 32
  ) throws(CryptoError) -> SecretBytes {
    throw .unsupported(.passwordHash)
  }
}
#endif
