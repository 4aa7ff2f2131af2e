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
