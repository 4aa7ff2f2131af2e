public import OmamoriCore

/// A request as it is going to be sent.
///
/// Made complete and checked; only a redirect makes another one of it.
public struct HTTPRequest: Sendable {
  /// The method.
  public let method: HTTPMethod
  /// The URL.
  public let url: RequestURL
  /// The header fields that the application added.
  public let headers: HeaderFields
  /// The body.
  public let body: RequestBody
  /// How long it may take; `nil` for what the policy says.
  public let timeouts: Timeouts?
  /// What the response has to be.
  public let expectation: ResponseExpectation
  /// When it is sent again; `nil` for what the policy says.
  public let retries: RetryRule?

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL.
  ///   - headers: Header fields.
  ///   - body: The body; only for a method that has one.
  ///   - timeouts: How long it may take; `nil` for what the policy says.
  ///   - expectation: What the response has to be.
  ///   - retries: When it is sent again; `nil` for what the policy says.
  /// - Throws: ``TransportError/unreadableBody`` for a body with a method that has none, and
  ///   ``TransportError/headerNotAllowed`` for header fields written as a literal that are not allowed.
  public init(
    _ method: HTTPMethod = .get, _ url: RequestURL, headers: HeaderFields = HeaderFields(),
    body: RequestBody = .none, timeouts: Timeouts? = nil,
    expecting expectation: ResponseExpectation = .success, retries: RetryRule? = nil
  ) throws(TransportError) {
    guard method.allowsBody || !body.isPresent else { throw .unreadableBody }
    guard !headers.hasRefusedField else { throw .headerNotAllowed }
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    (self.timeouts, self.expectation, self.retries) = (timeouts, expectation, retries)
  }

  /// The fields to send: the application's, `Content-Type` of the body, and `Accept` of what is expected.
  ///
  /// `Host`, `Content-Length` and what frames the message come from the engine.
  public var sentFields: [HeaderField] {
    var fields = headers.fields
    if let type = body.mediaType {
      fields.append(HeaderField(checkedName: "Content-Type", value: type.description))
    }
    if let accepted = expectation.accepted, !headers.contains("Accept") {
      fields.append(HeaderField(checkedName: "Accept", value: accepted))
    }
    return fields
  }

  /// The request that a redirect makes of this one; `nil` when the body would have to be sent and cannot be.
  func redirected(to target: RequestURL, method: HTTPMethod) -> HTTPRequest? {
    let keepsBody = method == self.method && body.isPresent
    let isSameOrigin = target.hasOrigin(of: url)
    guard !keepsBody || (isSameOrigin && body.isRepeatable) else { return nil }
    var headers = isSameOrigin ? headers : headers.withoutCredentials()
    if !keepsBody { headers = headers.withoutBodyFields() }
    return try? HTTPRequest(
      method, target, headers: headers, body: keepsBody ? body : .none, timeouts: timeouts,
      expecting: expectation, retries: retries)
  }
}

extension HTTPRequest: RedactedDescription {
  /// The method and the origin; never a path, a field's value or a body.
  public var description: String { "\(method.rawValue) \(url)" }
}

/// A method of HTTP (RFC 9110, section 9; RFC 5789).
///
/// `CONNECT` and `TRACE` are not for applications and are left out.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
  /// Reads.
  case get = "GET"
  /// Reads the header alone.
  case head = "HEAD"
  /// Hands over.
  case post = "POST"
  /// Replaces.
  case put = "PUT"
  /// Changes in part.
  case patch = "PATCH"
  /// Removes.
  case delete = "DELETE"
  /// Asks what is possible.
  case options = "OPTIONS"

  /// Whether it only reads (RFC 9110, section 9.2.1).
  public var isSafe: Bool { [.get, .head, .options].contains(self) }
  /// Whether doing it twice is the same as doing it once (RFC 9110, section 9.2.2).
  public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
  /// Whether a request may have a body; where HTTP gives one no meaning, servers disagree about it.
  public var allowsBody: Bool { ![.get, .head, .options].contains(self) }
}

/// A name and a value of a query.
///
/// Both are plain text and are escaped when they are sent.
public struct QueryItem: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The value; `nil` for a name alone.
  public let value: String?

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - name: The name, not escaped.
  ///   - value: The value, not escaped; `nil` for a name alone.
  public init(_ name: String, _ value: String?) { (self.name, self.value) = (name, value) }

  /// The item as it is sent: everything but letters, digits, `-`, `.`, `_` and `~` is escaped.
  var escaped: String {
    let name = URLGrammar.escaped(name, keeping: URLGrammar.isUnreserved)
    return value.map { name + "=" + URLGrammar.escaped($0, keeping: URLGrammar.isUnreserved) } ?? name
  }
}

extension QueryItem: RedactedDescription {
  /// The name; a value may be a credential and stays out of logs.
  public var description: String { name + "=…" }
}

/// A place below a base URL; whatever strings it is made of, host, port, scheme and base path stay what they are.
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

extension Endpoint: RedactedDescription {
  /// How long it is; paths and queries hold personal data and tokens, and stay out of logs.
  public var description: String { "an endpoint of \(path.utf8.count + (query?.utf8.count ?? 0)) bytes" }
}
