import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct RegexFromInputTests {
  @Test(arguments: [
    "func find(_ field: UITextField) { regex = try? NSRegularExpression(pattern: field.text!) } // here",
    #"func find(_ field: UITextField) { regex = try? Regex("\\b\(field.text!)\\b") } // here"#,
    #"""
    func search(_ searchBar: UISearchBar) {
      let term = searchBar.text ?? ""
      let found = body.range(of: "(" + term + ")", options: .regularExpression) // here
    }
    """#,
    """
    func show(_ url: URL) {
      view.onOpenURL { url in
        let ok = NSPredicate(format: "SELF MATCHES %@", url.lastPathComponent).evaluate(with: name) // here
      }
    }
    """,
    """
    func show(_ field: UITextField) {
      let found = NSPredicate(format: "size > %d AND name MATCHES[c] %@", argumentArray: [3, field.text!]) // here
    }
    """,
  ])
  func speaks(_ source: String) async throws {
    try await expectFlows(RegexFromInput.self, ["App.swift": source])
  }

  @Test(arguments: [
    #"func find(_ field: UITextField) { regex = try? NSRegularExpression(pattern: NSRegularExpression.escapedPattern(for: field.text!)) }"#,
    #"func find(_ field: UITextField) { regex = try? Regex("\\b\(NSRegularExpression.escapedPattern(for: field.text!))\\b") }"#,
    #"func find(_ field: UITextField) { regex = try? NSRegularExpression(pattern: field.text!, options: .ignoreMetacharacters) }"#,
    #"func find(_ field: UITextField) { found = body.range(of: field.text!, options: .caseInsensitive) }"#,
    #"func find(_ field: UITextField) { found = try? Regex(verbatim: field.text!) }"#,
    #"func find(_ pattern: String) { regex = try? NSRegularExpression(pattern: pattern) }"#,
    #"let count = 3; let regex = try Regex("a{\(count)}")"#,
    #"func find(_ field: UITextField) { p = NSPredicate(format: "name == %@ AND code MATCHES %@", field.text!, "[0-9]+") }"#,
  ])
  func isSilent(_ source: String) async throws {
    try await expectFlows(RegexFromInput.self, ["App.swift": source])
  }

  @Test(arguments: [
    "self.searchField.text options:0 error:nil]; } // here",
    "[NSString stringWithFormat:@\"\\\\b%@\", self.searchField.text] options:0 error:nil]; } // here",
    "[NSRegularExpression escapedPatternForString:self.searchField.text] options:0 error:nil]; }",
  ])
  func objectiveC(_ pattern: String) async throws {
    let finder = """
      @interface Finder : NSObject
      @property (nonatomic) UITextField *searchField;
      @end
      @implementation Finder
      - (void)find:(id)sender { regex = [NSRegularExpression regularExpressionWithPattern:\(pattern)
      @end
      """
    try await expectFlows(RegexFromInput.self, ["Finder.m": finder])
  }
}
