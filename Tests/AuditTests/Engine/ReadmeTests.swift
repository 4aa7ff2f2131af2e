import Foundation
import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What the README says about rules is true.
@Suite struct ReadmeTests {
  /// The rows of the table of categories: the category and the rules it names.
  private static let rows: [(category: String, rules: [String])] = {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("| M") }.map { row in
      let cells = row.split(separator: "|")
      let rules = cells.dropFirst().joined().split(separator: "`").enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      return (cells[0].trimmingCharacters(in: .whitespaces), rules)
    }
  }()

  @Test func everyRuleItNamesIsThereAndInItsCategory() throws {
    #expect(!Self.rows.isEmpty)
    let rules = Dictionary(uniqueKeysWithValues: RuleCatalog.metadata.map { ($0.id.rawValue, $0) })
    for row in Self.rows {
      #expect(!row.rules.isEmpty, "\(row.category)")
      for name in row.rules {
        let categories = try #require(rules[name], "\(name)").owaspMobile2024
        #expect(categories.contains { "\($0.rawValue) \($0.title.english)" == row.category }, "\(name)")
      }
    }
  }
}
