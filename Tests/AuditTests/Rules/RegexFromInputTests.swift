import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct RegexFromInputTests {
  @Test(arguments: [
    #"func find(_ field: UITextField) { regex = try? NSRegularExpression(pattern: ⟦field.text!⟧) }"#,
    #"func find(_ field: UITextField) { regex = try? Regex(⟦"\\b\(field.text!)\\b"⟧) }"#,
    #"""
    func search(_ searchBar: UISearchBar) {
      let term = searchBar.text ?? ""
      let found = body.range(of: ⟦"(" + term + ")"⟧, options: .regularExpression)
    }
    """#,
    #"func show(_ url: URL) { view.onOpenURL { url in let ok = NSPredicate(format: "SELF MATCHES %@", ⟦url.lastPathComponent⟧).evaluate(with: name) } }"#,
  ])
  func speaks(_ source: String) { expect(RegexFromInput.self, in: source, severity: .low) }

  @Test(arguments: [
    #"func find(_ field: UITextField) { regex = try? NSRegularExpression(pattern: NSRegularExpression.escapedPattern(for: field.text!)) }"#,
    #"func find(_ field: UITextField) { regex = try? Regex("\\b\(NSRegularExpression.escapedPattern(for: field.text!))\\b") }"#,
    #"func find(_ field: UITextField) { regex = try? NSRegularExpression(pattern: field.text!, options: .ignoreMetacharacters) }"#,
    #"func find(_ field: UITextField) { found = body.range(of: field.text!, options: .caseInsensitive) }"#,
    #"func find(_ field: UITextField) { found = try? Regex(verbatim: field.text!) }"#,
    #"func find(_ pattern: String) { regex = try? NSRegularExpression(pattern: pattern) }"#,
    #"let count = 3; let regex = try Regex("a{\(count)}")"#,
  ])
  func isSilent(_ source: String) { expect(RegexFromInput.self, in: source) }

  @Test(arguments: [
    "@implementation Finder\n- (void)find:(id)sender { NSRegularExpression *regex = [NSRegularExpression regularExpressionWithPattern:⟦self.searchField.text⟧ options:0 error:nil]; }\n@end",
    "@implementation Finder\n- (void)find:(id)sender { NSRegularExpression *regex = [NSRegularExpression regularExpressionWithPattern:⟦[NSString stringWithFormat:@\"\\\\b%@\", self.searchField.text]⟧ options:0 error:nil]; }\n@end",
    "@implementation Finder\n- (void)find:(id)sender { NSRegularExpression *regex = [NSRegularExpression regularExpressionWithPattern:[NSRegularExpression escapedPatternForString:self.searchField.text] options:0 error:nil]; }\n@end",
  ])
  func objectiveC(_ source: String) { expect(RegexFromInput.self, inObjectiveC: source) }
}
