import Testing

@testable import AuditEngine

@Suite struct RegexPatternTests {
  @Test(arguments: [
    "^https?://[^/]+$", #"[[:alpha:]_][\w&&[^\d]]*"#, #"(?i)(?<name>a|b)\k<name>"#, #"\Qa.b*\E+"#,
    "a{2,}b{3}c{1,2}?",
    #"(?x) a b # comment"#, #"\p{Lu}\P{L}\pN\x41\u{1F600}\u00e9"#, "(?=a)(?!b)(?<=c)(?<!d)(?>e)", "a++b*+c?+",
    "[]a]",
    "x{y}", "(?s-i:.)", "[a\\-z--[b]]",
  ])
  func reads(_ pattern: String) { #expect(RegexPattern(pattern) != nil) }

  @Test(arguments: ["(", ")", "a**b(", "[a", "*a", "(?<n", "a\\"])
  func refuses(_ pattern: String) { #expect(RegexPattern(pattern) == nil) }

  @Test func refusesWhatIsTooLongOrNestedTooDeeply() {
    #expect(RegexPattern(String(repeating: "a", count: 5000)) == nil)
    #expect(RegexPattern(String(repeating: "(", count: 500) + String(repeating: ")", count: 500)) == nil)
    #expect(RegexPattern(String(repeating: "[", count: 500) + String(repeating: "]", count: 500)) == nil)
  }

  @Test(arguments: [
    "^(a+)+$", #"^(\w+\s?)*$"#, "^(a|aa)*$", "(.*,)+x", "(a|a)*b", #"([a-z]+)*\d"#, #""([^"\\]+|\\.)*""#,
    #"(\s*\w+\s*)*;"#, "(a*)*b", "(a?b?)*c", #"^(\d{1,3})+$"#, #"(?i)(a|A)*b"#, "((a+)+b|c)*", "(?=(a+)+b)a",
    "(?>(a+)+b)", #"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*@"#, #"(\.[\w.-]+)+$"#, "(a+){10}b",
  ])
  func isExponential(_ pattern: String) throws {
    #expect(try #require(RegexPattern(pattern)).growth(isWhole: false) == .exponential, "\(pattern)")
  }

  @Test(arguments: [
    "^(a+)$", #"^\w+(\s\w+)*$"#, "(ab|cd)*e", "([^,]*,)+x", #""([^"\\]|\\.)*""#, "(a+)+", "(a++)+b",
    "(?>a+)+b",
    #"^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$"#, #"^([a-z0-9]+\.)+[a-z]{2,6}$"#, #"^(\d{4}-)*\d{4}$"#,
    #"^\d{1,3}(,\d{3})*$"#, #"(\d{16})+x"#, "a*b*c*", ".*foo.*bar", #"^\s*(.*?)\s*$"#, #"<[^>]+>"#, "(.*,)+",
    "^(?:[0-9]{1,4}, ){0,20}[0-9]{1,4}$",
  ])
  func isNot(_ pattern: String) throws {
    #expect(try #require(RegexPattern(pattern)).growth(isWhole: false) == nil, "\(pattern)")
  }

  @Test func knowsPowers() throws {
    #expect(try #require(RegexPattern("^.*.*.*=$")).growth(isWhole: true) == .polynomial(degree: 3))
    #expect(try #require(RegexPattern(#"\d*\d*\d*x"#)).growth(isWhole: false) == .polynomial(degree: 4))
  }

  @Test func theWholeTextMakesAnEnd() throws {
    let pattern = try #require(RegexPattern("(a+)+"))
    #expect(pattern.growth(isWhole: true) == .exponential)
  }

  /// Large patterns are given up on rather than judged for ever.
  @Test func isBounded() throws {
    let wide = "(" + (0..<150).map { "a\($0)*" }.joined(separator: "|") + ")*x"
    _ = try #require(RegexPattern(wide)).growth(isWhole: true)
    let deep = String(repeating: "(", count: 50) + "a" + String(repeating: "*)", count: 50) + "b"
    #expect(try #require(RegexPattern(deep)).growth(isWhole: true) == .exponential)
    let optional = String(repeating: "a?", count: 280) + String(repeating: "a*", count: 18) + "b"
    _ = try #require(RegexPattern(optional)).growth(isWhole: true)
    let counted = String(repeating: "(?:", count: 20) + "a" + String(repeating: "{6}){6}", count: 10)
    _ = RegexPattern(counted)?.growth(isWhole: true)
  }
}
