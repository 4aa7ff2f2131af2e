import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An evaluation that was told to overlook something: the host name, the date, the root, or whatever was wrong before.
struct TrustPolicyWeakened: FixingRule {
  static let metadata = RuleMetadata(
    id: "trust-policy-weakened",
    title: LocalizedText("Certificate check made weaker", ja: "証明書検証の条件が緩められている"),
    why: LocalizedText(
      """
      A chain that is good for some other host, was good once or is excused in advance passes the evaluation. Anyone \
      with a certificate for any name, or an expired one, can stand between the app and its server.
      """,
      ja: """
        別のホストの証明書や期限切れの証明書、あらかじめ免除されたチェーンでも検証を通過します。\
        何らかの名前の証明書を持つ者なら誰でも、アプリとサーバーの間に入り込めます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Evaluate with SecPolicyCreateSSL(true, host) and change neither date nor exceptions. A private root goes into \
        the anchors of SecureSession's TransportPolicy, which keeps the host name check.
        """,
        ja: """
          SecPolicyCreateSSL(true, host) で評価し、日付や例外は変更しないでください。独自のルート証明書は SecureSession の \
          TransportPolicy で指定すれば、ホスト名の検証も維持されます。
          """),
      library: .transport),
    severity: .high, confidence: .high, cwe: [297], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        func check(_ challenge: URLAuthenticationChallenge) -> Bool {
          guard let trust = challenge.protectionSpace.serverTrust else { return false }
          SecTrustSetPolicies(trust, SecPolicyCreateBasicX509())
          return SecTrustEvaluateWithError(trust, nil)
        }
        """,
      good: """
        func check(_ challenge: URLAuthenticationChallenge) -> Bool {
          guard let trust = challenge.protectionSpace.serverTrust else { return false }
          SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, challenge.protectionSpace.host as CFString))
          return SecTrustEvaluateWithError(trust, nil)
        }
        """))

  static let triggers: Set<String> = Set(streamKeys.keys).union([
    "SecTrustSetExceptions", "SecTrustSetVerifyDate", "SecTrustSetPolicies", "SSLSetSessionOption",
    "SSLSetEnableCertVerify", "SSLSetAllowsAnyRoot",
  ])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("SecTrustSetExceptions") where call.arguments.count == 2 {
      guard !call.arguments[1].value.is(NilLiteralExprSyntax.self) else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "SecTrustSetExceptions excuses what is wrong with the chain.",
          ja: "SecTrustSetExceptions により、チェーンの問題が免除されています。"))
    }
    for call in source.facts.calls("SecTrustSetVerifyDate")
    where ServerTrust.isHandled(in: ServerTrust.body(around: call.scope, source), source) {
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "SecTrustSetVerifyDate checks the chain for another day than today.",
          ja: "SecTrustSetVerifyDate により、今日ではない日付でチェーンを検証しています。"))
    }
    for call in source.facts.calls("SecTrustSetPolicies") where call.arguments.count == 2 {
      checkPolicies(of: call, source, &report)
    }
    checkStreams(source, &report)
    checkSecureTransport(source, &report)
  }

  // MARK: Policies without a host

  private func checkPolicies(of call: Call, _ source: SwiftSource, _ report: inout FileReport) {
    let body = ServerTrust.body(around: call.scope, source)
    let isHere = ServerTrust.isHandled(in: body, source)
    guard isHere || ServerTrust.isHandled(in: source) else { return }
    let made = ["SecPolicyCreateBasicX509", "SecPolicyCreateSSL"].flatMap { source.facts.calls($0, in: body) }
      .filter { reaches(call.arguments[1].value, $0, body, source) }
    let weak = made.filter { isWithoutHost($0, source) }
    guard let first = weak.first else { return }
    // A policy with the host beside it may be the one that is used.
    let confidence: Confidence = weak.count == made.count && isHere ? .high : .medium
    let what = first.name == "SecPolicyCreateBasicX509" ? first.name : "SecPolicyCreateSSL(true, nil)"
    report.add(
      Self.self, at: first.range,
      LocalizedText(
        "\(what) leaves the host name unchecked.", ja: "\(what) ではホスト名が検証されません。"), confidence: confidence,
      related: [
        report.step(at: call.range, LocalizedText("The policy is set here.", ja: "ここでポリシーが設定されます。"))
      ])
  }

  private func isWithoutHost(_ call: Call, _ source: SwiftSource) -> Bool {
    guard call.name == "SecPolicyCreateSSL" else { return true }
    return call.arguments.count == 2 && source.fold(call.arguments[1].value, in: call.scope) == .none
  }

  /// Whether the policy that `creation` makes is among those in `policies`, directly or by a local name.
  private func reaches(_ policies: ExprSyntax, _ creation: Call, _ body: ScopeID, _ source: SwiftSource)
    -> Bool
  {
    if policies.utf8Range.contains(creation.range.lowerBound) { return true }
    var names: Set<String> = []
    for name in NamesUsed.of(policies) {
      let bound = source.facts.bindings(name).filter {
        $0.kind != .parameter && source.facts.isWithin($0.scope, body)
      }
      let values =
        bound.compactMap(\.value)
        + source.facts.assignments(to: name, in: body, from: 0).map(\.value)
      if values.contains(where: { $0.utf8Range.contains(creation.range.lowerBound) }) { return true }
      let added = source.facts.calls("append", in: body).contains {
        $0.receiver.flatMap(NamePath.last) == name && $0.range.contains(creation.range.lowerBound)
      }
      if added { return true }
      for value in values { names.formUnion(NamesUsed.of(value)) }
    }
    return names.contains { name in
      source.facts.bindings(name).contains {
        source.facts.isWithin($0.scope, body) && $0.range.contains(creation.range.lowerBound)
      }
    }
  }

  // MARK: Streams and Secure Transport

  private func checkStreams(_ source: SwiftSource, _ report: inout FileReport) {
    for (key, weak) in Self.streamKeys.sorted(by: { $0.key < $1.key }) {
      for reference in source.facts.references[key] ?? [] {
        guard let (value, range) = Self.value(forKey: reference.node) else { continue }
        guard weak(source.fold(value, in: reference.scope), value) else { continue }
        report.add(
          Self.self, at: range,
          LocalizedText(
            "\(key) switches a part of the certificate check off.", ja: "\(key) により証明書検証の一部が無効になっています。"),
          fix: SourceFix(Self.repair, [WrittenValue.opposite(of: value)].compactMap(\.self)))
      }
    }
  }

  /// What is set for a key in a dictionary literal, by subscript, or by `setValue(_:forKey:)`.
  private static func value(forKey key: DeclReferenceExprSyntax) -> (ExprSyntax, Range<Int>)? {
    var node = Syntax(key)
    for _ in 0..<6 {
      guard let parent = node.parent else { return nil }
      if let element = parent.as(DictionaryElementSyntax.self) {
        guard element.key.utf8Range.contains(key.utf8Range.lowerBound) else { return nil }
        return (element.value, element.key.utf8Range.lowerBound..<element.value.utf8Range.upperBound)
      }
      if let access = parent.as(SubscriptCallExprSyntax.self),
        let sequence = access.parent?.parent?.as(SequenceExprSyntax.self), sequence.elements.count > 2
      {
        let parts = Array(sequence.elements)
        return parts[1].is(AssignmentExprSyntax.self) ? (parts[2], sequence.utf8Range) : nil
      }
      if let call = parent.as(FunctionCallExprSyntax.self) {
        guard let first = call.arguments.first?.expression,
          !first.utf8Range.contains(key.utf8Range.lowerBound)
        else { return nil }
        return (first, call.utf8Range)
      }
      node = parent
    }
    return nil
  }

  static let repair = LocalizedText("Switches the check of certificates on.", ja: "証明書の検証を有効にします。")

  private typealias Weakness = @Sendable (Value, ExprSyntax) -> Bool
  private static let isFalse: Weakness = { value, _ in value.boolean == false }
  private static let isTrue: Weakness = { value, _ in value.boolean == true }
  private static let isNull: Weakness = { value, expression in
    value == .none || value.symbol == "kCFNull" || expression.trimmedDescription.hasPrefix("NSNull")
  }
  private static let streamKeys: [String: Weakness] = [
    "kCFStreamSSLValidatesCertificateChain": isFalse, "kCFStreamSSLPeerName": isNull,
    "kCFStreamSSLAllowsAnyRoot": isTrue, "kCFStreamSSLAllowsExpiredRoots": isTrue,
    "kCFStreamSSLAllowsExpiredCertificates": isTrue,
  ]

  private func checkSecureTransport(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("SSLSetSessionOption") where call.arguments.count == 3 {
      let option = source.fold(call.arguments[1].value, in: call.scope).symbol ?? ""
      guard ["breakOnServerAuth", "kSSLSessionOptionBreakOnServerAuth"].contains(option),
        source.fold(call.arguments[2].value, in: call.scope).boolean == true,
        !source.facts.calls.contains(where: { $0.name.hasPrefix("SecTrustEvaluate") })
      else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "The handshake stops for a check of the server that nothing in this file makes.",
          ja: "サーバー検証のためにハンドシェイクを中断していますが、このファイルでは検証が行われていません。"),
        confidence: .medium)
    }
    for (name, weak) in [("SSLSetEnableCertVerify", false), ("SSLSetAllowsAnyRoot", true)] {
      for call in source.facts.calls(name) where call.arguments.count == 2 {
        guard source.fold(call.arguments[1].value, in: call.scope).boolean == weak else { continue }
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(name) switches the certificate check off.", ja: "\(name) により証明書検証が無効になっています。"),
          fix: SourceFix(
            Self.repair, [WrittenValue.opposite(of: call.arguments[1].value)].compactMap(\.self)))
      }
    }
  }
}

/// The plain names that an expression uses.
private enum NamesUsed {
  static func of(_ expression: ExprSyntax) -> Set<String> {
    var names: Set<String> = []
    for token in expression.tokens(viewMode: .sourceAccurate) {
      if case .identifier(let name) = token.tokenKind { names.insert(name) }
    }
    return names
  }
}
