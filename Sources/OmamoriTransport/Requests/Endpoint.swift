/// A place below a base URL; whatever strings it is made of, host, port, scheme and base path stay what they are.
///
/// A value; safe to share between threads.
public struct Endpoint: Sendable, Hashable {
  /// The path, escaped, without a slash at its beginning.
  public let path: String
  /// The query, escaped, without the question mark.
  public let query: String?

  /// Makes an endpoint of a path in a program's text, such as `users/42/photos`.
  ///
  /// For parts that come from elsewhere take ``init(segments:query:)``, which escapes them.
  ///
  /// - Parameters:
  ///   - path: Segments between slashes, not escaped; one slash at the beginning or the end is allowed.
  ///   - query: The items of the query.
  /// - Throws: ``TransportError/endpointLeavesOrigin`` for what leads elsewhere in any reading of URLs: `..`, `.`, `//`,
  ///   `\`; ``TransportError/malformedURL`` for `%`, `?`, `#` and control characters, which belong to other parts.
  public init(_ path: String, query: [QueryItem] = []) throws(TransportError) {
    var content = path[...]
    if content.hasPrefix("/") { content = content.dropFirst() }
    let isFolder = content.hasSuffix("/")
    if isFolder { content = content.dropLast() }
    guard content.utf8.allSatisfy({ $0 >= 0x20 && ![0x23, 0x25, 0x3F, 0x7F].contains($0) }) else {
      throw .malformedURL
    }
    let segments = content.isEmpty ? [] : content.split(separator: "/", omittingEmptySubsequences: false)
    guard !segments.isEmpty || !isFolder else { throw .endpointLeavesOrigin }
    guard !content.utf8.contains(0x5C), segments.allSatisfy({ !$0.isEmpty }) else {
      throw .endpointLeavesOrigin
    }
    try self.init(segments: segments.map(String.init), query: query)
    if isFolder { self.init(path: self.path + "/", query: self.query) }
  }

  /// Makes an endpoint of segments that may come from anywhere.
  ///
  /// - Parameters:
  ///   - segments: The segments, not escaped and not empty; a slash or a `?` in one is escaped, so that a segment stays
  ///     one segment.
  ///   - query: The items of the query.
  /// - Throws: ``TransportError/endpointLeavesOrigin`` for an empty segment and for one that has `.` or `..` between its
  ///   beginning, slashes, backslashes and its end, escaped or with `;` and a parameter behind it, too, because many
  ///   servers unescape a path, or drop parameters, before they resolve it;
  ///   ``TransportError/malformedURL`` for control characters and for what is too long.
  public init(segments: [String], query: [QueryItem] = []) throws(TransportError) {
    for segment in segments {
      guard segment.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .malformedURL }
      // As a server sees it that unescapes once too often, resolves `\`, or drops what follows a semicolon.
      let pieces = URLGrammar.unescaped(segment.utf8).split { $0 == 0x2F || $0 == 0x5C }
      guard !segment.isEmpty, pieces.allSatisfy({ URLGrammar.dots($0.prefix { $0 != 0x3B }) == nil }) else {
        throw .endpointLeavesOrigin
      }
    }
    let path = segments.map { URLGrammar.escaped($0, keeping: Self.isKept) }.joined(separator: "/")
    let items = query.isEmpty ? nil : query.map(\.escaped).joined(separator: "&")
    guard path.utf8.count + (items?.utf8.count ?? 0) <= URLGrammar.greatestSize else { throw .malformedURL }
    self.init(path: path, query: items)
  }

  private init(path: String, query: String?) { (self.path, self.query) = (path, query) }

  /// What stands in a segment as it is; `@` and `:` do not, because they mean something elsewhere in a URL.
  private static func isKept(_ byte: UInt8) -> Bool {
    URLGrammar.isUnreserved(byte) || URLGrammar.isSubDelimiter(byte)
  }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
  /// How long it is; paths and queries hold personal data and tokens, and stay out of logs.
  public var description: String { "an endpoint of \(path.utf8.count + (query?.utf8.count ?? 0)) bytes" }

  /// How long it is.
  public var customMirror: Mirror { Mirror(self, children: ["endpoint": description]) }
}
