import OmamoriCore
import OmamoriCrypto

/// A curve that ECDH-ES is used on, with its name in a key (`crv`).
enum AgreementCurve: String, CaseIterable {
  case p256 = "P-256"
  case p384 = "P-384"
  case p521 = "P-521"
  case x25519 = "X25519"

  /// The type of its keys (`kty`).
  var keyType: String { self == .x25519 ? "OKP" : "EC" }

  /// The size of a coordinate and of a private key in bytes.
  var coordinateByteCount: Int {
    switch self {
    case .p256, .x25519: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// The curve of a key.
  init(of key: JSONObject) throws(AuthError) {
    guard let name = key["crv"]?.stringValue, let type = key["kty"]?.stringValue else {
      throw .key(.malformed)
    }
    guard let curve = Self(rawValue: name), curve.keyType == type else { throw .key(.unsupported) }
    self = curve
  }

  /// The bytes of a coordinate or of a private key, exactly as many as the curve has.
  func bytes(_ name: String, of key: JSONObject) throws(AuthError) -> [UInt8] {
    guard let text = key[name]?.stringValue else { throw .key(.malformed) }
    let bytes: [UInt8]
    do throws(CoreError) { bytes = try Base64URL.decode(text) } catch { throw .key(.malformed) }
    guard bytes.count == coordinateByteCount else { throw .key(.malformed) }
    return bytes
  }
}

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
