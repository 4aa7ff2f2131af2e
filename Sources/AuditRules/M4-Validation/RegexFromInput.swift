import AuditEngine
import OmamoriCore
import OmamoriReport

/// A pattern with text from outside, whose signs are then read as part of the pattern.
struct RegexFromInput: FlowRule {
  static let metadata = RuleMetadata(
    id: "regex-from-input",
    title: LocalizedText(
      "Text from outside used as a regular expression", ja: "外部の文字列を正規表現として使用している"),
    why: LocalizedText(
      """
      Signs such as ( * . in the text are read as part of the pattern. It then matches something else, is \
      refused as malformed, or takes so long that the app no longer answers.
      """,
      ja: """
        文字列中の ( * . などの記号が正規表現の一部として解釈されます。別のものに一致したり、構文エラーに\
        なったり、処理に時間がかかってアプリが応答しなくなったりします。
        """),
    fix: RuleFix(
      LocalizedText(
        "Put NSRegularExpression.escapedPattern(for:) around the text, or look for it without a pattern: contains, range(of:).",
        ja: """
          NSRegularExpression.escapedPattern(for:) でエスケープするか、正規表現を使わずに検索してください\
          （contains、range(of:)）。
          """)),
    severity: .low, confidence: .medium, cwe: [400, 730], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: #"""
        func find(_ field: UITextField) throws -> NSRegularExpression {
          try NSRegularExpression(pattern: "\\b\(field.text!)")
        }
        """#,
      good: #"""
        func find(_ field: UITextField) throws -> NSRegularExpression {
          try NSRegularExpression(pattern: "\\b" + NSRegularExpression.escapedPattern(for: field.text!))
        }
        """#))

  static let places: FlowSinkClass = .regex

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.origin.english) becomes part of the regular expression without being escaped.",
      ja: "\(arrival.origin.japanese)がエスケープされずに正規表現の一部になります。")
  }
}
