import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A pattern that takes a very long time for some texts that do not match.
struct RegexBacktracking: SwiftRule {
  static let metadata = RuleMetadata(
    id: "regex-backtracking",
    title: LocalizedText(
      "Regular expression with runaway backtracking", ja: "バックトラックが際限なく増える正規表現"),
    why: LocalizedText(
      """
      The engine tries every way in which repetitions can share a text before it gives up. With repetitions \
      inside repetitions each further character doubles the ways: thirty characters stop the app.
      """,
      ja: """
        正規表現エンジンは、繰り返しへの文字の割り当て方をすべて試してから不一致と判断します。繰り返しの中に\
        繰り返しがあると 1 文字ごとに試行が倍増し、30 文字程度でアプリが応答しなくなります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Write the pattern so that each character can be matched in one way only, such as (\\w+\\s)*\\w+ for \
        (\\w+\\s?)*, make inner repetitions possessive or atomic ((?>…), a++), and limit the length of the text.
        """,
        ja: """
          各文字の一致のしかたが 1 通りになるように書き直すか（(\\w+\\s?)* は (\\w+\\s)*\\w+ に）、内側の\
          繰り返しを強欲またはアトミックにし（a++、(?>…)）、対象の文字列の長さを制限してください。
          """)),
    severity: .medium, confidence: .medium, cwe: [1333], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: #"""
        let isName = name.range(of: "^(\\w+\\s?)*$", options: .regularExpression) != nil
        """#,
      good: #"""
        let isName = name.range(of: "^\\w+(\\s\\w+)*\\s?$", options: .regularExpression) != nil
        """#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for use in RegexUse.all(in: source) where !use.isLiteral {
      for known in use.known(source) where Self.repeats(known.text) && !seen.contains(known.range) {
        guard let growth = RegexPattern(known.text, use.options)?.growth(isWhole: use.manner == .whole) else {
          continue
        }
        guard use.manner != .constant || growth == .exponential else { continue }
        seen.insert(known.range)
        let isOwn = use.subject.map { self.isOwn($0.value, $0.scope, source) } ?? false
        report.add(
          Self.self, at: known.repetition ?? known.range, Self.message(growth),
          severity: isOwn || growth != .exponential ? .low : .medium, confidence: isOwn ? .low : nil)
      }
    }
  }

  /// Whether a pattern has two repetitions, or one of alternatives, without which nothing can take long.
  static func repeats(_ pattern: String) -> Bool {
    let repetitions = pattern.utf8.count { Self.quantifiers.contains($0) }
    return repetitions > 1 || repetitions == 1 && pattern.contains("|")
  }

  private static let quantifiers = Set("*+{".utf8)

  static func message(_ growth: RegexGrowth) -> LocalizedText {
    switch growth {
    case .exponential:
      LocalizedText(
        "A repetition in this pattern can match the same text in several ways; the time doubles with each character.",
        ja: "この正規表現の繰り返しは同じ文字列に何通りにも一致するため、1 文字ごとに処理時間が倍増します。")
    case .polynomial(let degree):
      LocalizedText(
        "\(degree) repetitions in a row can match the same characters; the time grows with the power \(degree) of the length.",
        ja: "連続する \(degree) 個の繰り返しが同じ文字に一致するため、処理時間が長さの \(degree) 乗で増えます。")
    }
  }

  /// Whether the text is a constant or comes with the app.
  private func isOwn(_ text: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    // A property with a first value is filled by a control.
    if let name = NamePath.last(of: text), let binding = source.binding(named: name, from: scope),
      binding.kind == .variable
    {
      return false
    }
    return source.origins(of: text, in: scope).allSatisfy { origin in
      source.fold(origin.expression, in: origin.scope).isConstant
        && source.fold(origin.expression, in: origin.scope).string != ""
        || origin.expression.tokens(viewMode: .sourceAccurate).prefix(64).contains { $0.text == "Bundle" }
    }
  }
}

extension RegexBacktracking: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CRegexUse.all(in: source) where !use.isLiteral {
      guard let text = use.text(source), Self.repeats(text),
        let growth = RegexPattern(text, use.options)?.growth(isWhole: use.manner == .whole),
        use.manner != .constant || growth == .exponential
      else { continue }
      let isOwn =
        !use.subjects.isEmpty
        && use.subjects.allSatisfy { source.value($0.range, in: $0.function)?.string != nil }
      report.add(
        Self.self, at: use.place(source), Self.message(growth),
        severity: isOwn || growth != .exponential ? .low : .medium)
    }
  }
}
