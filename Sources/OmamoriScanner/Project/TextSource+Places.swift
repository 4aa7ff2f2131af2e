import OmamoriATS
import OmamoriReport

extension TextSource {
  /// Reads a text file; other encodings become UTF-8.
  init(_ file: SourceFile) throws(FileReadFailure) {
    self.init(path: file.path, context: file.context, bytes: Array(try file.text().utf8))
  }

  /// The bytes of a range that counts lines and characters, or the beginning of the file for `nil`.
  func bytes(in range: TextRange?) -> Range<Int> {
    guard let range else { return 0..<0 }
    let start = offset(of: range.start)
    return start..<max(start, offset(of: range.end))
  }

  private func offset(of position: OmamoriATS.TextPosition) -> Int {
    var offset = lines.offset(ofLine: position.line)
    var left = position.column - 1
    while left > 0, offset < bytes.count {
      offset += 1
      // Bytes that continue a character do not count as columns.
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return min(offset, bytes.count)
  }
}
