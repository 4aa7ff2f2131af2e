public import OmamoriCore

/// The URL of a request: `https`, one host, one port, a path and perhaps a query, and nothing else.
///
/// There is no other scheme, no user name or password, no fragment and no internationalised host name (write the ASCII
/// form). Dot segments are resolved, also escaped ones. What follows the origin cannot change it: endpoints are added
/// below the path, and ``resolve(_:)`` is the only way to another origin.
public struct RequestURL: Sendable, Hashable {
  /// The greatest length of a URL, in bytes.
  package static let greatestSize = URLGrammar.greatestSize

  /// The host.
  public let host: HostName
  /// The port.
  public let port: UInt16
  /// The path, escaped; it begins with a slash.
  public let path: String
  /// The query, escaped, without the question mark.
  public let query: String?

  package init(host: HostName, port: UInt16, path: String, query: String?) throws(TransportError) {
    (self.host, self.port, self.path, self.query) = (host, port, path, query)
    guard text.utf8.count <= Self.greatestSize else { throw .malformedURL }
  }

  /// Reads a URL.
  ///
  /// - Parameter text: An absolute `https` URL of RFC 3986 in ASCII; a fragment is dropped.
  /// - Throws: ``TransportError/malformedURL``, and ``TransportError/malformedHost`` for a host that cannot be read.
  public init(_ text: String) throws(TransportError) {
    let parts = try URLParts(text)
    guard parts.scheme == "https", let authority = parts.authority else { throw .malformedURL }
    let (host, port) = try URLParts.hostAndPort(authority)
    let path = URLGrammar.withoutDotSegments(parts.path.isEmpty ? [0x2F] : parts.path)
    try self.init(
      host: host, port: port, path: String(decoding: path, as: UTF8.self),
      query: parts.query.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Reads a URL of Foundation.
  ///
  /// - Parameter url: An absolute `https` URL; a fragment is dropped.
  /// - Throws: As ``init(_:)-(String)``.
  public init(_ url: URL) throws(TransportError) { try self.init(url.absoluteString) }

  /// Whether both are the same host and port.
  public func hasOrigin(of other: RequestURL) -> Bool { host == other.host && port == other.port }

  /// The URL of an endpoint below this one.
  ///
  /// - Parameter endpoint: The endpoint; its query comes after one that is already there.
  /// - Returns: A URL with the same host and port, whose path begins with the path of this one.
  /// - Throws: ``TransportError/malformedURL`` when it is too long.
  public func appending(_ endpoint: Endpoint) throws(TransportError) -> RequestURL {
    var path = path
    if !endpoint.path.isEmpty {
      if !path.hasSuffix("/") { path += "/" }
      path += endpoint.path
    }
    let queries = [query, endpoint.query].compactMap(\.self)
    return try RequestURL(
      host: host, port: port, path: path, query: queries.isEmpty ? nil : queries.joined(separator: "&"))
  }

  /// The URL of an endpoint below this one.
  ///
  /// - Parameters:
  ///   - path: The path, as for ``Endpoint/init(_:query:)``.
  ///   - query: The items of the query.
  /// - Returns: A URL with the same host and port, whose path begins with the path of this one.
  /// - Throws: ``TransportError/endpointLeavesOrigin`` and ``TransportError/malformedURL``.
  public func appending(_ path: String, query: [QueryItem] = []) throws(TransportError) -> RequestURL {
    try appending(Endpoint(path, query: query))
  }

  /// The URL that a reference means, seen from this one (RFC 3986, section 5.2), such as that of a redirect.
  ///
  /// The result may have another origin; whoever calls this has to compare.
  ///
  /// - Parameter reference: An absolute or relative reference in ASCII; a fragment is dropped.
  /// - Returns: The URL.
  /// - Throws: ``TransportError/malformedURL``, also for another scheme, and ``TransportError/malformedHost``.
  public func resolve(_ reference: String) throws(TransportError) -> RequestURL {
    let parts = try URLParts(reference)
    if parts.scheme != nil { return try RequestURL(reference) }
    if parts.authority != nil { return try RequestURL("https:" + reference) }
    var path = parts.path
    if path.isEmpty {
      let query = parts.query.map { String(decoding: $0, as: UTF8.self) } ?? query
      return try RequestURL(host: host, port: port, path: self.path, query: query)
    }
    if path.first != 0x2F {
      let folder = Array(self.path.utf8)
      path = folder.prefix((folder.lastIndex(of: 0x2F) ?? 0) + 1) + path
    }
    return try RequestURL(
      host: host, port: port,
      path: String(decoding: URLGrammar.withoutDotSegments(path), as: UTF8.self),
      query: parts.query.map { String(decoding: $0, as: UTF8.self) })
  }

  /// The URL as it is written; port 443 is left out.
  public var text: String {
    let name = host.kind == .addressV6 ? "[\(host)]" : host.description
    return "https://" + name + (port == 443 ? "" : ":\(port)") + target
  }

  /// The path and the query, as they are sent.
  public var target: String { path + (query.map { "?" + $0 } ?? "") }
}

extension RequestURL: RedactedDescription {
  /// The origin alone; paths and queries hold personal data and tokens, and stay out of logs.
  public var description: String {
    let name = host.kind == .addressV6 ? "[\(host)]" : host.description
    return "https://\(name)" + (port == 443 ? "" : ":\(port)") + "/…"
  }
}

/// A URL or a reference taken apart (RFC 3986, section 3 and appendix B), with every part well-formed.
struct URLParts {
  let scheme: String?
  let authority: [UInt8]?
  let path: [UInt8]
  let query: [UInt8]?

  init(_ text: String) throws(TransportError) {
    guard text.utf8.count <= URLGrammar.greatestSize else { throw .malformedURL }
    // Every byte is looked at below, and what is no ASCII gets through nowhere.
    var rest = Array(text.utf8)[...]
    if let hash = rest.firstIndex(of: 0x23) {
      guard URLGrammar.isQuery(rest[hash...].dropFirst()) else { throw .malformedURL }
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: 0x3F) {
      let query = Array(rest[mark...].dropFirst())
      guard URLGrammar.isQuery(query) else { throw .malformedURL }
      self.query = query
      rest = rest[..<mark]
    } else {
      query = nil
    }
    let firstSegment = rest.prefix { $0 != 0x2F }
    if let colon = firstSegment.firstIndex(of: 0x3A) {
      let name = rest[..<colon]
      guard Self.isScheme(name) else { throw .malformedURL }
      scheme = HeaderGrammar.lowercased(name)
      rest = rest[colon...].dropFirst()
    } else {
      scheme = nil
    }
    if rest.starts(with: [0x2F, 0x2F]) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: 0x2F) ?? rest.endIndex
      authority = Array(rest[..<end])
      rest = rest[end...]
    } else {
      authority = nil
    }
    guard URLGrammar.isPath(rest) else { throw .malformedURL }
    path = Array(rest)
  }

  private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
    return text.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || [0x2B, 0x2D, 0x2E].contains($0)
    }
  }

  /// The host and the port of an authority; user information is refused, whatever it says.
  static func hostAndPort(_ authority: [UInt8]) throws(TransportError) -> (HostName, UInt16) {
    guard !authority.contains(0x40) else { throw .malformedURL }
    var (host, port) = (authority[...], UInt16(443))
    let isBracketed = authority.first == 0x5B
    let colon = isBracketed ? authority.lastIndex(of: 0x5D).map { $0 + 1 } : authority.firstIndex(of: 0x3A)
    if let colon, colon < authority.count {
      let digits = authority[colon...].dropFirst()
      guard authority[colon] == 0x3A, (1...5).contains(digits.count),
        digits.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = UInt16(String(decoding: digits, as: UTF8.self)), number > 0
      else { throw .malformedURL }
      (host, port) = (authority[..<colon], number)
    }
    let name = try HostName(String(decoding: host, as: UTF8.self))
    // An IPv6 address is in brackets, and nothing else is.
    guard isBracketed == (name.kind == .addressV6) else { throw .malformedURL }
    return (name, port)
  }
}
