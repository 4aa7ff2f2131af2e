import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Switches of well-known libraries that turn certificate or host checks off.
struct TLSVerifyDisabledLibrary: FixingRule {
  static let metadata = RuleMetadata(
    id: "tls-verify-disabled-library",
    title: LocalizedText("Certificate check switched off in a library", ja: "ライブラリの証明書検証を無効にしている"),
    why: LocalizedText(
      """
      The switch makes the library accept certificates it would refuse: self-made, expired, for another host. Anyone \
      on the network path can then read and change the traffic.
      """,
      ja: """
        この設定により、自己署名、期限切れ、別ホスト用など、本来拒否すべき証明書をライブラリが受け入れます。\
        通信経路上の誰でも通信を盗聴・改ざんできます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Remove the switch, or keep it inside #if DEBUG. Private servers: give TransportPolicy their anchor.",
        ja: "設定を削除するか、#if DEBUG の中に限定してください。社内サーバーにはルート証明書を TransportPolicy に渡します。"),
      library: .transport),
    severity: .high, confidence: .high, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        let manager = ServerTrustManager(evaluators: ["api.tsukimi.example.jp": DisabledTrustEvaluator()])
        """,
      good: """
        let manager = ServerTrustManager(evaluators: ["api.tsukimi.example.jp": PublicKeysTrustEvaluator()])
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for type in ["DisabledTrustEvaluator", "DisabledEvaluator"] {
      for call in source.facts.calls(type) {
        add(call.range, type + "()", &report) { Self.fix(of: call, in: source) }
      }
    }
    for assignment in source.facts.assignments {
      guard let name = assignment.name, let weak = Self.switches[name] else { continue }
      if name == Self.ofServersToo, Self.isServer(NamePath.of(assignment.target)) { continue }
      let value = source.fold(assignment.value, in: assignment.scope)
      guard weak.contains(value) else { continue }
      add(assignment.range, source.quote(assignment.target) + " = …", &report) {
        Self.fix(of: assignment.value)
      }
    }
    for call in source.facts.calls(labelled: { Self.labels[$0] != nil }) {
      for argument in call.arguments {
        guard let label = argument.label, let weak = Self.labels[label],
          weak.contains(source.fold(argument.value, in: call.scope)),
          label != Self.ofServersToo
            || !Self.isServer([source.facts.function(around: call.scope)?.name ?? ""])
        else { continue }
        add(argument.value.utf8Range, "\(call.name)(\(label):)", &report) { Self.fix(of: argument.value) }
      }
    }
    for literal in source.facts.references["kTSKEnforcePinning"] ?? [] {
      guard let element = literal.node.ancestor(DictionaryElementSyntax.self, within: 4),
        source.fold(element.value, in: literal.scope).boolean == false
      else { continue }
      add(
        element.key.utf8Range.lowerBound..<element.value.utf8Range.upperBound, "kTSKEnforcePinning: false",
        &report
      ) { Self.fix(of: element.value) }
    }
  }

  static let repair = LocalizedText("Switches the check of certificates on.", ja: "証明書の検証を有効にします。")

  /// A truth value is turned round; the settings with more than two values have one that checks everything.
  private static func fix(of value: ExprSyntax) -> SourceFix? {
    if let opposite = WrittenValue.opposite(of: value) { return SourceFix(repair, [opposite]) }
    guard let name = WrittenValue.member(value), ["none", "noHostnameVerification"].contains(name.text) else {
      return nil
    }
    return SourceFix(repair, [WrittenValue.replacing(name, with: "fullVerification")])
  }

  /// Alamofire's evaluator that checks nothing gives way to the one that checks everything.
  private static func fix(of call: Call, in source: SwiftSource) -> SourceFix? {
    guard source.facts.typeReferences["DisabledTrustEvaluator"] == nil, call.arguments.isEmpty,
      call.closures.isEmpty,
      let name = WrittenValue.constant(call.node.calledExpression), name.text == "DisabledTrustEvaluator"
    else { return nil }
    return SourceFix(repair, [WrittenValue.replacing(name, with: "DefaultTrustEvaluator")])
  }

  private func add(
    _ range: Range<Int>, _ what: String, _ report: inout FileReport, fix: () -> SourceFix?
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText("\(what) accepts certificates that fail the check.", ja: "\(what) は検証に失敗した証明書を受け入れます。"),
      fix: fix())
  }

  /// Whether a name says that a server is set up, which seldom asks its clients for certificates.
  private static func isServer(_ names: [String]) -> Bool {
    names.contains { Words.of($0).contains("server") }
  }

  /// The setting that decides about clients when a server has it.
  private static let ofServersToo = "certificateVerification"
  /// Properties with the values that switch a check off.
  private static let switches: [String: [Value]] = [
    "allowInvalidCertificates": [.boolean(true)], "validatesDomainName": [.boolean(false)],
    "validatesCertificateChain": [.boolean(false)], "allowUntrustCACertificate": [.boolean(true)],
    "allowSelfSignedCertificates": [.boolean(true)], "selfSignedCertificates": [.boolean(true)],
    "certificateVerification": [.symbol("none"), .symbol("noHostnameVerification")],
    "disableSSLCertValidation": [.boolean(true)], "allowsAnyHTTPSCertificate": [.boolean(true)],
  ]
  /// Argument labels with the values that switch a check off.
  private static let labels: [String: [Value]] = [
    "validateHost": [.boolean(false)], "performDefaultValidation": [.boolean(false)],
    "certificateVerification": [.symbol("none"), .symbol("noHostnameVerification")],
    "allowSelfSigned": [.boolean(true)], "acceptSelfSignedCertificates": [.boolean(true)],
    "selfSigned": [.boolean(true)], "allowInvalidCertificates": [.boolean(true)],
  ]
}
