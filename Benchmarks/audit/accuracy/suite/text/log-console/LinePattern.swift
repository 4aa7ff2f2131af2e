import Foundation

struct LinePattern {
  private let expression: NSRegularExpression

  init?(_ source: String) {
    do {
      expression = try NSRegularExpression(pattern: source, options: .anchorsMatchLines) // weak: regex-input file
    } catch {
      return nil
    }
  }

  func matches(_ line: String) -> Bool {
    expression.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil
  }
}

struct LiteralPattern {
  private let text: String

  init(_ source: String) { text = NSRegularExpression.escapedPattern(for: source) }

  func matches(_ line: String) -> Bool {
    line.range(of: "^" + text, options: .regularExpression) != nil // safe: regex-input
  }
}

enum Severity: String, CaseIterable {
  case debug, info, warning, error

  func matches(_ line: String) -> Bool {
    line.range(of: "^\\[\(rawValue)\\]", options: [.regularExpression, .caseInsensitive]) != nil // safe: regex-input
  }
}
