import OmamoriCore

/// What the three curves have to offer for ``ECIES``.
protocol ECIESPrivateKey {
  /// The public key of the other side.
  associatedtype Peer

  /// The size of an uncompressed point in bytes.
  static var pointByteCount: Int { get }
  /// The size of the AES key that Apple chooses for the curve, in bytes.
  static var keyByteCount: Int { get }

  /// The public key as an uncompressed point.
  var publicPoint: Data { get }

  /// Agrees on a secret.
  func secret(with peer: Peer) throws -> SharedSecret

  /// Agrees on a secret with an uncompressed point; anything else is refused.
  func secret(withPoint point: Data) throws -> SharedSecret
}

extension P256.KeyAgreement.PrivateKey: ECIESPrivateKey {
  static var pointByteCount: Int { 65 }
  static var keyByteCount: Int { 16 }

  var publicPoint: Data { publicKey.x963Representation }

  func secret(with peer: P256.KeyAgreement.PublicKey) throws -> SharedSecret {
    try sharedSecretFromKeyAgreement(with: peer)
  }

  func secret(withPoint point: Data) throws -> SharedSecret {
    try secret(with: P256.KeyAgreement.PublicKey(x963Representation: point))
  }
}

extension P384.KeyAgreement.PrivateKey: ECIESPrivateKey {
  static var pointByteCount: Int { 97 }
  static var keyByteCount: Int { 32 }

  var publicPoint: Data { publicKey.x963Representation }

  func secret(with peer: P384.KeyAgreement.PublicKey) throws -> SharedSecret {
    try sharedSecretFromKeyAgreement(with: peer)
  }

  func secret(withPoint point: Data) throws -> SharedSecret {
    try secret(with: P384.KeyAgreement.PublicKey(x963Representation: point))
  }
}

extension P521.KeyAgreement.PrivateKey: ECIESPrivateKey {
  static var pointByteCount: Int { 133 }
  static var keyByteCount: Int { 32 }

  var publicPoint: Data { publicKey.x963Representation }

  func secret(with peer: P521.KeyAgreement.PublicKey) throws -> SharedSecret {
    try sharedSecretFromKeyAgreement(with: peer)
  }

  func secret(withPoint point: Data) throws -> SharedSecret {
    try secret(with: P521.KeyAgreement.PublicKey(x963Representation: point))
  }
}
