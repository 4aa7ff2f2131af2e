import AuditEngine
import OmamoriCore
import OmamoriReport

/// A secret or personal value on the pasteboard that all apps share.
struct PasteboardGeneralSensitive: SwiftRule {
  static let metadata = RuleMetadata(
    id: "pasteboard-general-sensitive",
    title: LocalizedText("Sensitive value on the general pasteboard", ja: "共有ペーストボードに置かれる機密情報"),
    why: LocalizedText(
      """
      Every app can read the general pasteboard, and Universal Clipboard hands its content to other devices of the \
      account. The value stays there until something else is copied.
      """,
      ja: """
        共有ペーストボードはどのアプリからも読み取れ、ユニバーサルクリップボードにより同じアカウントの他のデバイスにも渡ります。\
        値は次に何かがコピーされるまで残ります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use setItems(_:options:) with .localOnly and a short .expirationDate, and only when the user asks for the copy.
        """,
        ja: """
          利用者がコピーを求めた場合に限り、setItems(_:options:) に .localOnly と短い .expirationDate を指定してください。
          """)),
    severity: .medium, confidence: .high, cwe: [200], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: "UIPasteboard.general.string = roomPassword",
      good: """
        UIPasteboard.general.setItems(
          [[UTType.utf8PlainText.identifier: roomPassword]],
          options: [.localOnly: true, .expirationDate: Date(timeIntervalSinceNow: 60)])
        """))

  static let triggers = PasteboardWrite.names

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for write in PasteboardWrite.all(in: source) where write.isGeneral(source) {
      // With one of the two limits, what is missing is the business of the rule about the other one.
      guard let limits = write.limits, !limits.isLocal, !limits.expires, !source.isMadeUp(write.value) else {
        continue
      }
      if let found = write.sensitive(source) {
        report.add(
          Self.self, at: write.range, Self.message(found.name), severity: Self.severity(found.name),
          confidence: found.meaning == .secret ? .high : .medium)
      } else if let found = source.taint(of: write.value, in: write.scope, .secret) {
        report.add(
          Self.self, at: write.range, Self.message(found.name), severity: Self.severity(found.name),
          confidence: .medium, flow: source.flow(of: found, to: write.range))
      }
    }
  }

  /// A code that is good for seconds does little harm.
  private static func severity(_ name: String) -> Severity {
    Words.of(name).contains { ["otp", "totp", "hotp"].contains($0) } ? .low : .medium
  }

  private static func message(_ name: String) -> LocalizedText {
    LocalizedText("“\(name)” is put on the general pasteboard.", ja: "「\(name)」が共有ペーストボードに置かれています。")
  }
}

extension PasteboardGeneralSensitive: FlowRule {
  static let places: FlowSinkClass = .pasteboard
  static let sources: TaintKind = [.secret]
  static let family: Set<RuleID> = ["pasteboard-not-local", "pasteboard-not-expiring"]

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.source) is put on the pasteboard that all apps share.",
      ja: "\(arrival.source) が、すべてのアプリが共有するペーストボードに置かれています。")
  }

  func confidence(_ arrival: FlowArrival) -> Confidence? { .medium }
}
