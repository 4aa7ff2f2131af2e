/// A line of code cut into what stands before, in and behind a range.
struct MarkedLine {
  private(set) var before: String
  private(set) var marked = ""
  private(set) var after = ""

  /// A line without a range.
  init(_ text: String) { before = Self.spaced(text) }

  /// A line of a file; the part of `region` that lies in it is marked.
  ///
  /// In a line that was cut or masked the columns no longer say anything: there the text of the line is marked.
  init(_ text: String, number: Int, region: SourceRegion) {
    let bytes = text.utf8
    let isWhole = !text.contains("…")
    let start = isWhole && number == region.startLine ? region.startColumn - 1 : 0
    let end = isWhole && number == region.endLine ? region.endColumn - 1 : bytes.count
    let first = bytes.index(bytes.startIndex, offsetBy: max(0, min(start, bytes.count)))
    let last = bytes.index(bytes.startIndex, offsetBy: max(0, min(end, bytes.count)))
    // White space at the ends of a line is not what a rule speaks of.
    guard first < last, let from = first.samePosition(in: text.unicodeScalars),
      let to = last.samePosition(in: text.unicodeScalars)
    else {
      before = Self.spaced(text)
      return
    }
    let inner = text[from..<to]
    let blank = inner.prefix { $0 == " " || $0 == "\t" }
    before = Self.spaced(text[..<from] + blank)
    marked = Self.spaced(inner.dropFirst(blank.count))
    after = Self.spaced(text[to...])
  }

  private static func spaced(_ text: some StringProtocol) -> String {
    String(text).replacing("\t", with: "    ")
  }
}
