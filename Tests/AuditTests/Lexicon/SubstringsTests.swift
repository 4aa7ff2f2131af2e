import SwiftParser
import SwiftSyntax
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Short ways to texts have to lead to the same as the long ones.
@Suite struct SubstringsTests {
  @Test(arguments: [
    ("https://a.example", "://", 5), ("a:/b://c", "://", 4), ("日本語の文", "語", 6), ("abc", "abc", 0),
    ("aab", "ab", 1),
  ]) func aTextIsFoundWhereItsBytesStand(text: String, wanted: String, offset: Int) {
    let found = text.firstRange(of: wanted)
    #expect(found.map { text[$0] } == Substring(wanted))
    #expect(
      found?.lowerBound.utf16Offset(in: text)
        == text.utf8.index(text.startIndex, offsetBy: offset).utf16Offset(in: text))
    let slice = ("__" + text).dropFirst(2)
    #expect(slice.firstRange(of: wanted).map { slice[$0] } == Substring(wanted))
  }

  @Test(arguments: [("abc", "abd"), ("", "a"), ("ab", "abc"), ("aaa", "ab")])
  func whatIsNotThereIsNotFound(text: String, wanted: String) {
    #expect(text.firstRange(of: wanted) == nil)
    #expect(!text.contains(wanted))
  }

  @Test(arguments: [
    #""plain""#, #""with \"quotes\" and \n""#, ##"#"raw \n"#"##, "\"\"\"\n  long\n  text\n  \"\"\"", #""""#,
    #""hole \(in) it""#, #""日本語""#, "\"open",
  ]) func aLiteralStandsForTheSameText(code: String) throws {
    let source = SwiftSource(TextSource(path: "A.swift", bytes: Array("let a = \(code)\n".utf8)))
    let literal = try #require(source.facts.strings.first).node
    #expect(literal.knownText == literal.representedLiteralValue)
  }

  @Test(arguments: [
    "Int", "Swift.Int", "[Int]", "Array<Int>", "Int?", "/* remark */ Int /* remark */", "some View",
    "`default`",
  ]) func aTypeIsNamedAsItIsWritten(code: String) throws {
    let source = SwiftSource(TextSource(path: "A.swift", bytes: Array("let a: \(code) = b\n".utf8)))
    let type = try #require(source.facts.bindings("a").first?.type)
    #expect(type.writtenName == type.trimmedDescription)
  }
}
