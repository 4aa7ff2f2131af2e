import OmamoriCrypto

extension JSONWebKey {
  /// Makes a random private key, or a random secret, for a signature algorithm.
  ///
  /// - Parameters:
  ///   - algorithm: The algorithm; the key says that it is for this one only.
  ///   - identifier: Its name; `nil` for its thumbprint, or for no name when it is a secret.
  ///   - rsaBitCount: The size of an RSA modulus, 2048 to 16384 and a multiple of 8.
  /// - Returns: The key.
  /// - Throws: ``AuthError/cryptography(_:)`` for another size of RSA, ``AuthError/unsupported`` where RSA keys cannot be
  ///   made.
  public static func generate(
    for algorithm: SignatureAlgorithm, identifier: String? = nil, rsaBitCount: Int = 3072
  ) throws(AuthError) -> JSONWebKey {
    let material: KeyMaterial
    switch algorithm.kind {
    case .secret:
      material = .secret(SymmetricKey(size: SymmetricKeySize(bitCount: algorithm.digest.rawValue * 8)))
    case .rsa: material = .rsa(try RSAKey(bitCount: rsaBitCount))
    default: material = .random(algorithm.kind)
    }
    let key = try JSONWebKey(
      material, KeyAttributes(use: .signature, algorithm: algorithm.rawValue, identifier: identifier))
    return key.named(identifier ?? (key.kind == .secret ? nil : key.thumbprint))
  }
}

extension KeyMaterial {
  /// Makes a random key pair on a curve.
  package static func random(_ kind: KeyKind) -> KeyMaterial {
    switch kind {
    case .p384:
      let key = P384.Signing.PrivateKey()
      return .p384(key.publicKey, key)
    case .p521:
      let key = P521.Signing.PrivateKey()
      return .p521(key.publicKey, key)
    case .ed25519:
      let key = Curve25519.Signing.PrivateKey()
      return .ed25519(key.publicKey, key)
    case .x25519:
      let key = Curve25519.KeyAgreement.PrivateKey()
      return .x25519(key.publicKey, key)
    case .p256, .secret, .rsa:
      let key = P256.Signing.PrivateKey()
      return .p256(key.publicKey, key)
    }
  }
}
