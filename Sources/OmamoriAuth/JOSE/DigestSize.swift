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
