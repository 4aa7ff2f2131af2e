import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An app whose picture in the app switcher shows everything.
struct SnapshotNotProtected: SwiftRule, ProjectRule {
  static let metadata = RuleMetadata(
    id: "snapshot-not-protected",
    title: LocalizedText("App switcher shows sensitive screens", ja: "アプリ切り替え画面に機密情報が写る"),
    why: LocalizedText(
      """
      When the app leaves the foreground the system stores a picture of its screen. Journal, balance or \
      card number lie in that file and are shown in the app switcher.
      """,
      ja: """
        アプリが背面に移ると、システムが画面の画像を保存します。日記や残高、カード番号がその画像に残り、アプリ切り替え画面に\
        も表示されます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Cover the content with a view of its own when scenePhase is not .active, or in sceneWillResignActive.",
        ja: """
          scenePhase が .active でないとき、または sceneWillResignActive で\
          専用のビューで内容を覆ってください。
          """),
      library: .none),
    severity: .low, confidence: .medium, cwe: [200], owaspMobile2024: [.m9], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: #"""
        @main struct TsukimiApp: App {
          @State private var typed = ""
          var body: some Scene { WindowGroup { SecureField("Password", text: $typed) } }
        }
        """#,
      good: #"""
        @main struct TsukimiApp: App {
          @Environment(\.scenePhase) private var scenePhase
          @State private var typed = ""
          var body: some Scene {
            WindowGroup {
              SecureField("Password", text: $typed).overlay { if scenePhase != .active { Color.black } }
            }
          }
        }
        """#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions where Self.handlers.contains(function.name) {
      guard
        source.facts.calls.contains(where: { hides($0.name, in: $0.range, function) })
          || source.facts.assignments.contains(where: { hides($0.name ?? "", in: $0.range, function) })
      else { continue }
      note(at: function.nameRange, &report)
    }
    for name in ["willResignActiveNotification", "didEnterBackgroundNotification", "willResignActive"] {
      for reference in source.facts.references[name] ?? []
      where source.facts.calls.contains(where: { isCover($0.name) }) {
        note(at: reference.range, &report)
      }
    }
    for reference in source.facts.references["scenePhase"] ?? [] {
      guard let outer = covering(reference.node) else { continue }
      note(at: outer, &report)
    }
  }

  /// `overlay`, `blur`, `redacted` or a cover that depends on the scene phase.
  private func covering(_ reference: DeclReferenceExprSyntax) -> Range<Int>? {
    var node = Syntax(reference)
    for _ in 0..<24 {
      guard let parent = node.parent else { return nil }
      if let call = parent.as(FunctionCallExprSyntax.self),
        let name = NamePath.last(of: call.calledExpression),
        isCover(name)
      {
        return reference.utf8Range
      }
      if let choice = parent.as(IfExprSyntax.self),
        choice.body.tokens(viewMode: .sourceAccurate).contains(where: { isCover($0.text) })
      {
        return reference.utf8Range
      }
      node = parent
    }
    return nil
  }

  private func hides(_ name: String, in range: Range<Int>, _ function: Function) -> Bool {
    function.range.contains(range.lowerBound) && isCover(name)
  }

  private func isCover(_ name: String) -> Bool {
    Self.covers.contains(name) || !Set(Words.of(name)).isDisjoint(with: Self.coverWords)
  }

  private func note(at range: Range<Int>, _ report: inout FileReport) {
    report.note(
      .snapshotProtection, at: range,
      LocalizedText("Content is hidden when the app leaves the foreground.", ja: "アプリが背面に移るときに内容を隠しています。"))
  }

  private static let handlers: Set = [
    "applicationWillResignActive", "applicationDidEnterBackground", "sceneWillResignActive",
    "sceneDidEnterBackground",
  ]
  private static let covers: Set = [
    "addSubview", "isHidden", "overlay", "blur", "redacted", "bringSubviewToFront", "alpha",
  ]
  private static let coverWords: Set = [
    "curtain", "privacy", "cover", "shield", "blur", "hide", "snapshot", "mask",
  ]

  // MARK: The project

  static let names: Set = [
    "App", "UIApplicationDelegate", "UIWindowSceneDelegate", "SecureField", "isSecureTextEntry", "LAContext",
    "SecItemAdd", "LAPolicy",
  ]

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp,
      !project.evidence.contains(where: { $0.kind == .snapshotProtection }),
      Self.names.subtracting(Self.places).contains(where: { !project.uses(of: $0).isEmpty })
        || project.evidence.contains(where: { $0.kind == .keychainUse || $0.kind == .localAuthentication })
    else { return }
    // Where the code belongs: the app, otherwise the scene delegate, otherwise the app delegate.
    let place = Self.places.lazy.compactMap { name in
      project.uses(of: name).first { use in
        use.context == .app && use.snippet.contains(":")
          && ["struct ", "class "].contains(where: use.snippet.contains)
      }
    }.first
    guard let place else { return }
    report.add(
      Self.self, at: place,
      LocalizedText(
        "Nothing covers the screen when the app leaves the foreground.", ja: "アプリが背面に移るときに画面を覆う処理がありません。"),
      severity: Self.showsSecrets(project) ? .low : .info)
  }

  /// Whether the app shows what nobody else may see: it is a wallet, keeps passwords or keys, or is about health or money.
  private static func showsSecrets(_ project: ProjectFacts) -> Bool {
    let entitlements = project.propertyLists(.entitlements).flatMap {
      $0.root.dictionary?.entries.map(\.key) ?? []
    }
    if entitlements.contains(where: revealing.contains) { return true }
    let words = Set(project.inventory.files.flatMap { Words.of($0.name) })
    return !words.isDisjoint(with: topics)
  }

  private static let revealing: Set = [
    "com.apple.developer.authentication-services.autofill-credential-provider",
    "com.apple.developer.healthkit",
    "com.apple.developer.networking.networkextension", "com.apple.developer.in-app-payments",
    "com.apple.developer.payment-pass-provisioning",
  ]
  private static let topics: Set = [
    "wallet", "wallets", "vault", "vaults", "mnemonic", "bank", "banking", "iban", "health", "medical",
    "diagnosis",
    "patient", "totp", "insurance", "salary",
  ]

  private static let places = ["App", "UIWindowSceneDelegate", "UIApplicationDelegate"]
}
