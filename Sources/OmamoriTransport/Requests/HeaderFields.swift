/// The header fields that an application adds to a request, in order.
///
/// A name or value that could end a field early, change where a request goes or how its body is framed does not get in:
/// no control characters, no characters outside of ASCII, no `Host`, `Connection`, `Content-Length`,
/// `Transfer-Encoding`, `Proxy-…` and the like. `Content-Type` comes with the body. A value; safe to share between
/// threads.
public struct HeaderFields: Sendable, Hashable {
  /// The most fields of a request.
  public static let greatestCount = 128
  /// The greatest size of a value, in bytes.
  public static let greatestValueSize = 32 * 1024

  /// The fields in the order in which they were added.
  public private(set) var fields: [HeaderField] = []
  /// Whether a literal had a field that is not allowed; a request with such a list cannot be made.
  private(set) var hasRefusedField = false

  /// Makes an empty list.
  public init() {}

  /// Makes a list.
  ///
  /// - Parameter fields: Names and values.
  /// - Throws: ``TransportError/headerNotAllowed``.
  public init(_ fields: KeyValuePairs<String, String>) throws(TransportError) {
    for (name, value) in fields { try add(name, value) }
  }

  /// Adds a field after the others, also after one of the same name.
  ///
  /// - Parameters:
  ///   - name: The name, a token of RFC 9110.
  ///   - value: The value in ASCII without control characters, at most ``greatestValueSize`` bytes; spaces at its ends
  ///     are dropped.
  /// - Throws: ``TransportError/headerNotAllowed``.
  public mutating func add(_ name: String, _ value: String) throws(TransportError) {
    guard fields.count < Self.greatestCount, HeaderGrammar.isToken(name.utf8), !Self.isReserved(name),
      value.utf8.count <= Self.greatestValueSize, HeaderGrammar.isSentValue(value.utf8)
    else { throw .headerNotAllowed }
    fields.append(HeaderField(checkedName: name, value: HeaderGrammar.trimmed(value)))
  }

  /// Replaces all fields of a name by one.
  ///
  /// - Parameters:
  ///   - name: The name, a token of RFC 9110.
  ///   - value: The value, as for ``add(_:_:)``.
  /// - Throws: ``TransportError/headerNotAllowed``; the list is unchanged then.
  public mutating func set(_ name: String, _ value: String) throws(TransportError) {
    var changed = self
    changed.remove(name)
    try changed.add(name, value)
    self = changed
  }

  /// Removes all fields of a name.
  public mutating func remove(_ name: String) {
    let key = HeaderGrammar.lowercased(name)
    fields.removeAll { $0.key == key }
  }

  /// The values of a name in order.
  public func values(_ name: String) -> [String] {
    let key = HeaderGrammar.lowercased(name)
    return fields.filter { $0.key == key }.map(\.value)
  }

  /// Whether there is a field of this name.
  public func contains(_ name: String) -> Bool {
    let key = HeaderGrammar.lowercased(name)
    return fields.contains { $0.key == key }
  }

  /// The fields that may follow a redirect to another origin.
  ///
  /// A list of what is harmless, because nobody can list every field that a service takes as a credential.
  func withoutCredentials() -> HeaderFields {
    var kept = self
    kept.fields.removeAll { !Self.harmless.contains($0.key) }
    return kept
  }

  /// Without the fields that speak of a body.
  func withoutBodyFields() -> HeaderFields {
    var kept = self
    kept.fields.removeAll { $0.key.hasPrefix("content-") || $0.key == "digest" || $0.key == "repr-digest" }
    return kept
  }

  private static let harmless: Set<String> = [
    "accept", "accept-encoding", "accept-language", "cache-control", "content-encoding", "content-language",
    "if-match",
    "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "pragma", "range", "user-agent",
  ]

  /// Fields that say where a request goes, how its body is framed, or that are of one connection only.
  private static let reserved: Set<String> = [
    "connection", "content-length", "content-type", "expect", "host", "http2-settings", "keep-alive", "te",
    "trailer",
    "transfer-encoding", "upgrade",
  ]

  private static func isReserved(_ name: String) -> Bool {
    let key = HeaderGrammar.lowercased(name)
    return reserved.contains(key) || key.hasPrefix("proxy-")
  }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  /// Makes a list of what a dictionary literal says, in its order; a name may be there more than once.
  ///
  /// A literal cannot throw. A field that ``add(_:_:)`` would refuse is left out and remembered, and making a ``Request``
  /// with the list throws ``TransportError/headerNotAllowed``.
  ///
  /// - Parameter elements: Names and values, as for ``add(_:_:)``.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements {
      do throws(TransportError) { try add(name, value) } catch { hasRefusedField = true }
    }
  }
}
