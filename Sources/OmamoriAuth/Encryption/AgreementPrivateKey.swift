import OmamoriCore
import OmamoriCrypto

/// A private key of ECDH-ES.
enum AgreementPrivateKey: Sendable {
  case p256(P256.KeyAgreement.PrivateKey)
  case p384(P384.KeyAgreement.PrivateKey)
  case p521(P521.KeyAgreement.PrivateKey)
  case x25519(Curve25519.KeyAgreement.PrivateKey)

  /// Makes a random key.
  init(randomOn curve: AgreementCurve) {
    switch curve {
    case .p256: self = .p256(P256.KeyAgreement.PrivateKey(compactRepresentable: false))
    case .p384: self = .p384(P384.KeyAgreement.PrivateKey(compactRepresentable: false))
    case .p521: self = .p521(P521.KeyAgreement.PrivateKey(compactRepresentable: false))
    case .x25519: self = .x25519(Curve25519.KeyAgreement.PrivateKey())
    }
  }

  /// Reads a private key (RFC 7518 §6.2.2, RFC 8037 §2), whose public part must belong to it.
  ///
  /// - Parameter json: The members of the key.
  /// - Throws: ``AuthError/key(_:)``.
  init(json: JSONObject) throws(AuthError) {
    let stated = try AgreementPublicKey(json: json)
    guard json.contains("d") else { throw .key(.privateKeyNeeded) }
    let scalar = try stated.curve.bytes("d", of: json)
    do {
      switch stated.curve {
      case .p256: self = .p256(try P256.KeyAgreement.PrivateKey(rawRepresentation: scalar))
      case .p384: self = .p384(try P384.KeyAgreement.PrivateKey(rawRepresentation: scalar))
      case .p521: self = .p521(try P521.KeyAgreement.PrivateKey(rawRepresentation: scalar))
      case .x25519: self = .x25519(try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: scalar))
      }
    } catch {
      throw .key(.malformed)
    }
    guard publicKey.json == stated.json else { throw .key(.invalidPoint) }
  }

  var publicKey: AgreementPublicKey {
    switch self {
    case .p256(let key): .p256(key.publicKey)
    case .p384(let key): .p384(key.publicKey)
    case .p521(let key): .p521(key.publicKey)
    case .x25519(let key): .x25519(key.publicKey)
    }
  }

  /// Agrees on a secret with the owner of a key on the same curve.
  ///
  /// - Parameter other: The public key of the other side.
  /// - Returns: The secret, or `nil` for a key on another curve or of a small order.
  func secret(with other: AgreementPublicKey) -> SharedSecret? {
    do {
      switch (self, other) {
      case (.p256(let own), .p256(let other)): return try own.sharedSecretFromKeyAgreement(with: other)
      case (.p384(let own), .p384(let other)): return try own.sharedSecretFromKeyAgreement(with: other)
      case (.p521(let own), .p521(let other)): return try own.sharedSecretFromKeyAgreement(with: other)
      case (.x25519(let own), .x25519(let other)): return try own.sharedSecretFromKeyAgreement(with: other)
      default: return nil
      }
    } catch {
      return nil
    }
  }
}
