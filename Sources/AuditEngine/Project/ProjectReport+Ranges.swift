package import OmamoriATS
package import OmamoriCore
package import OmamoriReport

extension ProjectReport {
  /// Records a finding of `rule` on bytes of a file; severity and confidence are the rule's unless given.
  package mutating func add(
    _ rule: any Rule.Type, in text: TextSource, at range: Range<Int>, _ message: LocalizedText,
    severity: Severity? = nil, confidence: Confidence? = nil, related: [FindingStep] = []
  ) {
    add(
      rule, in: text, at: text.lines.region(of: range), message, severity: severity, confidence: confidence,
      related: related)
  }

  /// Records a finding of `rule` where something is used in the sources.
  package mutating func add(
    _ rule: any Rule.Type, at use: APIUse, _ message: LocalizedText, severity: Severity? = nil,
    confidence: Confidence? = nil, related: [FindingStep] = []
  ) {
    add(
      rule, file: use.file, context: use.context, region: use.region, snippet: use.snippet, message,
      severity: severity, confidence: confidence, related: related)
  }
}

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

extension TextSource {
  /// A line with its place.
  package struct Line {
    /// The number, from 1.
    package let number: Int
    /// The bytes without the line end.
    package let bytes: ArraySlice<UInt8>
    /// Where they stand in the file.
    package var range: Range<Int> { bytes.startIndex..<bytes.endIndex }
  }

  /// The lines of the file one after another.
  package var numberedLines: some Sequence<Line> {
    (1...max(1, lines.count)).lazy.map { number in
      var slice = bytes[lines.offset(ofLine: number)..<lines.offset(ofLine: number + 1)]
      while let last = slice.last, last == 0x0A || last == 0x0D { slice.removeLast() }
      return Line(number: number, bytes: slice)
    }
  }

  /// Where `word` first occurs from `start` on.
  package func firstRange(of word: String, from start: Int = 0) -> Range<Int>? {
    let wanted = Array(word.utf8)
    guard let first = wanted.first, start >= 0 else { return nil }
    var index = start
    while index + wanted.count <= bytes.count {
      if bytes[index] == first, bytes[index...].starts(with: wanted) { return index..<index + wanted.count }
      index += 1
    }
    return nil
  }
}
