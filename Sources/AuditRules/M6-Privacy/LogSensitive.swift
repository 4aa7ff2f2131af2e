import AuditEngine
import OmamoriCore
import OmamoriReport

/// A secret or personal value that is written to a log.
struct LogSensitive: SwiftRule {
  static let metadata = RuleMetadata(
    id: "log-sensitive",
    title: LocalizedText("Sensitive value in a log", ja: "ログに出力される機密情報"),
    why: LocalizedText(
      """
      The console and the system log can be read over a cable, are part of diagnoses that users send, and are collected \
      by crash reporters. A secret in them is known to all who read them.
      """,
      ja: """
        コンソールやシステムログはケーブル接続で読み取れ、利用者が送る診断情報やクラッシュレポートにも含まれます。\
        そこに出力された秘密情報は、読む者全員に知られます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Log that something happened, not its value; where the value is needed use Logger with privacy: .private, or \
        AuditLog, which takes no secrets.
        """,
        ja: """
          値ではなく出来事だけを記録してください。値が必要な場合は Logger の privacy: .private を使用するか、\
          秘密情報を受け取らない AuditLog を使用してください。
          """),
      library: .auditLog),
    severity: .medium, confidence: .high, cwe: [532], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: #"func signIn(mail: String, password: String) { print("sign in \(mail) / \(password)") }"#,
      good: #"func signIn(mail: String, password: String) { logger.info("sign in") }"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let logs = LogCall.all(in: source)
    if let first = logs.first(where: { $0.privacy == .redacting }) ?? logs.first {
      report.note(
        .logging, at: first.call.range,
        first.privacy == .redacting
          ? LocalizedText("The system log, which redacts values, is used.", ja: "値を伏せるシステムログが使用されています。")
          : LocalizedText("Something is logged.", ja: "ログ出力があります。"))
    }
    for logged in LoggedValues.all(in: source) where logged.log.privacy == .open {
      let (log, values) = (logged.log, logged.values.filter { !$0.isHidden && !$0.isPublic })
      guard let value = values.max(by: { $0.meaning < $1.meaning }) else { continue }
      report.add(
        Self.self, at: log.call.range,
        LocalizedText(
          "`\(log.call.name)` writes “\(value.name)” to the log.",
          ja: "`\(log.call.name)` が「\(value.name)」をログに出力しています。"),
        confidence: value.meaning == .secret && value.isNamed && !value.isPassed ? .high : .medium,
        flow: value.steps)
    }
  }
}

extension LogSensitive: FlowRule {
  static let places: FlowSinkClass = [.log, .numberLog]
  static let sources: TaintKind = [.secret, .personal]
  static let family: Set<RuleID> = ["log-objc", "log-public-privacy", "log-response-body"]

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "`\(arrival.sink)` writes “\(arrival.source)” to the log.",
      ja: "`\(arrival.sink)` が「\(arrival.source)」をログに出力しています。")
  }

  func confidence(_ arrival: FlowArrival) -> Confidence? { .medium }
}
