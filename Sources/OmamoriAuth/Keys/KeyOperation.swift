/// What may be done with a key (RFC 7517 §4.3).
///
/// A value; safe to share between threads.
@nonexhaustive
public enum KeyOperation: String, Sendable, Hashable, CaseIterable {
  /// Making signatures.
  case sign
  /// Verifying signatures.
  case verify
  /// Encrypting content.
  case encrypt
  /// Decrypting content.
  case decrypt
  /// Encrypting keys.
  case wrapKey
  /// Decrypting keys.
  case unwrapKey
  /// Agreeing on a key.
  case deriveKey
  /// Agreeing on bits that are not a key.
  case deriveBits

  /// The use that it belongs to.
  public var use: KeyUse { self == .sign || self == .verify ? .signature : .encryption }

  /// What may be done with the public key, when this may be done with the private one.
  var counterpart: KeyOperation {
    switch self {
    case .sign: .verify
    case .decrypt: .encrypt
    case .unwrapKey: .wrapKey
    case .verify, .encrypt, .wrapKey, .deriveKey, .deriveBits: self
    }
  }
}
