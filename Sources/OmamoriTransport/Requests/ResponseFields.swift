/// The header fields that a server sent, in order.
///
/// Nothing is left out and nothing is believed. A value; safe to share between threads.
public struct ResponseFields: Sendable, Hashable {
  /// The most fields of a response.
  public static let greatestCount = 512

  /// The fields in the order in which they came.
  public private(set) var fields: [HeaderField] = []

  /// Makes an empty list.
  public init() {}

  /// Makes a list.
  ///
  /// - Parameter fields: Names and values as they came.
  /// - Throws: ``TransportError/malformedResponse``.
  public init(_ fields: KeyValuePairs<String, String>) throws(TransportError) {
    for (name, value) in fields { try append(Array("\(name): \(value)".utf8)) }
  }

  /// Takes a line of a header.
  ///
  /// - Parameter line: Name, colon and value; a CR LF at its end is dropped.
  /// - Throws: ``TransportError/malformedResponse`` for one that is folded (RFC 9112, section 5.2), has no name, a space
  ///   before the colon or a control character, and for too many.
  package mutating func append(_ line: some Collection<UInt8>) throws(TransportError) {
    var content = Array(line)
    if content.last == 0x0A { content.removeLast() }
    if content.last == 0x0D { content.removeLast() }
    guard let colon = content.firstIndex(of: 0x3A), fields.count < Self.greatestCount,
      HeaderGrammar.isToken(content[..<colon])
    else { throw .malformedResponse }
    let value = HeaderGrammar.trimmed(content[(colon + 1)...])
    guard HeaderGrammar.isValue(value) else { throw .malformedResponse }
    fields.append(
      HeaderField(
        checkedName: String(decoding: content[..<colon], as: UTF8.self),
        value: String(decoding: value, as: UTF8.self)))
  }

  /// The values of a name in order.
  public func values(_ name: String) -> [String] {
    let key = HeaderGrammar.lowercased(name)
    return fields.filter { $0.key == key }.map(\.value)
  }

  /// The first value of a name.
  public subscript(_ name: String) -> String? {
    let key = HeaderGrammar.lowercased(name)
    return fields.first { $0.key == key }?.value
  }
}
