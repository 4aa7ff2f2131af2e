import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret kept in the preferences.
struct PreferencesSecret: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "preferences-secret",
    title: LocalizedText("Secret in the preferences", ja: "UserDefaults に保存された秘密情報"),
    why: LocalizedText(
      """
      UserDefaults is a plain file in the app's container: it is part of every backup and of what tools \
      copy from an unlocked phone.
      """,
      ja: """
        UserDefaults はアプリのコンテナ内にある平文のファイルです。すべてのバックアップに含まれ、\
        ロック解除されたデバイスからツールで取り出せます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Keep it in the Keychain with a device-only class: Keychain.set(_:for:), or SecItemAdd.
        """,
        ja: """
          このデバイス限定の保護クラスで Keychain に保存してください（Keychain.set(_:for:) または\
           SecItemAdd）。
          """),
      library: .keychain),
    severity: .high, confidence: .high, cwe: [312], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        UserDefaults.standard.set(accessToken, forKey: "accessToken")
        """,
      good: """
        try keychain.set(accessToken, for: "accessToken")
        UserDefaults.standard.set("night", forKey: "theme")
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["set", "setValue", "setObject", "setString"] {
      for call in source.facts.calls(name) {
        guard let receiver = call.receiver, let key = call.argument("forKey"),
          let value = call.arguments.first?.value,
          isPreferences(receiver, call.scope, source)
        else { continue }
        add(value: value, key: key, call.scope, at: call.range, source, &report)
      }
    }
    for assignment in source.facts.assignments {
      guard let access = assignment.target.as(SubscriptCallExprSyntax.self), let key = access.arguments.first,
        isPreferences(access.calledExpression, assignment.scope, source)
      else { continue }
      add(
        value: assignment.value, key: key.expression, assignment.scope, at: assignment.range, source, &report)
    }
    for call in source.facts.calls("register") {
      guard let argument = call.argument("defaults"),
        let entries = source.dictionary(argument, in: call.scope)?.entries
      else { continue }
      for entry in entries {
        guard let meaning = StoredSecret.meaning(of: entry.key), entry.value.boolean == nil,
          entry.value.string?.isEmpty != true, entry.value.integer.map({ $0 >= 1000 }) ?? true
        else { continue }
        add(entry.key, isSecret: meaning == .secret, at: entry.range, entry.value.string, &report)
      }
    }
  }

  private func add(
    value: ExprSyntax, key: ExprSyntax, _ scope: ScopeID, at range: Range<Int>, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    guard let secret = StoredSecret(value: value, key: key, in: scope, source) else { return }
    add(
      secret.name, isSecret: secret.isGrave, at: range, source.fold(value, in: scope).string, &report,
      severity: secret.severity, confidence: secret.confidence, flow: secret.steps)
  }

  private func add(
    _ name: String, isSecret: Bool, at range: Range<Int>, _ literal: String?, _ report: inout FileReport,
    severity: Severity? = nil, confidence: Confidence? = nil, flow: [FindingStep] = []
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText("\(name) is kept in the preferences.", ja: "\(name) が UserDefaults に保存されています。"),
      severity: severity ?? (isSecret ? .high : .low), confidence: confidence ?? (isSecret ? .high : .low),
      flow: flow,
      secrets: literal.map { [$0] } ?? [])
  }

  /// Whether `expression` is a store of preferences, by its name, type or value.
  private func isPreferences(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    let path = NamePath.of(expression)
    if path.contains(where: Self.stores.contains) { return true }
    if let call = Call(expression, scope: scope), Self.stores.contains(call.name) { return true }
    guard let name = path.last else { return false }
    if let binding = source.binding(named: name, from: scope) {
      if let type = binding.type?.writtenName { return Self.stores.contains { type.hasPrefix($0) } }
      if let value = binding.value, binding.kind != .parameter {
        let made = Call(value, scope: scope).map { [$0.name] + $0.receiverPath } ?? NamePath.of(value)
        return made.contains(where: Self.stores.contains)
      }
    }
    return ["defaults", "userDefaults", "sharedDefaults"].contains(name)
  }

  private static let stores: Set = ["UserDefaults", "NSUserDefaults", "NSUbiquitousKeyValueStore"]
}

extension PreferencesSecret: FlowRule {
  static let places: FlowSinkClass = .preferences
  static let sources: TaintKind = [.secret, .personal]
  static let family: Set<RuleID> = ["appstorage-secret", "app-group-secret", "user-password-persisted"]

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.source) is kept in the preferences (\(arrival.sink)).",
      ja: "\(arrival.source) が UserDefaults に保存されています（\(arrival.sink)）。")
  }

  func severity(_ arrival: FlowArrival) -> Severity? { DisclosedValue.severity(arrival) }
  func confidence(_ arrival: FlowArrival) -> Confidence? { .medium }
}
