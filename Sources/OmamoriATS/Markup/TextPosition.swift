/// A place in a text file, as an editor shows it.
public struct TextPosition: Sendable, Hashable, Comparable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, counted in Unicode scalars.
  public let column: Int

  /// Makes a position from a line and a column that both count from 1.
  public init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  /// Says whether `first` comes before `second` in the file.
  public static func < (first: TextPosition, second: TextPosition) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}

/// A stretch of a text file, from its first character up to but not including its end.
public struct TextRange: Sendable, Hashable {
  /// Where the stretch begins.
  public let start: TextPosition
  /// The place just behind the last character.
  public let end: TextPosition

  /// Makes a range from its two ends.
  public init(start: TextPosition, end: TextPosition) {
    (self.start, self.end) = (start, end)
  }

  /// The smallest range that holds this one and `other`.
  public func union(_ other: TextRange) -> TextRange {
    TextRange(start: min(start, other.start), end: max(end, other.end))
  }
}

/// Turns byte offsets that only grow into lines and columns, reading every byte once.
///
/// A table of line starts would make a file with one very long line quadratic; this does not.
struct PositionTracker {
  private let bytes: [UInt8]
  private var offset: Int
  private var line = 1
  private var column = 1

  /// Makes a tracker for `bytes`, which are UTF-8; `start` is the offset of line 1, column 1.
  init(_ bytes: [UInt8], from start: Int = 0) {
    (self.bytes, offset) = (bytes, start)
  }

  /// The position of the byte at `target`, which is never before the one asked for last.
  mutating func position(at target: Int) -> TextPosition {
    let end = min(target, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case 0x0A:
        (line, column) = (line + 1, 1)
      case 0x0D where offset == bytes.count || bytes[offset] != 0x0A:
        (line, column) = (line + 1, 1)
      case 0x80...0xBF:
        continue
      default:
        column += 1
      }
    }
    return TextPosition(line: line, column: column)
  }
}
