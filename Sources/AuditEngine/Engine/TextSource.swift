package import OmamoriReport

/// A file as plain bytes, with its place in the audited tree.
package struct TextSource: Sendable {
  /// The file, relative to the audited path.
  package let path: String
  /// What the file is for.
  package let context: FileContext
  /// The content in UTF-8.
  package let bytes: [UInt8]
  /// Where its lines start.
  package let lines: LineTable

  /// Makes a source from its bytes.
  package init(path: String, context: FileContext = .app, bytes: [UInt8]) {
    (self.path, self.context, self.bytes, self.lines) = (path, context, bytes, LineTable(bytes))
  }
}
