import OmamoriReport

/// Reads suppressions from the comments of a file.
///
/// `omamori:ignore RULE[, RULE] [until DAY] [by NAME] -- REASON` holds for its line, or, when it stands alone, for the
/// next line that is code. `ignore-next` always means the next line, `ignore-file` the whole file, `ignore-begin` all
/// lines up to `ignore-end`. Before the reason may also stand `—` or `reason:`, since XML allows no `--` in a comment.
enum SuppressionReader {
  /// No file has more suppressions; later ones are not read.
  static let limit = 2_000
  private static let mark = Array("omamori:ignore".utf8)
  private static let longest = 2_000

  /// Whether there is anything to read in `bytes`.
  static func mayHold(_ bytes: [UInt8]) -> Bool { first(in: bytes[...]) != nil }

  /// The suppressions in the comments of `text`.
  static func suppressions(in text: TextSource, _ comments: [SourceComment]) -> [SourceSuppression] {
    var found: [SourceSuppression] = []
    var open: [Int] = []
    var lines = CodeLines(text, comments)
    for comment in comments.prefix(100_000) where found.count < limit {
      let range = comment.range.lowerBound..<min(comment.range.upperBound, comment.range.lowerBound + longest)
      guard let start = first(in: text.bytes[range]),
        isAtBeginning(text.bytes[range.lowerBound..<start]),
        let words = SuppressionText(text.bytes[(start + mark.count)..<range.upperBound])
      else { continue }
      let line = text.lines.place(of: start).line
      let last = max(line, text.lines.count)
      switch words.scope {
      case .end:
        guard let begin = open.popLast() else { continue }
        found[begin] = found[begin].closed(at: line)
      case .begin:
        open.append(found.count)
        found.append(suppression(words, text, comment, line...last, isOpen: true))
      case .file: found.append(suppression(words, text, comment, 1...last))
      case .next: found.append(suppression(words, text, comment, single(lines.next(after: comment) ?? line)))
      case .line:
        let target = comment.isAlone ? lines.next(after: comment) ?? line : line
        found.append(suppression(words, text, comment, min(line, target)...max(line, target)))
      }
    }
    return found
  }

  private static func single(_ line: Int) -> ClosedRange<Int> { line...line }

  private static func suppression(
    _ words: SuppressionText, _ text: TextSource, _ comment: SourceComment, _ lines: ClosedRange<Int>,
    isOpen: Bool = false
  ) -> SourceSuppression {
    let region = text.lines.region(of: comment.range)
    return SourceSuppression(
      file: text.path, context: text.context, region: region,
      snippet: quote(text.bytes[comment.range]), rules: words.rules, lines: lines,
      reason: words.reason, author: words.author, until: words.until, isOpen: isOpen)
  }

  /// The first line of a comment: what stands before it in its line may be a secret.
  private static func quote(_ comment: ArraySlice<UInt8>) -> String {
    let line = comment.prefix { $0 != 0x0A && $0 != 0x0D }
    return line.count > 200
      ? String(decoding: line.prefix(200), as: UTF8.self) + "…" : String(decoding: line, as: UTF8.self)
  }

  /// Whether nothing but the marks of the comment stands before: a comment may also speak *about* suppressions.
  private static func isAtBeginning(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 <= 0x20 || "/*#!<-".utf8.contains($0) }
  }

  private static func first(in bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index + mark.count <= bytes.endIndex {
      if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) { return index }
      index += 1
    }
    return nil
  }
}

extension SourceSuppression {
  /// The same, ended by a comment in this line.
  fileprivate func closed(at line: Int) -> SourceSuppression {
    SourceSuppression(
      file: file, context: context, region: region, snippet: snippet, rules: rules,
      lines: lines.lowerBound...max(lines.lowerBound, line), reason: reason, author: author, until: until,
      isOpen: false)
  }
}

/// What stands behind `omamori:ignore` in a comment.
struct SuppressionText {
  /// What a suppression holds for.
  enum Scope: String {
    case line = ""
    case next = "-next"
    case begin = "-begin"
    case end = "-end"
    case file = "-file"
  }

  private static let rulesLimit = 32

  let scope: Scope
  let rules: [String]
  private(set) var until: String?
  private(set) var author: String?
  let reason: String?

  /// Reads the bytes behind the mark; `nil` when they go on with another word.
  init?(_ bytes: ArraySlice<UInt8>) {
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    for end in ["-->", "*/"] where text.hasSuffix(end) { text = text.dropLast(end.count) }
    let ending = text.prefix { $0.isLetter || $0 == "-" }
    // `--` may follow at once, and then is no part of the word.
    let word = ending.hasPrefix("--") ? "" : ending
    guard let scope = Scope(rawValue: String(word)) else { return nil }
    self.scope = scope
    let (head, tail) = Self.split(text.dropFirst(word.count))
    let reason = tail?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.reason = reason?.contains { $0.isLetter || $0.isNumber } == true ? reason : nil

    var rules: [String] = []
    var words = head.split { $0.isWhitespace || $0 == "," }.map(String.init)[...]
    while let word = words.popFirst() {
      switch word {
      case "until": until = words.popFirst() ?? ""
      case "by":
        let name = words.prefix { $0 != "until" }
        author = name.joined(separator: " ")
        words = words.dropFirst(name.count)
      default: if rules.count < Self.rulesLimit, !rules.contains(word) { rules.append(word) }
      }
    }
    self.rules = rules
  }

  /// What stands before and behind the mark of the reason.
  private static func split(_ text: Substring) -> (head: Substring, reason: Substring?) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let mark = words.first(where: { ["--", "—", "reason:"].contains($0) }) else { return (text, nil) }
    return (text[..<mark.startIndex], text[mark.endIndex...])
  }
}
