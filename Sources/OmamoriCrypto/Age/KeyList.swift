import OmamoriCore

/// The lines of a file of keys: comments and blank lines are left out, the rest is handed on with its number.
///
/// The size and the number of keys are bounded, and an error names the line, never what stands in it.
enum KeyList {
  /// The most bytes of a file of keys.
  static let maximumSize = 4 << 20
  /// The most keys in a file.
  static let maximumCount = 1024

  /// Reads the keys of a file.
  ///
  /// - Parameters:
  ///   - file: The text of the file in UTF-8.
  ///   - format: What a line is, for the error.
  ///   - read: Reads the key in a line, which has no white space around it.
  /// - Returns: The keys, at least one.
  /// - Throws: `CryptoError.malformedLine(_:line:)` for the first line that cannot be used,
  ///   `CryptoError.outOfRange(lower:upper:)` for a file that is too large or has too many keys, and
  ///   `CryptoError.malformed(_:offset:)` when there is none.
  static func keys<Key>(
    in file: RawSpan,
    of format: CryptoFormat,
    _ read: (RawSpan) throws(CryptoError) -> Key
  ) throws(CryptoError) -> [Key] {
    guard file.byteCount <= maximumSize else { throw .outOfRange(lower: 1, upper: maximumSize) }
    let bytes = unsafe file._unsafeView(as: UInt8.self)  // because every pattern of bits is a UInt8
    var (keys, start, number): ([Key], Int, Int) = ([], 0, 0)
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      let next = end + 1
      number += 1
      while start < end, isSpace(bytes[start]) { start += 1 }
      while start < end, isSpace(bytes[end - 1]) { end -= 1 }
      if start < end, bytes[start] != UInt8(ascii: "#") {
        guard keys.count < maximumCount else { throw .outOfRange(lower: 1, upper: maximumCount) }
        do throws(CryptoError) {
          keys.append(try read(file.extracting(start..<end)))
        } catch {
          throw .malformedLine(format, line: number)
        }
      }
      start = next
    }
    guard !keys.isEmpty else { throw .malformed(format, offset: nil) }
    return keys
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
