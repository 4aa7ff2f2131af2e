public import OmamoriCore
import OmamoriCrypto

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
