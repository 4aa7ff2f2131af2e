import OmamoriCore
import OmamoriTransport

/// A response as it comes in, within its limits.
struct ResponseParts {
  private let limits: ResponseLimits
  /// The status of the last header.
  private(set) var status = 0
  /// The lines of the last header.
  private(set) var header: [UInt8] = []
  /// Whether the header of the final response is there.
  private(set) var isHeadComplete = false
  /// The body, when it is kept in memory.
  private(set) var body = Data()
  /// The bytes of the body that came.
  private(set) var received: Int64 = 0
  private var headerBytes = 0
  /// The header that is coming in; `nil` before a status line.
  private var framing: ResponseFraming?
  private var end = ResponseFraming.End.connection

  init(limits: ResponseLimits) { self.limits = limits }

  /// Whether the body has ended as the header says, when libcurl takes it for complete.
  ///
  /// - Parameter isClosedByServer: Whether the server has said that it ends the connection.
  /// - Returns: Whether it has.
  func isBodyComplete(isClosedByServer: Bool) -> Bool {
    switch end {
    case .length(let length): received == length
    case .lastChunk, .stream: true
    case .connection: isClosedByServer
    }
  }

  /// Takes a line of a header.
  ///
  /// - Parameters:
  ///   - line: The line with its end.
  ///   - isHead: Whether the request was `HEAD`.
  ///   - isHTTP2: Whether the TLS handshake agreed on HTTP/2.
  /// - Returns: Whether the final header is complete with it.
  /// - Throws: `TransportError.responseTooLarge(limit:)` and `TransportError.malformedResponse`.
  mutating func addHeader(
    _ line: UnsafeRawBufferPointer, isHead: Bool, isHTTP2: Bool
  ) throws(TransportError) -> Bool {
    headerBytes += line.count
    guard headerBytes <= limits.headerBytes else { throw .responseTooLarge(limit: limits.headerBytes) }
    // What comes after the body is not looked at, so that it cannot change what was decided by the header.
    guard !isHeadComplete else { return false }
    guard let framing else {
      // because the line is valid until the callback that owns it returns
      let begun = try unsafe ResponseFraming(statusLine: line, isHTTP2: isHTTP2)
      (self.framing, status, header) = (begun, begun.status, [])
      return false
    }
    // Only an empty line ends a header; one of other control characters is no field.
    // because the line is valid until the callback that owns it returns
    guard unsafe line.elementsEqual([0x0D, 0x0A]) || line.elementsEqual([0x0A]) else {
      try unsafe self.framing?.take(field: line)
      unsafe header.append(contentsOf: line)
      return false
    }
    end = try framing.end(isHead: isHead)
    self.framing = nil
    isHeadComplete = status >= 200
    return isHeadComplete
  }

  /// Counts bytes of the body.
  mutating func count(_ bytes: Int) { received += Int64(bytes) }

  /// Takes a piece of the body into memory.
  ///
  /// - Parameters:
  ///   - bytes: The piece.
  ///   - limit: The greatest size of the body, in bytes.
  /// - Throws: `TransportError.responseTooLarge(limit:)`.
  mutating func addBody(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(TransportError) {
    guard bytes.count <= limit - body.count else { throw .responseTooLarge(limit: limit) }
    // because the bytes are copied before the callback that owns them returns
    unsafe body.append(contentsOf: bytes)
  }
}
