package import OmamoriATS
package import OmamoriReport

/// A property list of the audited material, read within bounds.
package struct PropertyListSource: Sendable {
  /// The file as bytes, with its place in the tree.
  package let text: TextSource
  /// What the file is: an `Info.plist`, entitlements, a privacy manifest or another list.
  package let kind: FileKind
  /// What it holds.
  package let document: PropertyListDocument

  /// Reads `text`.
  ///
  /// - Throws: `PropertyListError` when it is no property list or a hostile one.
  package init(_ text: TextSource, kind: FileKind) throws(PropertyListError) {
    (self.text, self.kind) = (text, kind)
    document = try PropertyListReader.read(text.bytes)
  }

  /// The outermost value.
  package var root: PropertyList { document.root }

  /// The region of `range`; the beginning of the file for values without a place, as in binary lists.
  package func region(of range: TextRange?) -> SourceRegion {
    guard let range else { return SourceRegion(startLine: 1, startColumn: 1, endLine: 1, endColumn: 1) }
    return text.lines.region(of: text.bytes(in: range))
  }

  /// The region of the entry of `key` in the outermost dictionary, or of the whole list when it is absent.
  package func region(ofKey key: String) -> SourceRegion {
    region(of: root.dictionary?.entry(for: key)?.range ?? root.range)
  }
}
