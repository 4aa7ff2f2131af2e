import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A forced update that people can dismiss, or an app that never learns that its version is too old.
struct UpdateNotEnforced: SwiftRule, ProjectRule {
  static let metadata = RuleMetadata(
    id: "update-not-enforced",
    title: LocalizedText("Outdated versions keep running", ja: "古いバージョンを使い続けられる"),
    why: LocalizedText(
      """
      A hole that an update closes stays open for everybody who does not install it. A server that knows the minimum \
      version, and an app that stops below it, protect them too.
      """,
      ja: """
        更新で修正した脆弱性は、更新しない利用者には残ります。最低バージョンをサーバーが示し、\
        アプリがそれを下回る場合に利用を止めれば、その利用者も守れます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Show a screen without a way back to the app, whose only action opens the App Store, and have the server refuse "
          + "requests of versions that are too old.",
        ja: "App Store を開く以外の操作がなく、アプリに戻れない画面を表示し、古すぎるバージョンからのリクエストをサーバーで拒否してください。")),
    severity: .low, confidence: .medium, cwe: [693], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "swift",
      bad: """
        func showForcedUpdate(on screen: UIViewController) {
          let alert = UIAlertController(title: "Update", message: nil, preferredStyle: .alert)
          alert.addAction(UIAlertAction(title: "Update", style: .default) { _ in openStore() })
          alert.addAction(UIAlertAction(title: "Later", style: .cancel))
          screen.present(alert, animated: true)
        }
        """,
      good: """
        func showForcedUpdate(in window: UIWindow) {
          window.rootViewController = UpdateViewController()
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    for function in source.facts.functions where Self.namesForcedUpdate(function.name) {
      let actions = source.facts.calls("UIAlertAction", in: function.scope)
      let buttons = source.facts.calls("Button", in: function.scope)
      // Without one that does something, this is a message about something else.
      guard (actions + buttons).contains(where: { !Self.onlyDismisses($0) }) else { continue }
      let cancelling = buttons.filter { $0.argument("role").flatMap(NamePath.last) == "cancel" }
      for action in actions + cancelling
      where Self.onlyDismisses(action) && !Self.isConditional(action.node, in: function) {
        report.add(
          Self.self, at: action.range,
          LocalizedText(
            "\(function.name) offers an action that closes the alert and leaves the app usable.",
            ja: "\(function.name) に、アラートを閉じてアプリをそのまま使える選択肢があります。"))
      }
    }
  }

  /// Whether `name` calls an update forced: `showForcedUpdate`, `mandatoryUpgradeAlert`, `updateRequired`.
  static func namesForcedUpdate(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.indices.dropLast().contains { index in
      let (first, second) = (words[index], words[index + 1])
      if forced.contains(first), updates.contains(second) {
        return index + 2 == words.count || presented.contains(words[index + 2])
      }
      return updates.contains(first) && second == "required"
        && (index + 2 == words.count || presented.contains(words[index + 2]))
    }
  }

  private static let forced: Set = ["force", "forced", "mandatory", "required", "must", "enforced"]
  private static let updates: Set = ["update", "upgrade"]
  private static let presented: Set = [
    "alert", "dialog", "message", "modal", "popup", "prompt", "screen", "sheet", "view", "if", "needed",
  ]

  /// Whether choosing the action does nothing but close the alert.
  private static func onlyDismisses(_ call: Call) -> Bool {
    if let closure = call.closures.first?.closure { return closure.statements.isEmpty }
    guard let handler = call.argument("handler") ?? call.argument("action") else { return true }
    if let closure = handler.as(ClosureExprSyntax.self) { return closure.statements.isEmpty }
    return handler.is(NilLiteralExprSyntax.self)
  }

  /// Whether the action is only there on some paths, such as for updates that are not forced.
  private static func isConditional(_ node: FunctionCallExprSyntax, in function: Function) -> Bool {
    var current = Syntax(node)
    while let parent = current.parent, parent.utf8Range.lowerBound > function.range.lowerBound {
      if parent.is(IfExprSyntax.self) || parent.is(SwitchCaseSyntax.self) || parent.is(GuardStmtSyntax.self)
        || parent.is(CatchClauseSyntax.self) || parent.is(TernaryExprSyntax.self)
        || parent.is(ForStmtSyntax.self)
      {
        return true
      }
      current = parent
    }
    return false
  }

  // MARK: Apps without any check

  static let names: Set = ["URLRequest"]

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp,
      let network = project.uses(of: "URLRequest").first(where: { $0.context == .app }),
      !AppText.mentions(Self.checks, in: project.inventory)
    else { return }
    report.add(
      Self.self, at: network,
      LocalizedText(
        "The app talks to a server, and nothing in the sources compares its version with a minimum.",
        ja: "サーバーと通信していますが、最低バージョンと比較する処理がソースコードに見当たりません。"),
      severity: .info, confidence: .low)
  }

  /// How apps and servers call a minimum version or a forced update.
  private static let checks = [
    "minimumversion", "minversion", "minimumappversion", "minappversion", "minimumsupportedversion",
    "minsupportedversion", "minimumrequiredversion", "minimumiosversion", "miniosversion", "requiredversion",
    "requiredappversion", "supportedversion", "minimumbuild", "minbuild", "forceupdate", "forcedupdate",
    "forceupgrade", "forcedupgrade", "mandatoryupdate", "requiredupdate", "updaterequired", "upgraderequired",
    "appupdaterequired", "mustupdate", "appisoutdated", "appoutdated", "outdatedversion",
    "versionoutdated", "versionunsupported", "unsupportedversion", "versiontooold", "appversioncheck",
    "versionchecker", "checkversion", "updatechecker", "importsiren", "comlookupbundleid", "/lookup",
  ]
}
