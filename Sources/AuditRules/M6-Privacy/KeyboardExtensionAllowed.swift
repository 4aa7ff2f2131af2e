import AuditEngine
import OmamoriCore
import OmamoriReport

/// Codes and card numbers that people type with whatever keyboard they have installed.
struct KeyboardExtensionAllowed: ProjectRule {
  static let metadata = RuleMetadata(
    id: "keyboard-extension-allowed",
    title: LocalizedText("Other makers' keyboards see secret input", ja: "他社製キーボードに秘密情報の入力が見える"),
    why: LocalizedText(
      """
      Secure fields bring the system's keyboard; a field for a one-time code or a card number does not. A keyboard of \
      another maker sees what is typed there, and may send it.
      """,
      ja: """
        セキュア入力欄では標準キーボードが使われますが、ワンタイムコードやカード番号の入力欄では使われません。\
        他社製キーボードが入力内容を読み取り、外部へ送信できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Refuse keyboards in application(_:shouldAllowExtensionPointIdentifier:), or make the fields secure.",
        ja: "application(_:shouldAllowExtensionPointIdentifier:) でキーボード拡張を拒否するか、入力欄をセキュアにしてください。")),
    severity: .low, confidence: .medium, cwe: [200], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "swift",
      bad: """
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func prepare(_ field: UITextField) { field.textContentType = .creditCardNumber }
        }
        """,
      good: """
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func prepare(_ field: UITextField) { field.textContentType = .creditCardNumber }
          func application(
            _ application: UIApplication,
            shouldAllowExtensionPointIdentifier point: UIApplication.ExtensionPointIdentifier
          ) -> Bool { point != .keyboard }
        }
        """))

  static let names: Set<String> = [
    "creditCardNumber", "creditCardSecurityCode", "isSecureTextEntry", "SecureField",
  ]

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp, !project.inventory.inputs.contains(.objectiveC),
      !project.apiUses.contains(where: { $0.subject == .keyboardDecision })
    else { return }
    let secure = Set((project.uses(of: "isSecureTextEntry") + project.uses(of: "SecureField")).map(\.file))
    let fields = (project.uses(of: "creditCardNumber") + project.uses(of: "creditCardSecurityCode"))
      .filter { $0.context == .app && !secure.contains($0.file) }
      .sorted { ($0.file, $0.region) < ($1.file, $1.region) }
    if let first = fields.first {
      report.add(
        Self.self, at: first,
        LocalizedText(
          "Card data is typed here, and the app never refuses keyboards of other makers.",
          ja: "ここでカード情報が入力されますが、アプリは他社製キーボードを拒否していません。"))
    } else if let use = project.apiUses.first(where: { $0.subject == .plainSecretField && $0.context == .app }
    ),
      Self.isForPhones(project)
    {
      report.add(
        Self.self, at: use,
        LocalizedText(
          "“\(use.name)” is typed here, and the app never refuses keyboards of other makers.",
          ja: "ここで「\(use.name)」が入力されますが、アプリは他社製キーボードを拒否していません。"),
        // `ui-secure-entry-missing` speaks about this field, and its repair keeps such keyboards away as well.
        confidence: .low)
    }
  }

  /// Whether an app for iOS is made: other systems have no keyboards of other makers.
  private static func isForPhones(_ project: ProjectFacts) -> Bool {
    if project.imports.contains("UIKit") { return true }
    return project.inventory.layout.appTargets.contains { xcode, target in
      xcode.releaseValue(MinimumSystem.Platform.iOS.setting, target: target) != nil
        || xcode.releaseValue("SDKROOT", target: target) == "iphoneos"
    }
  }
}
