import AuditEngine
import OmamoriCore
import OmamoriReport

/// A secret or personal value that Objective-C or C writes to a log.
struct LogObjC: ObjectiveCRule {
  static let metadata = RuleMetadata(
    id: "log-objc",
    title: LocalizedText("Sensitive value in a log (Objective-C)", ja: "ログに出力される機密情報（Objective-C）"),
    why: LocalizedText(
      """
      NSLog and printf write to the system log as it is, in release builds too. It can be read over a cable and is \
      part of the diagnoses that users send.
      """,
      ja: """
        NSLog や printf はリリースビルドでも値をそのままシステムログに出力します。ケーブル接続で読み取れ、利用者が送る診断情報にも\
        含まれます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Log that something happened, not its value; os_log writes objects as <private> unless they are marked \
        public, and AuditLog takes no secrets.
        """,
        ja: """
          値ではなく出来事だけを記録してください。os_log は public と指定しない限りオブジェクトを <private> と出力し、\
          AuditLog は秘密情報を受け取りません。
          """),
      library: .auditLog),
    severity: .medium, confidence: .medium, cwe: [532], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "objc",
      bad: #"void signIn(NSString *password) { NSLog(@"sign in with %@", password); }"#,
      good: #"void signIn(NSString *password) { NSLog(@"sign in"); }"#))

  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard source.text.context != .test else { return }
    var hasNoted = false
    for (name, formatIndex) in ObjectiveCLogs.functions where source.names.contains(name) {
      for call in source.calls(name) where !call.hasReceiver && call.arguments.count > formatIndex {
        if !hasNoted {
          let place = source.bytes(of: call.tokens)
          report.note(.logging, at: place, LocalizedText("Something is logged.", ja: "ログ出力があります。"))
          hasNoted = true
        }
        check(call, formatIndex, source, &report)
      }
    }
  }

  private func check(
    _ call: CCall, _ formatIndex: Int, _ source: ObjectiveCSource, _ report: inout FileReport
  ) {
    // Only the two streams of the program itself.
    if call.name == "fprintf", !["stderr", "stdout"].contains(source.quote(call.arguments[0])) { return }
    let format = source.value(call.arguments[formatIndex], in: call.function)?.string ?? ""
    let marks = ObjectiveCLogs.marks(of: format)
    let isRedacting = call.name.hasPrefix("os_log")
    let first = ["CFShow", "puts"].contains(call.name) ? 0 : formatIndex + 1
    for (index, argument) in call.arguments.dropFirst(first).enumerated() {
      let mark = index < marks.count ? marks[index] : ""
      // A number says how long a secret is; the system log hides objects unless told not to.
      if !marks.isEmpty, !ObjectiveCLogs.writesText(mark) { continue }
      if isRedacting, !mark.contains("public") { continue }
      guard let value = Self.value(argument, call, source) else { continue }
      report.add(
        Self.self, at: source.bytes(of: call.tokens),
        LocalizedText(
          "`\(call.name)` writes “\(value)” to the log.", ja: "`\(call.name)` が「\(value)」をログに出力しています。"))
      return
    }
  }

  private static func value(_ argument: Range<Int>, _ call: CCall, _ source: ObjectiveCSource) -> String? {
    if let named = source.sensitive(argument, in: call.function) {
      // A token of a parser is a word of a text.
      let words = Words.of(named.name)
      let isWord = words.contains("token") || words.contains("tokens")
      if isWord, !source.text.path.hasSuffix(".m"), !source.text.path.hasSuffix(".mm") { return nil }
      return named.name
    }
    let bare = source.bare(argument)
    if bare.count == 1, source.isAccessCode(source.tokens[bare.lowerBound].text, in: call.function) {
      return source.tokens[bare.lowerBound].text
    }
    for index in argument where source.tokens[index].kind == .identifier {
      if identities.contains(source.tokens[index].text) { return source.tokens[index].text }
    }
    return nil
  }

  /// What names the device or the network it is in.
  private static let identities: Set = [
    "SSID", "BSSID", "kCNNetworkInfoKeySSID", "kCNNetworkInfoKeyBSSID", "identifierForVendor",
    "advertisingIdentifier",
  ]
}
