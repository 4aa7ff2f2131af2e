/// What a key of ``KeychainKeys`` is for; none is for both.
///
/// A value; safe to share between threads.
public enum KeyPurpose: Sendable, Hashable, CaseIterable {
  /// Signatures: ECDSA on P-256.
  case signing
  /// Decryption: ECIES on P-256.
  case decryption

  /// The attributes that say so of a private key.
  var flags: ItemAttributes {
    switch self {
    case .signing: [.canSign: .flag(true)]
    case .decryption: [.canDerive: .flag(true), .canDecrypt: .flag(true)]
    }
  }

  /// The purpose of a stored key.
  init?(_ attributes: ItemAttributes) {
    if attributes.flag(.canSign) == true || attributes.flag(.canVerify) == true {
      self = .signing
    } else if attributes.flag(.canDerive) == true || attributes.flag(.canEncrypt) == true {
      self = .decryption
    } else {
      return nil
    }
  }
}
