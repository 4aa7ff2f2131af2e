import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A format that holds text from outside, which is then read as instructions.
struct FormatString: SwiftRule {
  static let metadata = RuleMetadata(
    id: "format-string",
    title: LocalizedText("Text from outside used as a format", ja: "外部の文字列を書式として使用している"),
    why: LocalizedText(
      """
      A % in the text is read as an instruction for arguments that were never passed: the program \
      stops, or prints memory that is none of the reader's business.
      """,
      ja: """
        文字列中の % は、渡されていない引数への指示として解釈されます。アプリの異常終了や、本来見えない\
        メモリー内容の出力につながります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Write a literal format and pass the text as an argument: NSLog("%@", text). OmamoriAuditLog \
        takes fields, not formats.
        """,
        ja: """
          書式はリテラルで書き、文字列は引数として渡してください（NSLog("%@", text)）。OmamoriAuditLog \
          は書式ではなくフィールドを受け取ります。
          """),
      library: .auditLog),
    severity: .medium, confidence: .medium, cwe: [134], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    masvs: ["CODE-4"], mastg: [86],
    example: RuleMetadata.Example(
      bad: "func show(_ field: UITextField) { NSLog(field.text!) }",
      good: """
        func show(_ field: UITextField) { NSLog("%@", field.text!) }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls {
      guard let format = format(of: call) else { continue }
      let known = source.fold(format, in: call.scope)
      guard known.string == nil, !known.isConstant else { continue }
      let found = outside(in: format, call, source)
      let outside = found?.name ?? outsideName(in: format, call, source)
      let hole = source.holes(in: format, scope: call.scope).first {
        !InjectedPart.isHarmless($0, words: Self.ownWords, source)
      }
      guard outside != nil || hole != nil && call.name == "NSLog" else { continue }
      let part = outside ?? hole.map { source.quote($0.value) } ?? ""
      report.add(
        Self.self, at: format.byteRange,
        LocalizedText(
          "\(part) is read as a part of the format of \(call.name).",
          ja: "\(part) が \(call.name) の書式の一部として解釈されます。"),
        confidence: outside == nil ? .low : .medium,
        flow: found.map { source.flow(of: $0, to: call.range) } ?? [])
    }
  }

  private func format(of call: Call) -> ExprSyntax? {
    switch call.name {
    case "NSLog", "NSLogv", "printf", "vprintf": return call.arguments.first?.value
    case "String", "NSString": return call.argument("format")
    case "os_log", "fprintf":
      let candidate = call.arguments.first { $0.label == nil && !$0.value.is(DeclReferenceExprSyntax.self) }
      return call.name == "fprintf" && call.arguments.count > 1 ? call.arguments[1].value : candidate?.value
    default: return nil
    }
  }

  /// The text from outside that `format` is or holds, with the way it took.
  private func outside(in format: ExprSyntax, _ call: Call, _ source: SwiftSource) -> TaintedValue? {
    let holes = source.holes(in: format, scope: call.scope)
    if holes.isEmpty { return source.taint(of: format, in: call.scope, .outside, harmless: Self.translating) }
    return holes.lazy.compactMap { hole in
      source.taint(of: hole.value, in: hole.scope, .outside, harmless: Self.translating)
    }
    .first
  }

  private static let translating: Set = ["NSLocalizedString", "localizedString"]

  /// The outside text that `format` is or holds.
  private func outsideName(in format: ExprSyntax, _ call: Call, _ source: SwiftSource) -> String? {
    let parts = source.holes(in: format, scope: call.scope).map(\.value)
    let candidates = parts.isEmpty ? [format] : parts
    let names = source.facts.function(around: call.scope).map {
      ExternalInput.spreadNames(in: $0, source)
    }
    for candidate in candidates where Call(candidate, scope: call.scope)?.name != "NSLocalizedString" {
      if let member = ExternalInput.member(in: candidate) { return member }
      if candidate.is(DeclReferenceExprSyntax.self) || parts.contains(where: { $0.id == candidate.id }),
        let names, let name = NameFlow.use(of: names, in: candidate)
      {
        return name
      }
    }
    return nil
  }

  private static let ownWords: Set = [
    "format", "function", "file", "line", "error", "status", "code", "self", "type",
  ]
}
