import Foundation

struct ShowNotes {
  private enum Pattern: String {
    case script = "<script[^<>]*>.*?</script>" // weak: regex-tag helper
    case timestamp = "<([0-9]{2}):([0-9]{2})>" // safe: regex-tag
  }

  func published(_ html: String) -> String {
    let kept = replacing(.script, in: html, with: "")
    return replacing(.timestamp, in: kept, with: "[$1:$2]")
  }

  private func replacing(_ pattern: Pattern, in html: String, with template: String) -> String {
    guard let expression = try? NSRegularExpression(pattern: pattern.rawValue, options: .caseInsensitive) else { return "" }
    let whole = NSRange(location: 0, length: html.utf8.count) // weak: length-mix direct
    return expression.stringByReplacingMatches(in: html, range: whole, withTemplate: template)
  }

  func mayShare(_ html: String) -> Bool {
    html.range(of: "<(script|object|embed)>", options: .regularExpression) == nil // weak: regex-tag direct
  }

  func mayQuote(_ line: String) -> Bool {
    line.range(of: "[<>]", options: .regularExpression) == nil && line.count <= 280 // safe: regex-tag
  }

  func chapters(in text: String) -> [String] {
    let expression = try? NSRegularExpression(pattern: "\\([0-9]{2}:[0-9]{2}\\)")
    let whole = NSRange(text.startIndex..<text.endIndex, in: text) // safe: length-mix
    return (expression?.matches(in: text, range: whole) ?? []).compactMap { match in
      Range(match.range, in: text).map { String(text[$0]) }
    }
  }
}
