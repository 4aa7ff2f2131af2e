/// The signature algorithms of JSON Web Signature (RFC 7518 §3.1, RFC 8037, RFC 9864); there is no `none`.
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

/// The hash function of a signature algorithm; the raw value is the size of its digest in bytes.
enum DigestSize: Int, Sendable {
  case sha256 = 32
  case sha384 = 48
  case sha512 = 64
}

extension SignatureAlgorithm {
  /// The hash function; Ed25519 hashes for itself.
  var digest: DigestSize {
    switch self {
    case .hs256, .rs256, .ps256, .es256: .sha256
    case .hs384, .rs384, .ps384, .es384: .sha384
    case .hs512, .rs512, .ps512, .es512, .edDSA, .ed25519: .sha512
    }
  }

  /// The kind of key that it is for.
  var kind: KeyKind {
    switch self {
    case .hs256, .hs384, .hs512: .secret
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: .rsa
    case .es256: .p256
    case .es384: .p384
    case .es512: .p521
    case .edDSA, .ed25519: .ed25519
    }
  }

  /// Whether two names stand for one algorithm: `EdDSA` with this curve and `Ed25519` do (RFC 9864 §2.2).
  func isSame(as other: SignatureAlgorithm) -> Bool {
    self == other || (kind == .ed25519 && other.kind == .ed25519)
  }
}
