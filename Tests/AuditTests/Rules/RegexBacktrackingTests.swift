import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct RegexBacktrackingTests {
  @Test(arguments: [
    #"let ok = name.range(of: ⟦"^(\\w+\\s?)*$"⟧, options: .regularExpression) != nil"#,
    #"let regex = try NSRegularExpression(pattern: ⟦"(.*,)+x"⟧)"#,
    #"guard text.wholeMatch(of: ⟦/(a|aa)*/⟧) != nil else { return }"#,
    ##"let found = try Regex(⟦#"^(\d+)*:"#⟧).firstMatch(in: line)"##,
    #"""
    let pattern = ⟦"([a-z]+)+[0-9]"⟧
    let isCode = NSPredicate(format: "SELF MATCHES %@", pattern).evaluate(with: code)
    """#,
    #"""
    func matches(_ text: String, _ pattern: String) -> Bool {
      text.range(of: pattern, options: .regularExpression) != nil
    }
    let isName = matches(name, ⟦"^([A-Za-z]+ ?)+$"⟧)
    """#,
    #"""
    let patterns = [⟦"^(a*)*$"⟧, "^b*$"]
    let isKnown = patterns.contains { text.range(of: $0, options: .regularExpression) != nil }
    """#,
  ])
  func speaks(_ source: String) { expect(RegexBacktracking.self, in: source, severity: .medium) }

  @Test(arguments: [
    #"let ok = name.range(of: "^\\w+(\\s\\w+)*$", options: .regularExpression) != nil"#,
    #"let ok = name.range(of: "(a+)+$") != nil"#,
    #"let regex = try NSRegularExpression(pattern: "(a+)+$", options: .ignoreMetacharacters)"#,
    #"let found = text.firstMatch(of: /(\d+\.)+\d+/)"#,
    #"func title() -> String { "^(a+)+$" }"#,
    #"let regex = try NSRegularExpression(pattern: "^(?>a+)+$")"#,
  ])
  func isSilent(_ source: String) { expect(RegexBacktracking.self, in: source) }

  @Test func whatTheAppBringsIsLow() {
    expect(
      RegexBacktracking.self,
      in: #"""
        let version = "1.2.3"
        let ok = version.range(of: ⟦"^(\\d+\\.?)+$"⟧, options: .regularExpression) != nil
        """#, severity: .low, confidence: .low)
  }

  @Test func regexBuilder() {
    expect(
      RegexBacktracking.self,
      in: """
        let nickname = Regex {
          ⟦OneOrMore {
            OneOrMore(.word)
            Optionally(.whitespace)
          }⟧
          "#"
        }
        let team = Regex {
          ZeroOrMore { "-"; OneOrMore(.word, .possessive) }
          Repeat(.digit, 1...3)
        }
        """)
  }

  /// A constant that other files use.
  @Test func aConstant() {
    expect(
      RegexBacktracking.self,
      in:
        #"enum Patterns { static let line = ⟦"^(.*?,)+TOTAL$"⟧; static let title = "(a+)+"; static let text = "Ready" }"#
    )
  }

  @Test(arguments: [
    #"""
    - (BOOL)isName:(NSString *)name {
      NSRegularExpression *regex = [NSRegularExpression regularExpressionWithPattern:⟦@"^(\\w+\\s?)*$"⟧ options:0 error:nil];
      return [regex numberOfMatchesInString:name options:0 range:NSMakeRange(0, name.length)] > 0;
    }
    """#,
    #"""
    - (BOOL)isName:(NSString *)name {
      NSPredicate *test = [NSPredicate predicateWithFormat:@"SELF MATCHES %@", ⟦@"(a|aa)*"⟧];
      return [test evaluateWithObject:name];
    }
    """#,
    #"""
    - (BOOL)isName:(NSString *)name {
      return [name rangeOfString:@"^\\w+$" options:NSRegularExpressionSearch].location != NSNotFound;
    }
    """#,
  ])
  func objectiveC(_ source: String) { expect(RegexBacktracking.self, inObjectiveC: source) }
}
