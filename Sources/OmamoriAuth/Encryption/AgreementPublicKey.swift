import OmamoriCore
import OmamoriCrypto

/// A public key of ECDH-ES, found to be a point of its curve.
enum AgreementPublicKey: Sendable {
  case p256(P256.KeyAgreement.PublicKey)
  case p384(P384.KeyAgreement.PublicKey)
  case p521(P521.KeyAgreement.PublicKey)
  case x25519(Curve25519.KeyAgreement.PublicKey)

  /// Reads the public part of a key (RFC 7518 §6.2.1, RFC 8037 §2).
  ///
  /// - Parameter json: The members of the key.
  /// - Throws: ``AuthError/key(_:)``; with ``KeyFault/invalidPoint`` when the point is not on the curve.
  init(json: JSONObject) throws(AuthError) {
    let curve = try AgreementCurve(of: json)
    let x = try curve.bytes("x", of: json)
    let raw = curve == .x25519 ? x : x + (try curve.bytes("y", of: json))
    do {
      switch curve {
      case .p256: self = .p256(try P256.KeyAgreement.PublicKey(rawRepresentation: raw))
      case .p384: self = .p384(try P384.KeyAgreement.PublicKey(rawRepresentation: raw))
      case .p521: self = .p521(try P521.KeyAgreement.PublicKey(rawRepresentation: raw))
      case .x25519: self = .x25519(try Curve25519.KeyAgreement.PublicKey(rawRepresentation: raw))
      }
    } catch {
      throw .key(.invalidPoint)
    }
  }

  var curve: AgreementCurve {
    switch self {
    case .p256: .p256
    case .p384: .p384
    case .p521: .p521
    case .x25519: .x25519
    }
  }

  /// The members of the public key, as a header carries it.
  var json: JSONObject {
    let raw = Array(rawRepresentation)
    var json: JSONObject = ["kty": .string(curve.keyType), "crv": .string(curve.rawValue)]
    json["x"] = .string(Base64URL.encode(Array(raw.prefix(curve.coordinateByteCount))))
    if curve != .x25519 {
      json["y"] = .string(Base64URL.encode(Array(raw.dropFirst(curve.coordinateByteCount))))
    }
    return json
  }

  private var rawRepresentation: Data {
    switch self {
    case .p256(let key): key.rawRepresentation
    case .p384(let key): key.rawRepresentation
    case .p521(let key): key.rawRepresentation
    case .x25519(let key): key.rawRepresentation
    }
  }
}
