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
