#if !canImport(Darwin)
import OmamoriCore

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
  private var headerBytes = 0
  private var isStatusLineNext = true

  init(limits: ResponseLimits) { self.limits = limits }

  /// Takes a line of a header.
  ///
  /// - Parameter line: The line with its end.
  /// - Returns: Whether the final header is complete with it.
  /// - Throws: ``TransportError/responseTooLarge(limit:)`` and ``TransportError/malformedResponse``.
  mutating func addHeader(_ line: UnsafeRawBufferPointer) throws(TransportError) -> Bool {
    headerBytes += line.count
    guard headerBytes <= limits.headerBytes else { throw .responseTooLarge(limit: limits.headerBytes) }
    // What comes after the body is not looked at, so that it cannot change what was decided by the header.
    guard !isHeadComplete else { return false }
    if isStatusLineNext {
      // because the line is valid until the callback that owns it returns
      guard let status = unsafe Self.status(in: line) else { throw .malformedResponse }
      (self.status, header, isStatusLineNext) = (status, [], false)
      return false
    }
    guard unsafe line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) else {
      unsafe header.append(contentsOf: line)
      return false
    }
    isStatusLineNext = true
    isHeadComplete = status >= 200
    return isHeadComplete
  }

  /// Takes a piece of the body into memory.
  ///
  /// - Parameters:
  ///   - bytes: The piece.
  ///   - limit: The greatest size of the body, in bytes.
  /// - Throws: ``TransportError/responseTooLarge(limit:)``.
  mutating func addBody(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(TransportError) {
    guard bytes.count <= limit - body.count else { throw .responseTooLarge(limit: limit) }
    // because the bytes are copied before the callback that owns them returns
    unsafe body.append(contentsOf: bytes)
  }

  /// The number in `HTTP/1.1 200 OK`.
  private static func status(in line: UnsafeRawBufferPointer) -> Int? {
    // because the line is valid until the callback that owns it returns
    guard unsafe line.starts(with: "HTTP/".utf8), let space = unsafe line.firstIndex(of: 0x20) else {
      return nil
    }
    let digits = unsafe line[(space + 1)...].prefix(3).map { Int($0) - 0x30 }
    guard digits.count == 3, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    return digits[0] * 100 + digits[1] * 10 + digits[2]
  }
}
#endif
