#if !canImport(Darwin)
import OmamoriAuth
import OmamoriCrypto

/// Reads a key in PEM, as OpenSSL and Apple's developer site write them.
enum PEMKey {
  /// What begins a document.
  static let start = "-----BEGIN "

  /// Reads the one key of a document, private or public, of whatever type it is.
  ///
  /// - Parameter text: One document with the label `PRIVATE KEY`, `EC PRIVATE KEY`, `RSA PRIVATE KEY`, `PUBLIC KEY` or
  ///   `RSA PUBLIC KEY`.
  /// - Returns: The key without a name, or `nil` when it is none of these or is encrypted.
  /// - Throws: ``AuthError/key(_:)`` for a key that no token may rely on.
  static func read(_ text: String) throws(AuthError) -> JSONWebKey? {
    guard let material = text.contains("PRIVATE KEY-----") ? secret(text) : open(text) else { return nil }
    let key = try JSONWebKey(material, KeyAttributes())
    // What is refused of a key in JSON is refused of this one, too.
    if let members = key.publicMembers { _ = try JSONWebKey(members) }
    return key
  }

  private static func secret(_ text: String) -> KeyMaterial? {
    if let key = try? P256.Signing.PrivateKey(pemRepresentation: text) { return .p256(key.publicKey, key) }
    if let key = try? P384.Signing.PrivateKey(pemRepresentation: text) { return .p384(key.publicKey, key) }
    if let key = try? P521.Signing.PrivateKey(pemRepresentation: text) { return .p521(key.publicKey, key) }
    if let key = try? Curve25519.Signing.PrivateKey(pemRepresentation: text) {
      return .ed25519(key.publicKey, key)
    }
    if let key = try? Curve25519.KeyAgreement.PrivateKey(pemRepresentation: text) {
      return .x25519(key.publicKey, key)
    }
    return (try? RSA.Signing.PrivateKey(pemRepresentation: text)).map { .rsa(RSAKey(privateKey: $0)) }
  }

  private static func open(_ text: String) -> KeyMaterial? {
    if let key = try? P256.Signing.PublicKey(pemRepresentation: text) { return .p256(key, nil) }
    if let key = try? P384.Signing.PublicKey(pemRepresentation: text) { return .p384(key, nil) }
    if let key = try? P521.Signing.PublicKey(pemRepresentation: text) { return .p521(key, nil) }
    if let key = try? Curve25519.Signing.PublicKey(pemRepresentation: text) { return .ed25519(key, nil) }
    if let key = try? Curve25519.KeyAgreement.PublicKey(pemRepresentation: text) { return .x25519(key, nil) }
    return (try? RSA.Signing.PublicKey(pemRepresentation: text)).map { .rsa(RSAKey(publicKey: $0)) }
  }
}
#endif
