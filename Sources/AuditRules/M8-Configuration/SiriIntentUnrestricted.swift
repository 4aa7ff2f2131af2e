import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A sensitive custom intent that Siri runs on a locked device.
struct SiriIntentUnrestricted: PropertyListRule {
  static let metadata = RuleMetadata(
    id: "siri-intent-unrestricted",
    title: LocalizedText(
      "Sensitive Siri intent not restricted while locked", ja: "ロック中に制限されていない重要な Siri インテント"),
    why: LocalizedText(
      """
      The system passes a custom intent to the app on a locked device unless the property list restricts it. Anyone who \
      holds the device can then start the action by voice.
      """,
      ja: """
        プロパティリストで制限しないカスタムインテントは、ロック中のデバイスでもアプリに渡されます。\
        デバイスを手にした人は誰でも、音声で実行できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "List the intent in IntentsRestrictedWhileLocked (INIntentsRestrictedWhileLocked in the app).",
        ja: "インテントを IntentsRestrictedWhileLocked（アプリ本体では INIntentsRestrictedWhileLocked）に加えてください。")),
    severity: .medium, confidence: .medium, cwe: [306], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "plist",
      bad: """
        <key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
        <key>IntentsRestrictedWhileLocked</key><array/>
        <key>IntentsSupported</key><array><string>PayInvoiceIntent</string></array>
        </dict></dict>
        """,
      good: """
        <key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
        <key>IntentsRestrictedWhileLocked</key><array><string>PayInvoiceIntent</string></array>
        <key>IntentsSupported</key><array><string>PayInvoiceIntent</string></array>
        </dict></dict>
        """))

  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    let attributes = list.root.value(at: ["NSExtension", "NSExtensionAttributes"])
    let places: [(PropertyList?, String)] = [(attributes, ""), (list.root, "IN")]
    for (root, prefix) in places {
      guard let supported = root?[prefix + "IntentsSupported"]?.array else { continue }
      let restricted = Set(
        ["IntentsRestrictedWhileLocked", "IntentsRestrictedWhileProtectedDataUnavailable"]
          .flatMap { root?[prefix + $0]?.array ?? [] }.compactMap(\.string))
      for intent in supported {
        // The system decides about its own intents: their names begin with IN, which is no verb.
        guard let name = intent.string, !restricted.contains(name),
          let act = SensitiveAct(name: name)
        else { continue }
        report.add(
          Self.self, in: list.region(of: intent.range),
          LocalizedText(
            "\(name) \(act.text.english), and \(prefix)IntentsRestrictedWhileLocked does not list it.",
            ja: "\(name) は\(act.text.japanese)が、\(prefix)IntentsRestrictedWhileLocked に含まれていません。"),
          severity: act.isCritical ? .medium : .low)
      }
    }
  }
}
