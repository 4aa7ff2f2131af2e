import Foundation
import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// The table of categories in `Documentation/audit.md`, and in its Japanese translation, names rules that exist.
@Suite struct AuditPageTests {
  @Test(arguments: [("audit.md", Language.en), ("ja/audit.md", .ja)])
  func everyRuleOfTheTableIsInItsCategory(_ page: String, _ language: Language) throws {
    let rows = try Self.rows(of: page)
    #expect(rows.count == OWASPMobile2024.allCases.count)
    let rules = Dictionary(uniqueKeysWithValues: RuleCatalog.metadata.map { ($0.id.rawValue, $0) })
    for row in rows {
      #expect(!row.rules.isEmpty, "\(row.category)")
      for name in row.rules {
        let categories = try #require(rules[name], "\(name)").owaspMobile2024
        #expect(categories.contains { "\($0.rawValue) \($0.title[language])" == row.category }, "\(name)")
      }
    }
  }

  /// The rows that begin with `| M1`, `| M2` and so on: the category, and the rules between backticks.
  private static func rows(of page: String) throws -> [(category: String, rules: [String])] {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Documentation/\(page)"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { row in
      row.hasPrefix("| M") && row.dropFirst(3).first?.isNumber == true
    }
    return rows.map { row in
      let cells = row.split(separator: "|")
      let rules = cells.dropFirst().joined().split(separator: "`").enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      return (cells[0].trimmingCharacters(in: .whitespaces), rules)
    }
  }
}
