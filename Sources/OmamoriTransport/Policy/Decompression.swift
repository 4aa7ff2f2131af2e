/// Whether bodies of responses may come compressed.
///
/// A value; safe to share between threads.
public enum Decompression: Sendable, Hashable {
  /// No compression is asked for, and what a server compresses nevertheless is handed over as it came.
  case none
  /// Requests say `Accept-Encoding: gzip`, and what comes in gzip is decompressed. Limits count what comes out.
  ///
  /// A request that has an `Accept-Encoding` or a `Range` of its own is sent as it is, and its response is handed over as it
  /// came. Only on Linux: on Apple systems no compression is asked for.
  case gzip

  /// Whether a request asks for gzip.
  func isAsked(by request: Request) -> Bool {
    self == .gzip && !request.headers.contains("Accept-Encoding") && !request.headers.contains("Range")
  }

  /// Whether the body of the answer to a request that asked for gzip is in gzip.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - status: The status of the response.
  ///   - fields: The header fields of the response; another coding, or more than one, is nothing that was asked for.
  /// - Returns: Whether there is a body, and it is in gzip.
  static func isGzip(_ method: HTTPMethod, status: Int, fields: ResponseFields) -> Bool {
    let codings = fields.values("Content-Encoding").map { HeaderGrammar.lowercased($0) }
    guard codings == ["gzip"] || codings == ["x-gzip"] else { return false }
    return method != .head && ![204, 206, 304].contains(status) && fields.values("Content-Length") != ["0"]
  }
}
