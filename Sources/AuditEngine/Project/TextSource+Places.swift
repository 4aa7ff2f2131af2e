package import OmamoriATS
import OmamoriReport

extension TextSource {
  /// Reads a text file; other encodings become UTF-8.
  package init(_ file: SourceFile) throws(FileReadFailure) {
    self.init(path: file.path, context: file.context, bytes: Array(try file.text().utf8))
  }

  /// The bytes of a range that counts lines and characters, or the beginning of the file for `nil`.
  package func bytes(in range: TextRange?) -> Range<Int> {
    guard let range else { return 0..<0 }
    let start = offset(of: range.start)
    return start..<max(start, offset(of: range.end))
  }

  private func offset(of position: OmamoriATS.TextPosition) -> Int {
    lines.offset(ofLine: position.line, character: position.column)
  }
}
