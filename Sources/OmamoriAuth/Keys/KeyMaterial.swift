import OmamoriCore
package import OmamoriCrypto

/// The key in a JSON Web Key, parsed once.
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

extension KeyMaterial: RedactedDescription {}

/// Reads the members of a JSON Web Key.
struct KeyMembers {
  /// The most bytes that a name or an algorithm may have.
  static let textLimit = 1024

  let object: JSONObject

  func has(_ name: String) -> Bool { object.contains(name) }

  /// A member that is a short text, if it is there.
  func text(_ name: String) throws(AuthError) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.stringValue, text.utf8.count <= Self.textLimit else { throw .key(.malformed) }
    return text
  }

  /// A member that has to be there, in base64url.
  func bytes(_ name: String) throws(AuthError) -> [UInt8] {
    guard let text = object[name]?.stringValue else { throw .key(.malformed) }
    do {
      return try Base64URL.decode(text)
    } catch { throw .key(.malformed) }
  }

  /// A coordinate, which has exactly as many bytes as the curve.
  func coordinate(_ name: String, _ kind: KeyKind) throws(AuthError) -> [UInt8] {
    let bytes = try bytes(name)
    guard bytes.count == kind.coordinateSize else { throw .key(.malformed) }
    return bytes
  }

  /// An integer in the fewest bytes (RFC 7518 §2, Base64urlUInt).
  func integer(_ name: String) throws(AuthError) -> [UInt8] {
    let bytes = try bytes(name)
    guard let first = bytes.first, first != 0 else { throw .key(.malformed) }
    return bytes
  }

  /// `use`, `key_ops`, `alg` and `kid`.
  func attributes() throws(AuthError) -> KeyAttributes {
    var attributes = KeyAttributes(algorithm: try text("alg"), identifier: try text("kid"))
    if let name = try text("use") {
      guard let use = KeyUse(rawValue: name) else { throw .key(.unsupported) }
      attributes.use = use
    }
    if let value = object["key_ops"] { attributes.operations = try Self.operations(value) }
    return attributes
  }

  /// The operations; those of other specifications allow nothing here.
  private static func operations(_ value: JSONValue) throws(AuthError) -> Set<KeyOperation> {
    guard let elements = value.arrayValue, elements.count <= 16 else { throw .key(.malformed) }
    var (operations, names): (Set<KeyOperation>, Set<String>) = ([], [])
    for element in elements {
      guard let name = element.stringValue, names.insert(name).inserted else { throw .key(.malformed) }
      if let operation = KeyOperation(rawValue: name) { operations.insert(operation) }
    }
    return operations
  }
}
