/// The signature algorithms of JSON Web Signature (RFC 7518 §3.1, RFC 8037, RFC 9864); there is no `none`.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// HMAC with SHA-256.
  case hs256 = "HS256"
  /// HMAC with SHA-384.
  case hs384 = "HS384"
  /// HMAC with SHA-512.
  case hs512 = "HS512"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  case rs384 = "RS384"
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  case rs512 = "RS512"
  /// RSASSA-PSS with SHA-256.
  case ps256 = "PS256"
  /// RSASSA-PSS with SHA-384.
  case ps384 = "PS384"
  /// RSASSA-PSS with SHA-512.
  case ps512 = "PS512"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// ECDSA on P-384 with SHA-384.
  case es384 = "ES384"
  /// ECDSA on P-521 with SHA-512.
  case es512 = "ES512"
  /// EdDSA, on Curve25519 only.
  case edDSA = "EdDSA"
  /// Ed25519, the fully specified name of RFC 9864.
  case ed25519 = "Ed25519"

  /// Whether whoever can verify can also sign.
  public var isSymmetric: Bool { self == .hs256 || self == .hs384 || self == .hs512 }
}
