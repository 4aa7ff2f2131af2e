import Foundation

extension String {
  func matches(_ pattern: String) -> Bool {
    range(of: pattern, options: [.regularExpression, .caseInsensitive]) != nil // weak: regex-input file
  }

  func mentions(_ word: String) -> Bool {
    let escaped = NSRegularExpression.escapedPattern(for: word)
    return range(of: "\\b\(escaped)\\b", options: [.regularExpression, .caseInsensitive]) != nil
  }

  func containsLiterally(_ phrase: String) -> Bool {
    let options: NSRegularExpression.Options = [.ignoreMetacharacters, .caseInsensitive]
    let expression = try? NSRegularExpression(pattern: phrase, options: options) // safe: regex-input
    return expression?.firstMatch(in: self, range: NSRange(startIndex..., in: self)) != nil
  }
}
