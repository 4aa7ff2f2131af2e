import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A sensitive action that Siri and Shortcuts run without authentication.
struct AppIntentUnauthenticated: SwiftRule {
  static let metadata = RuleMetadata(
    id: "app-intent-unauthenticated",
    title: LocalizedText("Sensitive app intent without authentication", ja: "認証を求めない重要な App Intent"),
    why: LocalizedText(
      """
      The system runs an app intent on a locked device unless its authenticationPolicy says otherwise. Anyone who holds \
      the device can start it by Siri, and a confirmation dialog does not ask who confirms.
      """,
      ja: """
        authenticationPolicy を指定しない App Intent は、ロック中のデバイスでも実行されます。デバイスを手にした人は誰でも \
        Siri から実行でき、確認のダイアログは本人かどうかを確かめません。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Set authenticationPolicy to .requiresAuthentication, or to .requiresLocalDeviceAuthentication where the action \
        reads protected data.
        """,
        ja: """
          authenticationPolicy を .requiresAuthentication に、保護されたデータを読む場合は \
          .requiresLocalDeviceAuthentication にしてください。
          """)),
    severity: .medium, confidence: .medium, cwe: [306], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        import AppIntents
        struct SendMoneyIntent: AppIntent {
          static let title: LocalizedStringResource = "Send Money"
          func perform() async throws -> some IntentResult {
            try await Bank.shared.transfer(amount, to: payee)
            return .result()
          }
        }
        """,
      good: """
        import AppIntents
        struct SendMoneyIntent: AppIntent {
          static let title: LocalizedStringResource = "Send Money"
          static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
          func perform() async throws -> some IntentResult {
            try await Bank.shared.transfer(amount, to: payee)
            return .result()
          }
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.facts.imports.contains("AppIntents") else { return }
    for type in source.facts.types where Self.isIntent(type) {
      guard let perform = function("perform", of: type, source),
        let (name, act) = self.act(of: type, perform, source),
        !declares("authenticationPolicy", in: type, source, where: { !$0.contains("alwaysAllowed") }),
        !runsInApp(type, source), !Self.authenticates(perform)
      else { continue }
      let intent = type.name
      report.add(
        Self.self, at: type.nameRange,
        name == intent
          ? LocalizedText(
            "\(intent) \(act.text.english), also on a locked device.",
            ja: "\(intent) は、ロック中のデバイスでも\(act.text.japanese)。")
          : LocalizedText(
            "\(intent) runs on a locked device, and “\(name)” in it \(act.text.english).",
            ja: "\(intent) はロック中のデバイスでも実行され、その中の「\(name)」が\(act.text.japanese)。"),
        severity: act.isCritical ? .medium : .low)
    }
  }

  /// Whether the type is an intent whose policy no protocol of the app may set.
  private static func isIntent(_ type: TypeFact) -> Bool {
    if !["AppIntent", "AssistantIntent"].allSatisfy({ !type.attributes.contains($0) }) {
      return others.isSuperset(of: Set(type.inherited).subtracting(protocols))
    }
    return !protocols.isDisjoint(with: type.inherited)
      && protocols.union(others).isSuperset(of: type.inherited)
  }

  /// What the intent does, by its name or by what `perform` calls.
  private func act(
    of type: TypeFact, _ perform: Function, _ source: SwiftSource
  ) -> (name: String, act: SensitiveAct)? {
    let named = SensitiveAct(name: type.name)
    if let named, named.isCritical { return (type.name, named) }
    for call in source.facts.calls(in: perform.scope) {
      if let act = SensitiveAct(call) { return (call.name, act) }
      guard call.name == "result", call.receiver == nil else { continue }
      for argument in call.arguments {
        guard let secret = source.sensitive(argument.value, in: call.scope), secret.meaning == .secret else {
          continue
        }
        return (secret.name, .secretResult)
      }
    }
    return named.map { (type.name, $0) }
  }

  /// Whether the system opens the app first, which unlocks the device, or offers the intent to the app only.
  private func runsInApp(_ type: TypeFact, _ source: SwiftSource) -> Bool {
    declares("openAppWhenRun", in: type, source) { $0.contains("true") }
      || declares("supportedModes", in: type, source) {
        $0.contains("foreground") && !$0.contains("background")
      }
      || declares("isDiscoverable", in: type, source) { $0.contains("false") }
  }

  /// Whether the type has a property of that name for whose value, as words of code, `condition` holds.
  private func declares(
    _ name: String, in type: TypeFact, _ source: SwiftSource, where condition: (Set<String>) -> Bool
  ) -> Bool {
    let value = source.facts.member(name, of: type.name)?.value.map { Syntax($0) }
    guard let written = value ?? function(name, of: type, source).map({ Syntax($0.body) }) else {
      return false
    }
    return condition(Set(written.tokens(viewMode: .sourceAccurate).map(\.text)))
  }

  private func function(_ name: String, of type: TypeFact, _ source: SwiftSource) -> Function? {
    source.facts.functions(name).first {
      source.facts.typeName(around: $0.scope) == type.name && $0.parameters?.isEmpty ?? true
    }
  }

  /// Whether the function asks who is there, or whether the device or the app is unlocked.
  private static func authenticates(_ perform: Function) -> Bool {
    perform.body.tokens(viewMode: .sourceAccurate).prefix(4_000).contains { token in
      guard case .identifier(let name) = token.tokenKind else { return false }
      return checks.contains(name) || Words.of(name).contains(where: questions.contains)
    }
  }

  private static let checks: Set = [
    "LAContext", "evaluatePolicy", "evaluateAccessControl", "continueInForeground",
    "requestToContinueInForeground", "needsToContinueInForegroundError", "isProtectedDataAvailable",
  ]
  private static let questions: Set = [
    "authenticate", "authenticated", "authentication", "authenticator", "reauthenticate", "biometric",
    "biometrics", "biometry", "passcode", "locked", "unlocked",
  ]
  private static let protocols: Set = [
    "AppIntent", "LiveActivityIntent", "AudioPlaybackIntent", "SetValueIntent", "DeleteIntent",
    "ProgressReportingIntent", "PredictableIntent", "UndoableIntent", "CustomIntentMigratedAppIntent",
    "ForegroundContinuableIntent",
  ]
  private static let others: Set = ["Sendable", "Identifiable", "Hashable", "Equatable", "Codable"]
}
