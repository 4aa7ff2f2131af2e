import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret or personal value that the system log is told not to redact.
struct LogPublicPrivacy: FixingRule {
  static let metadata = RuleMetadata(
    id: "log-public-privacy",
    title: LocalizedText("Sensitive value logged as public", ja: "公開指定でログに出力される機密情報"),
    why: LocalizedText(
      """
      The system log redacts values by default. Marked as public, the value stays readable in the log of the device and \
      in every diagnosis that is sent from it.
      """,
      ja: """
        システムログは既定で値を伏せます。public と指定すると、デバイスのログと、そこから送られるすべての診断情報に値が残ります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use privacy: .private, or .private(mask: .hash) to compare values without seeing them.",
        ja: "privacy: .private を使用してください。値を見ずに突き合わせるには .private(mask: .hash) を使用します。"),
      library: .auditLog),
    severity: .medium, confidence: .high, cwe: [532], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: #"logger.info("signed in with \(accessToken, privacy: .public)")"#,
      good: #"logger.info("signed in with \(accessToken, privacy: .private(mask: .hash))")"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for logged in LoggedValues.all(in: source) {
      let (log, values) = (logged.log, logged.values.filter(\.isPublic))
      guard let value = values.max(by: { $0.meaning < $1.meaning }) else {
        checkLink(log, source, &report)
        continue
      }
      report.add(
        Self.self, at: log.call.range,
        LocalizedText(
          "“\(value.name)” is logged as public.", ja: "「\(value.name)」が public としてログに出力されています。"),
        confidence: value.isNamed && !value.isPassed ? .high : .medium, flow: value.steps,
        fix: Self.fix(of: values, in: log))
    }
  }

  /// A link that opened the app may carry a code of a sign-in, as long as it is written whole.
  private func checkLink(_ log: LogCall, _ source: SwiftSource, _ report: inout FileReport) {
    for literal in log.values.compactMap({ $0.as(StringLiteralExprSyntax.self) }) {
      for case .expressionSegment(let hole) in literal.segments {
        let mark = hole.expressions.first { $0.label?.text == "privacy" }?.expression
        guard mark.flatMap(NamePath.last) == "public", let value = hole.expressions.first?.expression,
          let link = Self.wholeLink(value), let found = source.taint(of: link, in: log.call.scope, .link)
        else { continue }
        return report.add(
          Self.self, at: log.call.range,
          LocalizedText(
            "The link “\(found.name)” that opened the app is logged as public, with all that it carries.",
            ja: "アプリを開いたリンク「\(found.name)」が、含まれる値ごと public としてログに出力されています。"),
          confidence: .medium, flow: source.flow(of: found, to: value.utf8Range))
      }
    }
  }

  /// The link in `url` and `url.absoluteString`; parts such as its scheme or host carry no code.
  private static func wholeLink(_ value: ExprSyntax) -> ExprSyntax? {
    if value.is(DeclReferenceExprSyntax.self) { return value }
    guard let member = value.as(MemberAccessExprSyntax.self),
      ["absoluteString", "query", "fragment"].contains(member.declName.baseName.text),
      let base = member.base, base.is(DeclReferenceExprSyntax.self)
    else { return nil }
    return base
  }

  static let repair = LocalizedText("Marks the value as private.", ja: "値を private に指定します。")

  /// All values of the call at once; what a format says about them is no word of its own.
  private static func fix(of values: [LoggedValue], in log: LogCall) -> SourceFix? {
    let names = values.compactMap { $0.mark.flatMap(WrittenValue.member) }.filter { $0.text == "public" }
    guard log.privacy == .redacting, names.count == values.count else { return nil }
    return SourceFix(repair, names.map { WrittenValue.replacing($0, with: "private") })
  }
}

extension LogPublicPrivacy: FlowRule {
  static let places: FlowSinkClass = .publicLog
  static let sources: TaintKind = [.secret, .personal]

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "“\(arrival.source)” is logged as public.", ja: "「\(arrival.source)」が public としてログに出力されています。")
  }

  func confidence(_ arrival: FlowArrival) -> Confidence? { .medium }
}
