import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A verify block of Network.framework that answers `true` whatever the server presents.
struct TLSVerifyBlockAlwaysTrue: SwiftRule {
  static let metadata = RuleMetadata(
    id: "tls-verify-block-always-true",
    title: LocalizedText("Verify block accepts every server", ja: "検証ブロックがすべてのサーバーを受け入れている"),
    why: LocalizedText(
      """
      The block replaces the system's check of the certificate. One that always completes with true leaves the \
      connection open to anyone on the network path.
      """,
      ja: """
        このブロックはシステムによる証明書の検証を置き換えます。常に true を返すと、\
        通信経路上の誰でもサーバーになりすませます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Evaluate the trust (sec_trust_copy_ref, SecTrustEvaluateWithError) and complete with its result.",
        ja: "トラストを評価し（sec_trust_copy_ref、SecTrustEvaluateWithError）、その結果で完了してください。"),
      library: .transport),
    severity: .critical, confidence: .high, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        sec_protocol_options_set_verify_block(options.securityProtocolOptions, { _, _, complete in
          complete(true)
        }, queue)
        """,
      good: """
        sec_protocol_options_set_verify_block(options.securityProtocolOptions, { _, trust, complete in
          let trust = sec_trust_copy_ref(trust).takeRetainedValue()
          complete(SecTrustEvaluateWithError(trust, nil))
        }, queue)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("sec_protocol_options_set_verify_block") {
      let closures =
        call.arguments.compactMap { $0.value.as(ClosureExprSyntax.self) } + call.closures.map(\.closure)
      for closure in closures {
        let inside = source.facts.calls.filter { closure.utf8Range.contains($0.range.lowerBound) }
        guard !inside.contains(where: { $0.name.hasPrefix("SecTrustEvaluate") }),
          let completion = inside.first(where: { call in
            call.arguments.count == 1 && call.receiver == nil
              && call.arguments[0].value.as(BooleanLiteralExprSyntax.self)?.literal.text == "true"
          })
        else { continue }
        report.add(
          Self.self, at: completion.range,
          LocalizedText(
            "The verify block completes with true and evaluates nothing.",
            ja: "検証ブロックが何も評価せずに true で完了しています。"))
      }
    }
    for function in source.facts.functions {
      guard let answer = Self.answer(of: function) else { continue }
      for call in source.facts.calls(answer, in: function.scope) where call.receiver == nil {
        guard call.arguments.count == 1,
          call.arguments[0].value.as(BooleanLiteralExprSyntax.self)?.literal.text == "true"
        else { continue }
        add(function.name, at: call.range, &report)
      }
    }
  }

  private func add(_ name: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) answers true and does not look at the certificate chain that it is given.",
        ja: "\(name) が、渡された証明書チェーンを確認せずに true を返しています。"))
  }

  /// The closure that a method of a delegate answers with, if it is given a chain and does not use it.
  ///
  /// CocoaAsyncSocket and CocoaMQTT ask so: `socket(_:didReceive:completionHandler:)`.
  private static func answer(of function: Function) -> String? {
    let parameters = (function.parameters ?? []).map { parameter in
      (name: (parameter.secondName ?? parameter.firstName).text, type: parameter.type)
    }
    guard let trust = parameters.first(where: { ["SecTrust", "SecTrust?"].contains($0.type.writtenName) }),
      let answer = parameters.first(where: {
        let type = $0.type.trimmedDescription
        return type.contains("(Bool)") && type.contains("->")
      }), NameFlow.use(of: [trust.name], in: function.body) == nil
    else { return nil }
    return answer.name
  }
}

extension TLSVerifyBlockAlwaysTrue: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for (index, function) in source.functions.enumerated() {
      guard let trust = function.parameters.first(where: { $0.type == "SecTrustRef" }),
        function.name.hasSuffix("completionHandler:"), let answer = function.parameters.last?.name,
        source.use(of: [trust.name], in: function.body) == nil
      else { continue }
      for call in source.calls(answer) where call.function == index && !call.hasReceiver {
        guard call.arguments.count == 1, source.value(call.arguments[0], in: index)?.integer == 1 else {
          continue
        }
        add(function.name, at: source.bytes(of: call.tokens), &report)
      }
    }
  }
}
