package import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A property list of the project that could be read: its content and the places in it.
package struct PropertyListFile: Sendable {
  /// What the file holds.
  package let kind: FileKind
  /// The text; empty for a binary property list.
  package let text: TextSource
  /// The outermost value.
  package let root: PropertyList

  /// The path below the audited folder.
  package var path: String { text.path }

  /// Reads a property list of any form.
  ///
  /// - Throws: ``FileReadFailure`` when the file cannot be read or is malformed; the audit lists it and goes on.
  package init(_ file: SourceFile, limits: PropertyListLimits = .standard) throws(FileReadFailure) {
    var bytes = try file.bytes()
    let isBinary = bytes.starts(with: "bplist".utf8)
    if !isBinary { bytes = Array(try file.text().utf8) }
    do {
      root = try PropertyListReader.read(bytes, limits: limits).root
    } catch {
      throw FileReadFailure(
        skipped: SkippedFile(
          file: file.path, reason: .malformed,
          message: LocalizedText(
            "not a property list that can be read: \(error)", ja: "プロパティリストとして読み取れません: \(error)")))
    }
    kind = file.kind
    text = TextSource(path: file.path, context: file.context, bytes: isBinary ? [] : bytes)
  }

  /// The bytes of a key of the outermost dictionary with its value, or the beginning of the file.
  package func range(ofKey key: String) -> Range<Int> {
    text.bytes(in: root.dictionary?.entry(for: key)?.range)
  }

  /// The place where a key has to be added: the beginning of the outermost dictionary.
  package var insertionRange: Range<Int> {
    guard let start = root.range?.start else { return 0..<0 }
    let first = text.bytes(in: TextRange(start: start, end: start)).lowerBound
    let line = text.lines.place(of: first).line
    return first..<max(first, min(text.lines.offset(ofLine: line + 1) - 1, text.bytes.count))
  }
}

extension TextSource {
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
