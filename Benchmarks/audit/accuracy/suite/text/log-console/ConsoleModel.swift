import Combine
import Foundation
import RegexBuilder
import UIKit

@MainActor
final class ConsoleModel: ObservableObject {
  @Published private(set) var lines: [String] = []
  @Published var severity = Severity.info
  private var filter: LinePattern?
  private var prefix: LiteralPattern?

  func open(_ url: URL) {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let value = { (name: String) in items.first { $0.name == name }?.value }
    filter = value("filter").flatMap(LinePattern.init)
    prefix = value("prefix").map(LiteralPattern.init)
  }

  var visible: [String] {
    lines.filter { line in
      severity.matches(line) && filter?.matches(line) ?? true && prefix?.matches(line) ?? true
    }
  }

  func removePasted() {
    guard let pasted = UIPasteboard.general.string, let pattern = try? Regex(pasted) else { return } // weak: regex-input direct
    lines.removeAll { $0.contains(pattern) }
  }

  func keepPasted() {
    guard let pasted = UIPasteboard.general.string else { return }
    let literal = Regex(verbatim: pasted) // safe: regex-input
    lines.removeAll { !$0.contains(literal) }
  }

  func count(of requestID: String) -> Int {
    let pattern = Regex { // safe: regex-input
      Anchor.wordBoundary
      requestID
      Anchor.wordBoundary
    }
    return lines.filter { $0.firstMatch(of: pattern) != nil }.count
  }

  func jump(toLine number: Int) -> String? {
    let pattern = "^0*\(number):"
    return lines.first { $0.range(of: pattern, options: .regularExpression) != nil } // safe: regex-input
  }
}
