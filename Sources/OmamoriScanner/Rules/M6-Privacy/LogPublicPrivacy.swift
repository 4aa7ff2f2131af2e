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
        システムログは既定で値を伏せます。public と指定すると、端末のログと、そこから送られるすべての診断情報に値が残ります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use privacy: .private, or .private(mask: .hash) to compare values without seeing them.",
        ja: "privacy: .private を使用してください。値を見ずに突き合わせるには .private(mask: .hash) を使用します。"),
      library: .auditLog),
    severity: .medium, confidence: .high, cwe: [532], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    masvs: ["STORAGE-2"], mastg: [53],
    example: RuleMetadata.Example(
      bad: #"logger.info("signed in with \(accessToken, privacy: .public)")"#,
      good: #"logger.info("signed in with \(accessToken, privacy: .private(mask: .hash))")"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for log in LogCall.all(in: source) where !source.isMadeUp(log.call.node) {
      let values = LoggedValue.all(of: log, in: source).filter(\.isPublic)
      guard let value = values.max(by: { $0.meaning < $1.meaning }) else { continue }
      report.add(
        Self.self, at: log.call.range,
        LocalizedText(
          "“\(value.name)” is logged as public.", ja: "「\(value.name)」が public としてログに出力されています。"),
        confidence: value.isNamed && !value.isPassed ? .high : .medium, flow: value.steps,
        fix: Self.fix(of: values, in: log))
    }
  }

  static let repair = LocalizedText("Marks the value as private.", ja: "値を private に指定します。")

  /// All values of the call at once; what a format says about them is no word of its own.
  private static func fix(of values: [LoggedValue], in log: LogCall) -> SourceFix? {
    let names = values.compactMap { $0.mark.flatMap(WrittenValue.member) }.filter { $0.text == "public" }
    guard log.privacy == .redacting, names.count == values.count else { return nil }
    return SourceFix(repair, names.map { WrittenValue.replacing($0, with: "private") })
  }
}
