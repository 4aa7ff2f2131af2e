package import OmamoriTransport

/// Where the body of a response ends, by its status line and its fields alone (RFC 9112, section 6.3).
///
/// libcurl takes the first digits of a `Content-Length` for the whole of it, the last one of several for all of them, and a
/// length that is too large for none. Where two readers of these fields could disagree about where a body ends, the
/// response is refused before its first byte is handed out. The sizes of chunks are read by libcurl, which takes the
/// hexadecimal digits that a line begins with. A value of a few words; safe to share between threads.
package struct ResponseFraming: Sendable, Equatable {
  /// What ends a body.
  package enum End: Sendable, Hashable {
    /// This many bytes.
    case length(Int64)
    /// The last chunk, which libcurl finds.
    case lastChunk
    /// The end of the stream of HTTP/2, which libcurl finds.
    case stream
    /// The end of the connection, if the server says that it is one.
    case connection
  }

  private enum Version { case http10, http11, http2 }

  /// The status, from 100 to 999.
  package let status: Int
  private let version: Version
  private var length: Int64?
  private var isChunked = false

  /// Reads a status line (RFC 9112, section 4).
  ///
  /// - Parameters:
  ///   - line: The line with its end; with HTTP/2, the one that libcurl makes of the status.
  ///   - isHTTP2: Whether the TLS handshake agreed on HTTP/2.
  /// - Throws: `TransportError.malformedResponse`, also for a version that the handshake did not agree on, and for a change
  ///   of protocol (status 101), since nobody asked for one.
  package init(statusLine line: some Collection<UInt8>, isHTTP2: Bool) throws(TransportError) {
    let text = Self.withoutEnd(line)
    let versions: [(start: String, version: Version)] =
      isHTTP2 ? [("HTTP/2 ", .http2)] : [("HTTP/1.1 ", .http11), ("HTTP/1.0 ", .http10)]
    guard let found = versions.first(where: { text.starts(with: $0.start.utf8) }) else {
      throw .malformedResponse
    }
    let rest = text.dropFirst(found.start.utf8.count)
    let (digits, phrase) = (rest.prefix(3), rest.dropFirst(3))
    guard digits.count == 3, digits.allSatisfy(Self.isDigit), phrase.first ?? 0x20 == 0x20,
      HeaderGrammar.isValue(phrase)
    else { throw .malformedResponse }
    status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    version = found.version
    guard status >= 100, status != 101 else { throw .malformedResponse }
  }

  /// Takes a field of the same header.
  ///
  /// - Parameter line: The line with its end.
  /// - Throws: `TransportError.malformedResponse` for a line that is no field, a length that is no number or another one
  ///   than before, any transfer coding but `chunked` alone, and either in an interim response.
  package mutating func take(field line: some Collection<UInt8>) throws(TransportError) {
    let content = Self.withoutEnd(line)
    guard let colon = content.firstIndex(of: 0x3A), HeaderGrammar.isToken(content[..<colon]),
      HeaderGrammar.isValue(content[(colon + 1)...])
    else { throw .malformedResponse }
    let value = content[(colon + 1)...]
    switch HeaderGrammar.lowercased(content[..<colon]) {
    case "content-length":
      for item in value.split(separator: 0x2C, omittingEmptySubsequences: false) { try take(length: item) }
    case "transfer-encoding":
      // No other coding was asked for, and one that is applied twice is forbidden (RFC 9112, sections 6.1 and 7).
      guard version == .http11, status >= 200, !isChunked,
        HeaderGrammar.lowercased(HeaderGrammar.trimmed(value)) == "chunked"
      else { throw .malformedResponse }
      isChunked = true
    default: break
    }
  }

  private mutating func take(length text: ArraySlice<UInt8>) throws(TransportError) {
    let digits = HeaderGrammar.trimmed(text)
    guard status >= 200, !digits.isEmpty, digits.allSatisfy(Self.isDigit),
      let value = Int64(String(decoding: digits, as: UTF8.self)), value == length ?? value
    else { throw .malformedResponse }
    length = value
  }

  /// What ends the body, when the header is complete.
  ///
  /// - Parameter isHead: Whether the request was `HEAD`, whose response has no body whatever its fields say.
  /// - Returns: The end.
  /// - Throws: `TransportError.malformedResponse` for a length beside a transfer coding.
  package func end(isHead: Bool) throws(TransportError) -> End {
    guard length == nil || !isChunked else { throw .malformedResponse }
    if isHead || status < 200 || status == 204 || status == 304 { return .length(0) }
    if let length { return .length(length) }
    if isChunked { return .lastChunk }
    return version == .http2 ? .stream : .connection
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The line without its LF or CR LF (RFC 9112, section 2.2).
  private static func withoutEnd(_ line: some Collection<UInt8>) -> [UInt8] {
    var content = Array(line)
    if content.last == 0x0A { content.removeLast() }
    if content.last == 0x0D { content.removeLast() }
    return content
  }
}
