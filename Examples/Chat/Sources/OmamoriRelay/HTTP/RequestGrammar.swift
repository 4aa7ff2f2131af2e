/// How the lines of a request are read (RFC 9112), with no tolerance for what RFC 9112 lets a server forgive.
enum RequestGrammar {
  /// The greatest length of a method.
  private static let greatestMethod = 16

  /// Reads a request line without its end.
  ///
  /// - Throws: ``HTTPRefusal``.
  static func requestLine(
    _ line: [UInt8], _ limits: HTTPLimits
  ) throws(HTTPRefusal) -> (method: String, target: String) {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= greatestMethod, !parts[0].isEmpty,
      parts[0].allSatisfy({ (0x41...0x5A).contains($0) })
    else { throw .malformed }
    guard parts[1].first == UInt8(ascii: "/"), parts[1].allSatisfy({ (0x21...0x7E).contains($0) }),
      !parts[1].contains(UInt8(ascii: "#"))
    else { throw .malformed }
    guard parts[1].count <= limits.target else { throw .targetTooLong }
    let version = String(decoding: parts[2], as: UTF8.self)
    guard version == "HTTP/1.1" else {
      throw isVersion(Array(parts[2])) ? .version : .malformed
    }
    return (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
  }

  /// Reads a line of a header without its end.
  ///
  /// - Throws: ``HTTPRefusal/malformed``.
  static func field(_ line: [UInt8]) throws(HTTPRefusal) -> RequestHead.Field {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy(isTokenCharacter)
    else { throw .malformed }
    let value = line[(colon + 1)...].drop(while: isWhite)
    let end = value.lastIndex { !isWhite($0) }.map { $0 + 1 } ?? value.startIndex
    return RequestHead.Field(
      name: String(decoding: line[..<colon].map(lowercased), as: UTF8.self),
      value: String(decoding: value[..<end], as: UTF8.self))
  }

  /// Whether a byte may stand in a line: visible ASCII, a space or a tab.
  static func isAllowed(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) || byte == 0x09 }

  private static func isVersion(_ text: [UInt8]) -> Bool {
    text.count == 8 && text.starts(with: Array("HTTP/".utf8)) && isDigit(text[5])
      && text[6] == UInt8(ascii: ".") && isDigit(text[7])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// RFC 9110, section 5.6.2.
  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
