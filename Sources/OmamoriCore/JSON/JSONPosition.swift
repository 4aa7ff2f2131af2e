/// A place in a JSON document, in bytes and as an editor shows it.
///
/// A value; safe to share between threads.
public struct JSONPosition: Sendable, Hashable, CustomStringConvertible {
  /// The number of bytes before the place.
  public let offset: Int
  /// The line, counted from 1; a line ends with a line feed.
  public let line: Int
  /// The column, counted from 1 in Unicode scalars.
  public let column: Int

  /// Makes a position from its parts.
  public init(offset: Int, line: Int, column: Int) {
    (self.offset, self.line, self.column) = (offset, line, column)
  }

  /// Finds the line and column of the byte at `offset` of a document in UTF-8.
  ///
  /// - Parameters:
  ///   - offset: A number of bytes; one beyond the end means the end.
  ///   - text: The document in UTF-8.
  public init(offset: Int, in text: Span<UInt8>) {
    let end = min(max(offset, 0), text.count)
    var (line, column) = (1, 1)
    for index in 0..<end {
      let byte = text[index]
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(offset: end, line: line, column: column)
  }

  /// The position as words, such as `line 3, column 14 (byte 60)`.
  public var description: String { "line \(line), column \(column) (byte \(offset))" }
}
