package import OmamoriCrypto

/// The key in a JSON Web Key, parsed once.
///
/// A value; safe to share between threads.
package enum KeyMaterial: Sendable {
  case secret(SymmetricKey)
  case rsa(RSAKey)
  case p256(P256.Signing.PublicKey, P256.Signing.PrivateKey?)
  case p384(P384.Signing.PublicKey, P384.Signing.PrivateKey?)
  case p521(P521.Signing.PublicKey, P521.Signing.PrivateKey?)
  case ed25519(Curve25519.Signing.PublicKey, Curve25519.Signing.PrivateKey?)
  case x25519(Curve25519.KeyAgreement.PublicKey, Curve25519.KeyAgreement.PrivateKey?)

  /// The type and the curve.
  var kind: KeyKind {
    switch self {
    case .secret: .secret
    case .rsa: .rsa
    case .p256: .p256
    case .p384: .p384
    case .p521: .p521
    case .ed25519: .ed25519
    case .x25519: .x25519
    }
  }

  /// Whether whoever has it can sign or decrypt.
  var isPrivate: Bool {
    switch self {
    case .secret: true
    case .rsa(let key): key.isPrivate
    case .p256(_, let key): key != nil
    case .p384(_, let key): key != nil
    case .p521(_, let key): key != nil
    case .ed25519(_, let key): key != nil
    case .x25519(_, let key): key != nil
    }
  }

  /// The public part; `nil` for a secret.
  var publicPart: KeyMaterial? {
    switch self {
    case .secret: nil
    case .rsa(let key): .rsa(key.publicPart)
    case .p256(let key, _): .p256(key, nil)
    case .p384(let key, _): .p384(key, nil)
    case .p521(let key, _): .p521(key, nil)
    case .ed25519(let key, _): .ed25519(key, nil)
    case .x25519(let key, _): .x25519(key, nil)
    }
  }

  /// The size in bits: of a secret, of the modulus or of a coordinate.
  var bitCount: Int {
    switch self {
    case .secret(let key): key.bitCount
    case .rsa(let key): key.bitCount
    case .p256, .ed25519, .x25519: 256
    case .p384: 384
    case .p521: 521
    }
  }
}

extension KeyMaterial: CustomStringConvertible, CustomReflectable {
  package var description: String { "<redacted>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
