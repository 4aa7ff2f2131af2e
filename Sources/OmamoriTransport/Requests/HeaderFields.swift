public import OmamoriCore

/// The header fields that an application adds to a request, in order.
///
/// A name or value that could end a field early, change where a request goes or how its body is framed does not get in:
/// no control characters, no characters outside of ASCII, no `Host`, `Connection`, `Content-Length`,
/// `Transfer-Encoding`, `Proxy-…` and the like. `Content-Type` comes with the body. A value; safe to share between
/// threads.
public struct HeaderFields: Sendable, Hashable {
  /// The most fields of a request.
  package static let greatestCount = 128
  /// The greatest size of a value, in bytes.
  package static let greatestValueSize = 32 * 1024

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
  ///   - value: The value in ASCII without control characters, at most 32,768 bytes; spaces at its ends
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
  /// A literal cannot throw. A field that ``add(_:_:)`` would refuse is left out and remembered, and making a ``HTTPRequest``
  /// with the list throws ``TransportError/headerNotAllowed``.
  ///
  /// - Parameter elements: Names and values, as for ``add(_:_:)``.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements {
      do throws(TransportError) { try add(name, value) } catch { hasRefusedField = true }
    }
  }
}

/// A field of an HTTP header: a name, in which case does not matter, and a value.
public struct HeaderField: Sendable, Hashable {
  /// The name as it was written.
  public let name: String
  /// The value, without spaces at its ends.
  public let value: String
  /// The name in lower case, by which fields are found.
  package let key: String

  /// Takes what the caller has checked.
  package init(checkedName name: String, value: String) {
    (self.name, self.value, key) = (name, value, HeaderGrammar.lowercased(name))
  }

  /// Says whether both have the same value under the same name.
  public static func == (left: HeaderField, right: HeaderField) -> Bool {
    left.key == right.key && left.value == right.value
  }

  /// Hashes the name without its case, and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

extension HeaderField: RedactedDescription {
  /// The name; a value may be a credential and stays out of logs.
  public var description: String { name + ": …" }
}

/// What names and values of header fields consist of (RFC 9110, section 5).
package enum HeaderGrammar {
  static let greatestNameSize = 256

  static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  package static func isToken(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty && text.count <= greatestNameSize && text.allSatisfy(isTokenCharacter)
  }

  /// Says whether a value has no control character but the tab, above all no CR, LF and NUL, which end a field early.
  package static func isValue(_ text: some Collection<UInt8>) -> Bool {
    text.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
  }

  /// Says whether a value is one that a client may send: what `isValue` takes, in ASCII.
  static func isSentValue(_ text: some Collection<UInt8>) -> Bool {
    isValue(text) && text.allSatisfy { $0 < 0x80 }
  }

  package static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  package static func lowercased(_ text: some Sequence<UInt8>) -> String {
    String(decoding: text.map(lowercased), as: UTF8.self)
  }

  package static func lowercased(_ text: some StringProtocol) -> String { lowercased(text.utf8) }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Without spaces and tabs at both ends.
  package static func trimmed(_ text: some BidirectionalCollection<UInt8>) -> [UInt8] {
    let start = text.drop(while: isBlank)
    var end = Array(start)
    while let last = end.last, isBlank(last) { end.removeLast() }
    return end
  }

  package static func trimmed(_ text: some StringProtocol) -> String {
    String(decoding: trimmed(Array(text.utf8)), as: UTF8.self)
  }
}
