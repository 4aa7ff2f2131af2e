public import OmamoriCore
import OmamoriCrypto

extension JSONWebKey {
  /// Reads a key.
  ///
  /// - Parameter json: The key in JSON, at most ``sizeLimit`` bytes. Nobody wipes it: clear it yourself when the key is
  ///   private.
  /// - Throws: ``AuthError/key(_:)``.
  public init(json: some DataProtocol) throws(AuthError) {
    let document: JSONValue
    do {
      document = try StrictJSON.parse(
        Array(json), limits: JSONLimits(depth: 16, size: Self.sizeLimit, values: 4096))
    } catch { throw .key(.malformed) }
    guard let object = document.objectValue else { throw .key(.malformed) }
    try self.init(object)
  }

  /// Reads a key.
  ///
  /// - Parameter json: The key in JSON, at most ``sizeLimit`` bytes.
  /// - Throws: ``AuthError/key(_:)``.
  public init(json: String) throws(AuthError) { try self.init(json: Array(json.utf8)) }

  /// Reads a key from its members; those that RFC 7517 and RFC 7518 do not know are passed over.
  ///
  /// `x5u`, `x5c` and what else points to a certificate is not used, and nothing is fetched.
  ///
  /// - Parameter object: The members.
  /// - Throws: ``AuthError/key(_:)``.
  public init(_ object: JSONObject) throws(AuthError) {
    let members = KeyMembers(object: object)
    let attributes = try members.attributes()
    guard let type = try members.text("kty") else { throw .key(.malformed) }
    let material: KeyMaterial
    switch type {
    case "oct": material = .secret(SymmetricKey(data: try members.bytes("k")))
    case "RSA": material = .rsa(try RSAKey(members))
    case "EC", "OKP":
      guard let curve = try members.text("crv") else { throw .key(.malformed) }
      guard let kind = KeyKind(rawValue: curve), kind.curve != nil else { throw .key(.unsupported) }
      guard kind.type == type else { throw .key(.algorithmMismatch) }
      material = try KeyMaterial(kind, members)
    default: throw .key(.unsupported)
    }
    try self.init(material, attributes)
  }
}

extension RSAKey {
  /// Reads a public key, or a private one with all its numbers.
  init(_ members: KeyMembers) throws(AuthError) {
    let (modulus, exponent) = (try members.integer("n"), try members.integer("e"))
    guard exponent.count <= 8, let last = exponent.last, last & 1 == 1, exponent != [1] else {
      throw .key(.weak)
    }
    guard !WeakModulus.isSuspect(modulus) else { throw .key(.weak) }
    guard members.has("d") else {
      try self.init(modulus: modulus, exponent: exponent)
      return
    }
    guard !members.has("oth") else { throw .key(.unsupported) }
    var integers: [[UInt8]] = []
    for name in RSAStructure.names {
      // A key of d alone would have to be factored first.
      guard members.has(name) else { throw .key(.unsupported) }
      integers.append(try members.integer(name))
    }
    try self.init(RSAStructure(integers: integers))
  }
}

extension KeyMaterial {
  /// Reads a key on a curve; a private part has to belong to the public one.
  init(_ kind: KeyKind, _ members: KeyMembers) throws(AuthError) {
    let x = try members.coordinate("x", kind)
    let d = members.has("d") ? try members.coordinate("d", kind) : nil
    guard kind.type == "EC" else {
      self = try Self.curve25519(kind, x, d)
      return
    }
    let point = [4] + x + (try members.coordinate("y", kind))
    self = try Self.valid { try Self.point(kind, point, d) }
  }

  private static func point(_ kind: KeyKind, _ point: [UInt8], _ d: [UInt8]?) throws -> KeyMaterial {
    switch kind {
    case .p384:
      let pair = try d.map { try P384.Signing.PrivateKey(x963Representation: point + $0) }
      return .p384(try pair?.publicKey ?? P384.Signing.PublicKey(x963Representation: point), pair)
    case .p521:
      let pair = try d.map { try P521.Signing.PrivateKey(x963Representation: point + $0) }
      return .p521(try pair?.publicKey ?? P521.Signing.PublicKey(x963Representation: point), pair)
    default:
      let pair = try d.map { try P256.Signing.PrivateKey(x963Representation: point + $0) }
      return .p256(try pair?.publicKey ?? P256.Signing.PublicKey(x963Representation: point), pair)
    }
  }

  private static func curve25519(_ kind: KeyKind, _ x: [UInt8], _ d: [UInt8]?) throws(AuthError)
    -> KeyMaterial
  {
    let isWeak = kind == .ed25519 ? WeakPoint.isWeakEd25519(x) : WeakPoint.isWeakX25519(x)
    guard !isWeak else { throw .key(.weak) }
    return try valid {
      if kind == .ed25519 {
        let pair = try d.map { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
        guard pair.map({ Array($0.publicKey.rawRepresentation) == x }) ?? true else {
          throw KeyFault.Inconsistent()
        }
        return .ed25519(try pair?.publicKey ?? Curve25519.Signing.PublicKey(rawRepresentation: x), pair)
      }
      let pair = try d.map { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
      guard pair.map({ Array($0.publicKey.rawRepresentation) == x }) ?? true else {
        throw KeyFault.Inconsistent()
      }
      return .x25519(try pair?.publicKey ?? Curve25519.KeyAgreement.PublicKey(rawRepresentation: x), pair)
    }
  }

  /// Runs `body`, which reads a key of the right size.
  private static func valid(_ body: () throws -> KeyMaterial) throws(AuthError) -> KeyMaterial {
    do { return try body() } catch { throw .key(.invalidPoint) }
  }
}

extension KeyFault {
  /// A private part that does not belong to the public one.
  fileprivate struct Inconsistent: Error {}
}
