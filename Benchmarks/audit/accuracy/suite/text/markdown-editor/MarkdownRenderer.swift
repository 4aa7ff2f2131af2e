import UIKit

struct MarkdownRenderer {
  private static let list = "^(?:[-+*]?\\s*\\w+\\s*)+:$" // weak: regex-slow helper
  private static let fence = "^`{3,5}[a-z]{0,12}$" // safe: regex-slow

  func render(contentsOf url: URL) throws -> NSAttributedString {
    render(try String(contentsOf: url, encoding: .utf8))
  }

  private func render(_ document: String) -> NSAttributedString {
    let result = NSMutableAttributedString()
    for line in document.components(separatedBy: "\n") {
      if line.hasPrefix("# ") {
        result.append(heading(line))
      } else if fits(line, Self.list) {
        result.append(listTitle(line))
      } else if !fits(line, Self.fence) {
        result.append(NSAttributedString(string: line))
      }
      result.append(NSAttributedString(string: "\n"))
    }
    return result
  }

  private func heading(_ line: String) -> NSAttributedString {
    let title = String(line.dropFirst(2))
    let styled = NSMutableAttributedString(string: title)
    let length = title.unicodeScalars.count
    let whole = NSRange(location: 0, length: length) // weak: length-mix direct
    styled.addAttribute(.font, value: UIFont.preferredFont(forTextStyle: .title1), range: whole)
    return styled
  }

  private func listTitle(_ line: String) -> NSAttributedString {
    let marker = markerWidth(of: line)
    let text = (line as NSString).substring(from: marker) // weak: length-mix helper
    let styled = NSMutableAttributedString(string: text)
    let whole = NSRange(location: 0, length: (text as NSString).length) // safe: length-mix
    styled.addAttribute(.font, value: UIFont.preferredFont(forTextStyle: .headline), range: whole)
    return styled
  }

  private func markerWidth(of line: String) -> Int {
    line.prefix { !$0.isLetter && !$0.isNumber }.count
  }

  private func fits(_ line: String, _ pattern: String) -> Bool {
    line.range(of: pattern, options: .regularExpression) != nil
  }

  func placeholders(in template: String) -> [Substring] {
    template.matches(of: #/<<([a-z]{1,20})>>/#).map(\.1) // safe: regex-tag
  }
}
