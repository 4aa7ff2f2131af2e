import OmamoriCore

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
