/// Reads the head of a response from the lines that an engine hands over: a status line, fields, an empty line.
///
/// Interim responses (1xx) begin again; fields after the end (trailers) are not taken. A value; safe to share between
/// threads.
package struct ResponseHeadReader: Sendable {
  private enum Position { case start, fields, end }

  /// The status; `nil` before the first line.
  package private(set) var status: Int?
  /// The fields so far.
  package private(set) var fields = ResponseFields()
  /// Whether the head is complete.
  package var isComplete: Bool { position == .end && (status ?? 0) >= 200 }

  private let limit: Int
  private var size = 0
  private var position = Position.start

  /// Begins.
  ///
  /// - Parameter limit: The greatest size of all lines, in bytes, interim responses included.
  package init(limit: Int) { self.limit = limit }

  /// Takes a line.
  ///
  /// - Parameter line: The line with its CR LF.
  /// - Throws: ``TransportError/responseTooLarge(limit:)`` and ``TransportError/malformedResponse``.
  package mutating func append(_ line: some Collection<UInt8>) throws(TransportError) {
    guard line.count <= limit - size else { throw .responseTooLarge(limit: limit) }
    size += line.count
    if isComplete { return }
    let isEmpty = line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
    switch position {
    case .fields where isEmpty: position = .end
    case .fields: try fields.append(line)
    case .start, .end:
      guard let code = Self.status(Array(line)) else { throw .malformedResponse }
      (status, fields, position) = (code, ResponseFields(), .fields)
    }
  }

  /// The code of a status line: `HTTP/`, a version, a space and three digits.
  private static func status(_ line: [UInt8]) -> Int? {
    guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: 0x20) else { return nil }
    let digits = line[(space + 1)...].prefix(3)
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      line.count == space + 4 || [0x20, 0x0D, 0x0A].contains(line[space + 4]),
      let code = Int(String(decoding: digits, as: UTF8.self)), code >= 100
    else { return nil }
    return code
  }
}
