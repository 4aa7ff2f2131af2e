import OmamoriCore
import OmamoriCrypto

/// The left half of a token's digest, as `at_hash` and `c_hash` have it (OpenID Connect Core §3.1.3.6, §3.3.2.11).
enum TokenDigest {
  /// The digest that goes with an algorithm of signatures: that of the signature itself.
  static func leftHalf(of secret: SecretText, _ algorithm: SignatureAlgorithm) -> String {
    let bytes = secret.withBytes { $0.byteArray }
    let digest: [UInt8] =
      switch algorithm {
      case .hs256, .rs256, .ps256, .es256: Array(SHA256.hash(data: bytes))
      case .hs384, .rs384, .ps384, .es384: Array(SHA384.hash(data: bytes))
      case .hs512, .rs512, .ps512, .es512, .edDSA, .ed25519: Array(SHA512.hash(data: bytes))
      }
    return Base64URL.encode(Array(digest.prefix(digest.count / 2)))
  }
}
