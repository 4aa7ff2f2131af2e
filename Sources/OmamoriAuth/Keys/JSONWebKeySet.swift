public import OmamoriCore

/// A JSON Web Key Set (RFC 7517 §5).
///
/// A set with two keys of one name, or with secrets beside public keys, is refused whole: which key a token means would
/// depend on the reader. A key that is unsupported, weak or malformed is left out, as RFC 7517 §5 asks, and listed in
/// ``refused``. Prints the number of keys only.
public struct JSONWebKeySet: Sendable {
  /// The most keys that a set may have.
  public static let countLimit = 100
  /// The most bytes that a set in JSON may have.
  public static let sizeLimit = 256 << 10

  final class Storage: Sendable {
    let keys: [JSONWebKey]
    let refused: [KeyFault]
    let named: [String: JSONWebKey]
    let hasSecretParts: Bool

    init(
      _ keys: [JSONWebKey], refused: [KeyFault], named: [String: JSONWebKey], hasSecretParts: Bool = false
    ) {
      (self.keys, self.refused, self.named) = (keys, refused, named)
      self.hasSecretParts = hasSecretParts
    }
  }

  private let storage: Storage

  /// Makes a set.
  ///
  /// - Parameter keys: The keys, at most ``countLimit``.
  /// - Throws: ``AuthError/key(_:)`` for too many keys, a name that occurs twice, or secrets beside other keys.
  public init(_ keys: [JSONWebKey]) throws(AuthError) { try self.init(keys, refused: []) }

  private init(_ keys: [JSONWebKey], refused: [KeyFault], hasSecretParts: Bool = false) throws(AuthError) {
    guard keys.count <= Self.countLimit else { throw .key(.tooMany(limit: Self.countLimit)) }
    guard Set(keys.map { $0.kind == .secret }).count <= 1 else { throw .key(.mixedSet) }
    var named: [String: JSONWebKey] = [:]
    for key in keys {
      guard let identifier = key.identifier else { continue }
      guard named.updateValue(key, forKey: identifier) == nil else { throw .key(.duplicateIdentifier) }
    }
    storage = Storage(
      keys, refused: refused, named: named,
      hasSecretParts: hasSecretParts || keys.contains(where: \.isPrivate))
  }

  /// Reads a set.
  ///
  /// - Parameter json: The set in JSON, at most ``sizeLimit`` bytes.
  /// - Throws: ``AuthError/key(_:)``.
  public init(json: some DataProtocol) throws(AuthError) {
    let document: JSONValue
    do {
      document = try StrictJSON.parse(
        Array(json), limits: JSONLimits(depth: 16, size: Self.sizeLimit, values: 16384))
    } catch { throw .key(.malformed) }
    guard let object = document.objectValue else { throw .key(.malformed) }
    try self.init(object)
  }

  /// Reads a set.
  ///
  /// - Parameter json: The set in JSON, at most ``sizeLimit`` bytes.
  /// - Throws: ``AuthError/key(_:)``.
  public init(json: String) throws(AuthError) { try self.init(json: Array(json.utf8)) }

  /// Reads a set from its members, such as the `jwks` of a client's metadata.
  ///
  /// - Parameter object: The members.
  /// - Throws: ``AuthError/key(_:)``.
  public init(_ object: JSONObject) throws(AuthError) {
    guard let elements = object["keys"]?.arrayValue else { throw .key(.malformed) }
    guard elements.count <= Self.countLimit else { throw .key(.tooMany(limit: Self.countLimit)) }
    var (keys, refused): ([JSONWebKey], [KeyFault]) = ([], [])
    var (names, types, hasSecretParts): (Set<String>, Set<Bool>, Bool) = ([], [], false)
    for element in elements {
      guard let members = element.objectValue else { throw .key(.malformed) }
      // Also the names and types of keys that are left out count.
      if let name = members["kid"]?.stringValue {
        guard names.insert(name).inserted else { throw .key(.duplicateIdentifier) }
      }
      if let type = members["kty"]?.stringValue { types.insert(type == KeyKind.secret.type) }
      if members.contains("d") || members.contains("k") { hasSecretParts = true }
      do throws(AuthError) {
        keys.append(try JSONWebKey(members))
      } catch .key(let fault) {
        refused.append(fault)
      }
    }
    guard types.count <= 1 else { throw .key(.mixedSet) }
    try self.init(keys, refused: refused, hasSecretParts: hasSecretParts)
  }

  /// The keys that can be used, in their order.
  public var keys: [JSONWebKey] { storage.keys }
  /// Why keys were left out, in their order.
  public var refused: [KeyFault] { storage.refused }
  /// Whether it holds, or held in a key that was left out, what nobody may publish.
  var hasSecretParts: Bool { storage.hasSecretParts }
  /// The key with a name.
  public subscript(identifier: String) -> JSONWebKey? { storage.named[identifier] }

  /// The public keys of all keys, for a server that publishes them; secrets are left out.
  public var publicKeys: JSONWebKeySet {
    let keys = keys.compactMap(\.publicKey)
    return JSONWebKeySet(
      Storage(keys, refused: [], named: keys.isEmpty ? [:] : storage.named.compactMapValues(\.publicKey)))
  }

  private init(_ storage: Storage) { self.storage = storage }

  /// The public keys as members of JSON.
  public var publicMembers: JSONObject {
    ["keys": .array(keys.compactMap(\.publicMembers).map(JSONValue.object))]
  }
}

extension JSONWebKeySet: RedactedDescription {
  /// The number of keys.
  public var description: String { "\(keys.count) keys" }
}
