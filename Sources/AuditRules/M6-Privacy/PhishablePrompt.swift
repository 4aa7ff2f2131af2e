import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An alert of the app that looks like the system's own request for a password.
struct PhishablePrompt: SwiftRule {
  static let metadata = RuleMetadata(
    id: "phishable-prompt",
    title: LocalizedText("Prompt that imitates a system sign-in", ja: "システムのサインインに似せた入力画面"),
    why: LocalizedText(
      """
      People who type the password of their account into the alert of an app learn that this is normal. The next app that \
      asks the same way steals it, and nobody can tell the two apart.
      """,
      ja: """
        アプリのアラートにアカウントのパスワードを入力させると、利用者はそれが普通だと学習します。\
        次に同じように尋ねるアプリがパスワードを盗んでも、見分けがつきません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use Sign in with Apple or ASWebAuthenticationSession; never ask for the password of an account that is not yours.",
        ja: "Sign in with Apple または ASWebAuthenticationSession を使用し、他社アカウントのパスワードを尋ねないでください。"),
      library: .auth),
    severity: .low, confidence: .low, cwe: [451], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        func ask() {
          let alert = UIAlertController(title: "Sign in to iCloud", message: nil, preferredStyle: .alert)
          alert.addTextField { $0.isSecureTextEntry = true }
          present(alert, animated: true)
        }
        """,
      good: """
        func ask() {
          let alert = UIAlertController(title: "Unlock the journal", message: nil, preferredStyle: .alert)
          alert.addTextField { $0.isSecureTextEntry = true }
          present(alert, animated: true)
        }
        """))

  static let triggers: Set = ["UIAlertController", "UIAlertView", "alert"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["UIAlertController", "UIAlertView"] {
      for call in source.facts.calls(name) {
        let body = ServerTrust.body(around: call.scope, source)
        let hides = source.facts.assignments(to: "isSecureTextEntry", in: body, from: 0).contains {
          source.fold($0.value, in: $0.scope).boolean == true
        }
        let style = source.facts.assignments(to: "alertViewStyle", in: body, from: 0).contains {
          ["secureTextInput", "loginAndPasswordInput"].contains(source.fold($0.value, in: $0.scope).symbol)
        }
        guard hides || style else { continue }
        check(["title", "message"].compactMap { call.argument($0) }, call.scope, source, &report)
      }
    }
    for call in source.facts.calls("alert") {
      let hasField = source.facts.calls("SecureField").contains { call.range.contains($0.range.lowerBound) }
      guard hasField, let title = call.arguments.first, title.label == nil else { continue }
      check([title.value], call.scope, source, &report)
    }
  }

  private func check(
    _ texts: [ExprSyntax], _ scope: ScopeID, _ source: SwiftSource, _ report: inout FileReport
  ) {
    for text in texts {
      let folded = source.fold(text, in: scope)
      guard let shown = folded.string ?? folded.prefix else { continue }
      guard let brand = Self.brands.first(where: { shown.contains($0) }) else { continue }
      report.add(
        Self.self, at: text.utf8Range,
        LocalizedText(
          "The alert asks for a password in the name of \(brand).", ja: "アラートが \(brand) の名前でパスワードを尋ねています。"))
      return
    }
  }

  private static let brands = [
    "Apple ID", "Apple Account", "iCloud", "iTunes", "App Store", "Game Center", "Google", "Facebook",
    "Yahoo", "Amazon", "Microsoft",
  ]
}
