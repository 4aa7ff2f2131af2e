import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A pattern with text from outside, whose signs are then read as part of the pattern.
struct RegexFromInput: SwiftRule {
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
    masvs: ["CODE-4"], mastg: [],
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

  static let triggers = RegexUse.triggers

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for use in RegexUse.all(in: source)

    where !use.isLiteral && use.call != nil && Call(use.pattern, scope: use.scope)?.name != "Regex"
      && seen.insert(use.pattern.utf8Range).inserted
    {
      let holes = source.holes(in: use.pattern, scope: use.scope)
      if holes.isEmpty {
        guard
          let found = source.taint(of: use.pattern, in: use.scope, .outside, harmless: Self.harmless)
        else { continue }
        add(
          source.quote(use.pattern), at: use.pattern.utf8Range, found.confidence, use, found, source, &report)
        continue
      }
      for hole in holes where !InjectedPart.isHarmless(hole, words: Self.ownWords, source) {
        guard let found = source.taint(of: hole.value, in: hole.scope, .outside, harmless: Self.harmless)
        else {
          continue
        }
        add(source.quote(hole.value), at: hole.builder, found.confidence, use, found, source, &report)
        break
      }
    }
  }

  private func add(
    _ part: String, at range: Range<Int>, _ confidence: Confidence, _ use: RegexUse, _ found: TaintedValue,
    _ source: SwiftSource, _ report: inout FileReport
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(part) becomes part of the regular expression without being escaped.",
        ja: "\(part) がエスケープされずに正規表現の一部になります。"),
      confidence: min(confidence, .medium), flow: source.flow(of: found, to: use.call?.range ?? range))
  }

  static let harmless: Set = ["escapedPattern", "escapedTemplate"]
  /// Words of names for text that is a pattern by the app's own choice.
  private static let ownWords: Set = ["escape", "escaped", "escaping", "sanitized", "quoted"]
}

extension RegexFromInput: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CRegexUse.all(in: source) where !use.isLiteral && use.text(source) == nil {
      guard let function = use.function,
        let part = Self.parts(of: use.pattern, function, source, depth: 0).lazy.compactMap({
          FormatString.outside($0, function, source)
        }).first
      else { continue }
      report.add(
        Self.self, at: source.bytes(of: use.pattern),
        LocalizedText(
          "\(part) becomes part of the regular expression without being escaped.",
          ja: "\(part) がエスケープされずに正規表現の一部になります。"))
    }
  }

  /// The texts that `range` is put together from.
  private static func parts(
    of range: Range<Int>, _ function: Int, _ source: ObjectiveCSource, depth: Int
  ) -> [Range<Int>] {
    let range = source.bare(range)
    guard depth < 4 else { return [] }
    if let message = source.message(at: range) {
      switch message.selector {
      case "stringWithFormat:", "initWithFormat:", "stringByAppendingString:", "stringByAppendingFormat:":
        return ([message.receiver] + message.arguments).flatMap {
          parts(of: $0, function, source, depth: depth + 1)
        }
      default: return [range]
      }
    }
    if range.count == 1, let first = range.first,
      let given = source.values(of: source.tokens[first].text, in: function), given.count == 1,
      let message = source.message(at: source.bare(given.first.value)), message.selector.hasPrefix("string")
    {
      return parts(of: given.first.value, function, source, depth: depth + 1)
    }
    return [range]
  }
}

extension RegexFromInput: FlowRule {
  static let places: FlowSinkClass = .regex

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.origin.english) becomes part of the regular expression without being escaped.",
      ja: "\(arrival.origin.japanese)がエスケープされずに正規表現の一部になります。")
  }
}
