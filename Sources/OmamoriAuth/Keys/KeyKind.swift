/// What a JSON Web Key is for a key: its type and, where it has one, its curve (RFC 7518 §6, RFC 8037).
///
/// A value; safe to share between threads.
@nonexhaustive
public enum KeyKind: String, Sendable, Hashable, CaseIterable {
  /// A secret of bytes.
  case secret = "oct"
  /// RSA.
  case rsa = "RSA"
  /// P-256.
  case p256 = "P-256"
  /// P-384.
  case p384 = "P-384"
  /// P-521.
  case p521 = "P-521"
  /// Ed25519, for signatures.
  case ed25519 = "Ed25519"
  /// X25519, for key agreement.
  case x25519 = "X25519"

  /// The value of `kty`.
  public var type: String {
    switch self {
    case .secret, .rsa: rawValue
    case .p256, .p384, .p521: "EC"
    case .ed25519, .x25519: "OKP"
    }
  }

  /// The value of `crv`.
  public var curve: String? {
    switch self {
    case .secret, .rsa: nil
    case .p256, .p384, .p521, .ed25519, .x25519: rawValue
    }
  }

  /// The size of a coordinate in bytes; 0 for a kind without a curve.
  var coordinateSize: Int {
    switch self {
    case .secret, .rsa: 0
    case .p256, .ed25519, .x25519: 32
    case .p384: 48
    case .p521: 66
    }
  }
}
