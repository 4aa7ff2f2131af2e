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
