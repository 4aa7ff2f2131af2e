import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret or personal value that is handed to an analytics or crash service.
struct AnalyticsPersonalData: SwiftRule {
  static let metadata = RuleMetadata(
    id: "analytics-personal-data",
    title: LocalizedText("Personal data sent to an analytics service", ja: "分析サービスに送られる個人情報"),
    why: LocalizedText(
      """
      The service stores the value outside of the app's reach, joins it with data of other apps, and shows it to everyone \
      who may look at the statistics.
      """,
      ja: """
        値はアプリの管理が及ばない場所に保存され、他のアプリのデータと結び付けられ、統計を見られる全員に表示されます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Send enumerated events and counts; where users must be told apart use a random identifier made for it.",
        ja: "列挙したイベント名と件数だけを送信してください。利用者の区別が必要な場合は専用の乱数識別子を使用します。"),
      library: .auditLog),
    severity: .medium, confidence: .high, cwe: [359], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: #"Analytics.logEvent("signed_in", parameters: ["email": emailAddress])"#,
      good: #"Analytics.logEvent("signed_in", parameters: ["method": "password"])"#))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let isSending = { (name: String) in Words.of(name).contains(where: Self.verbs.contains) }
    for call in source.facts.calls(named: isSending) where Self.isService(call) && !source.isMadeUp(call.node)
    {
      guard let (name, meaning) = Self.finding(in: call, source) else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "“\(name)” is handed to `\(source.quote(call.node.calledExpression, limit: 40))`.",
          ja: "「\(name)」が `\(source.quote(call.node.calledExpression, limit: 40))` に渡されています。"),
        confidence: meaning == .secret ? .high : .medium)
    }
  }

  /// Whether the receiver of a call names a service.
  private static func isService(_ call: Call) -> Bool {
    guard let receiver = call.receiver else { return false }
    var names = NamePath.of(receiver)
    if names.isEmpty, let inner = Call(receiver, scope: call.scope) {
      names = inner.receiverPath + [inner.name]
    }
    return names.contains { services.contains($0.lowercased()) }
  }

  private static let services: Set = [
    "analytics", "crashlytics", "mixpanel", "amplitude", "sentrysdk", "sentry", "flurry", "appcenter",
    "msanalytics",
    "posthogsdk", "posthog", "bugsnag", "appevents", "appsflyerlib", "adjust", "datadog", "braze", "appboy",
    "heap",
    "intercom", "segment", "firebaseanalytics", "newrelic", "instabug", "rollbar", "telemetrydeck", "countly",
    "matomo",
    "analyticsservice", "analyticsmanager", "analyticstracker", "tracker", "clevertap", "onesignal",
    "smartlook",
  ]
  private static let verbs: Set = [
    "log", "track", "set", "identify", "capture", "send", "record", "add", "register", "event", "alias",
    "increment",
    "screen", "leave", "signal",
  ]

  private static func finding(
    in call: Call, _ source: SwiftSource
  ) -> (name: String, meaning: SensitiveLexicon.Meaning)? {
    for argument in call.arguments {
      if let found = source.sensitive(argument.value, in: call.scope) { return (found.name, found.meaning) }
      if let name = deviceIdentifier(argument.value, source) { return (name, .personal) }
    }
    for entry in source.facts.entries where call.range.contains(entry.value.utf8Range.lowerBound) {
      if let found = source.sensitive(entry.value, in: entry.scope) { return (found.name, found.meaning) }
      // `["email": user.contact]`: the key says what the value is.
      guard let key = entry.key.flatMap({ source.fold($0, in: entry.scope).string }),
        let meaning = meaning(ofKey: key), !isHarmless(entry.value, entry.scope, source)
      else { continue }
      return (key, meaning)
    }
    // `setUserProperty(address, forName: "email")`
    if let name = call.argument("forName") ?? call.argument("forKey") ?? call.argument("key"),
      let key = source.fold(name, in: call.scope).string, let meaning = meaning(ofKey: key),
      let value = call.arguments.first?.value, !isHarmless(value, call.scope, source)
    {
      return (key, meaning)
    }
    return nil
  }

  /// As a property of a person, mail is an address.
  private static func meaning(ofKey key: String) -> SensitiveLexicon.Meaning? {
    SensitiveLexicon.meaning(of: key) ?? (key.lowercased() == "mail" ? .personal : nil)
  }

  /// Constants, truth values and counts.
  private static func isHarmless(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if source.fold(value, in: scope).isConstant || value.is(SequenceExprSyntax.self) { return true }
    guard let name = NamePath.last(of: value) else { return false }
    return name == "isEmpty" || name == "count" || ["is", "has"].contains(Words.of(name).first ?? "")
  }

  private static func deviceIdentifier(_ value: ExprSyntax, _ source: SwiftSource) -> String? {
    let path = NamePath.of(value)
    return path.first { $0 == "identifierForVendor" || $0 == "advertisingIdentifier" }
  }
}

extension AnalyticsPersonalData: FlowRule {
  static let places: FlowSinkClass = .analytics
  static let sources: TaintKind = [.secret, .personal]

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "“\(arrival.source)” is handed to an analytics service (`\(arrival.sink)`).",
      ja: "「\(arrival.source)」が分析サービスに渡されています（`\(arrival.sink)`）。")
  }

  func confidence(_ arrival: FlowArrival) -> Confidence? { .medium }
}
