public import OmamoriCore
import OmamoriCrypto

/// A JSON Web Key (RFC 7517): a key with what it is for.
///
/// Reading one refuses what no signature or encryption should rely on: points off their curve, numbers that do not
/// belong together, RSA keys of less than 2048 or more than 16384 bits, of the exponent 1 or of the generator with the
/// ROCA weakness, secrets shorter than the hash, and a use, operations or an algorithm that do not fit. The key is
/// parsed once and shared by all copies of the value. Prints its kind only.
public struct JSONWebKey: Sendable {
  /// The most bytes that a key in JSON may have.
  public static let sizeLimit = 64 << 10

  final class Storage: Sendable {
    let material: KeyMaterial
    let attributes: KeyAttributes
    let canSign: Bool
    let canVerify: Bool
    /// What verifies with the key, if it is a secret.
    let codes: SecretCodes?

    init(_ material: KeyMaterial, _ attributes: KeyAttributes) {
      (self.material, self.attributes) = (material, attributes)
      canSign = material.isPrivate && attributes.allows(.sign) && material.kind != .x25519
      canVerify = attributes.allows(.verify) && material.kind != .x25519
      if case .secret(let key) = material { codes = SecretCodes(key) } else { codes = nil }
    }
  }

  let storage: Storage

  /// Takes a key over; its attributes have to fit it.
  package init(_ material: KeyMaterial, _ attributes: KeyAttributes) throws(AuthError) {
    try attributes.check(material)
    storage = Storage(material, attributes)
  }

  /// Takes over a key whose attributes were checked.
  init(checked material: KeyMaterial, _ attributes: KeyAttributes) { storage = Storage(material, attributes) }

  /// The key, for what uses it.
  package var material: KeyMaterial { storage.material }
  /// The type and the curve.
  public var kind: KeyKind { material.kind }
  /// What it may be used for; `nil` when it does not say.
  public var use: KeyUse? { storage.attributes.use }
  /// What may be done with it; `nil` when it does not say.
  public var operations: Set<KeyOperation>? { storage.attributes.operations }
  /// The algorithm that it is for, such as `ES256`; `nil` when it does not say.
  public var algorithm: String? { storage.attributes.algorithm }
  /// Its name, the value of `kid`.
  public var identifier: String? { storage.attributes.identifier }
  /// Whether whoever has it can sign or decrypt: a private key or a secret.
  public var isPrivate: Bool { material.isPrivate }
  /// The size in bits: of a secret, of the modulus or of a coordinate.
  public var bitCount: Int { material.bitCount }

  /// The public key with the same name; `nil` for a secret, which has none.
  public var publicKey: JSONWebKey? {
    guard isPrivate else { return self }
    return material.publicPart.map { JSONWebKey(checked: $0, storage.attributes.ofPublicKey) }
  }

  /// The same key under another name.
  public func named(_ identifier: String?) -> JSONWebKey {
    var attributes = storage.attributes
    attributes.identifier = identifier
    return JSONWebKey(checked: material, attributes)
  }
}

extension JSONWebKey: RedactedDescription {
  /// The kind, and whether it is private; never a part of the key.
  public var description: String { "\(kind.rawValue)\(isPrivate ? " (private)" : "")" }
}

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

extension JSONWebKey {
  /// The members of the public key in alphabetical order, the text that a thumbprint is made of (RFC 7638 §3.2,
  /// RFC 8037 §2).
  var essentialMembers: JSONObject {
    func text(_ bytes: some Sequence<UInt8>) -> JSONValue { .string(Base64URL.encode(Array(bytes))) }
    func point(_ raw: some Collection<UInt8>) -> JSONObject {
      let half = raw.count / 2
      return [
        "crv": .string(kind.rawValue), "kty": "EC", "x": text(raw.prefix(half)),
        "y": text(raw.dropFirst(half)),
      ]
    }
    switch material {
    case .secret(let key):
      // because the copy is made before the closure returns
      return ["k": text(unsafe key.withUnsafeBytes { unsafe Array($0) }), "kty": "oct"]
    case .rsa(let key): return ["e": text(key.exponent), "kty": "RSA", "n": text(key.modulus)]
    case .p256(let key, _): return point(key.rawRepresentation)
    case .p384(let key, _): return point(key.rawRepresentation)
    case .p521(let key, _): return point(key.rawRepresentation)
    case .ed25519(let key, _): return ["crv": "Ed25519", "kty": "OKP", "x": text(key.rawRepresentation)]
    case .x25519(let key, _): return ["crv": "X25519", "kty": "OKP", "x": text(key.rawRepresentation)]
    }
  }

  /// The thumbprint with SHA-256 (RFC 7638) in base64url, 43 characters: the same for a private key and its public one,
  /// whatever their names.
  ///
  /// That of a secret would let others try guesses at it; do not publish it (RFC 7638 §7).
  public var thumbprint: String {
    Base64URL.encode(Array(SHA256.hash(data: JSONValue.object(essentialMembers).utf8())))
  }
}

extension JSONWebKey {
  /// The public key as members of JSON; `nil` for a secret, which has no public part.
  public var publicMembers: JSONObject? {
    guard let key = publicKey else { return nil }
    return key.storage.attributes.added(to: key.essentialMembers)
  }

  /// The whole key in JSON, with what must be kept secret; for the one place that has to write it down.
  public func export() -> SecretText {
    var members = essentialMembers
    func add(_ name: String, _ bytes: some Sequence<UInt8>) {
      members[name] = .string(Base64URL.encode(Array(bytes)))
    }
    switch material {
    case .secret: break
    case .rsa(let key):
      guard let structure = key.structure else { break }
      for (name, integer) in zip(RSAStructure.names, structure.integers).dropFirst(2) { add(name, integer) }
    case .p256(_, let key): if let key { add("d", key.rawRepresentation) }
    case .p384(_, let key): if let key { add("d", key.rawRepresentation) }
    case .p521(_, let key): if let key { add("d", key.rawRepresentation) }
    case .ed25519(_, let key): if let key { add("d", key.rawRepresentation) }
    case .x25519(_, let key): if let key { add("d", key.rawRepresentation) }
    }
    return SecretText(SecretBytes(copying: JSONValue.object(storage.attributes.added(to: members)).utf8()))
  }
}

extension KeyAttributes {
  /// The members with what the key says about itself.
  fileprivate func added(to members: JSONObject) -> JSONObject {
    var members = members
    if let use { members["use"] = .string(use.rawValue) }
    if let operations {
      members["key_ops"] = .array(operations.map(\.rawValue).sorted().map(JSONValue.string))
    }
    if let algorithm { members["alg"] = .string(algorithm) }
    if let identifier { members["kid"] = .string(identifier) }
    return members
  }
}
