import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A challenge answered with `URLCredential(trust:)` in a function in which nothing evaluates the chain.
struct TrustAllCertificates: SwiftRule {
  static let metadata = RuleMetadata(
    id: "trust-all-certificates",
    title: LocalizedText("Any server certificate is accepted", ja: "すべてのサーバー証明書を受け入れている"),
    why: LocalizedText(
      """
      URLCredential(trust:) tells the system to go on with the chain that the server presented. Without an evaluation \
      of that chain anyone on the network path can present a certificate of their own and read and change everything.
      """,
      ja: """
        URLCredential(trust:) は、サーバーが提示した証明書チェーンのまま通信を続けるようシステムに指示します。\
        チェーンを評価しないと、通信経路上の誰でも自分の証明書を提示して、すべての通信を盗聴・改ざんできます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Answer .performDefaultHandling, or call SecTrustEvaluateWithError and cancel when it fails. SecureSession \
        validates every connection and takes private anchors through its TransportPolicy.
        """,
        ja: """
          .performDefaultHandling で応答するか、SecTrustEvaluateWithError を呼び出して失敗時にキャンセルしてください。\
          SecureSession はすべての接続を検証し、独自のルート証明書は TransportPolicy で指定できます。
          """),
      library: .transport),
    severity: .critical, confidence: .high, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        func urlSession(
          _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
          guard let trust = challenge.protectionSpace.serverTrust else { return (.cancelAuthenticationChallenge, nil) }
          return (.useCredential, URLCredential(trust: trust))
        }
        """,
      good: """
        func urlSession(
          _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
          guard let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil) else {
            return (.cancelAuthenticationChallenge, nil)
          }
          return (.useCredential, URLCredential(trust: trust))
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions {
      // A nested function is looked at by itself; here it counts for the function around it.
      let accepting = TrustEvaluation.acceptingCalls(in: function.scope, source)
        .filter { source.facts.function(around: $0.scope)?.scope == function.scope }
      guard let first = accepting.first, !TrustEvaluation.isEvaluated(in: function.scope, source) else {
        continue
      }
      // A function that compares pins is the business of `pinning-without-evaluation`.
      guard !PinComparison.isMade(in: function.scope, source) else { continue }
      let isEvaluated = TrustEvaluation.isEvaluatedByCallers(of: function, source)
      guard isEvaluated != true else { continue }
      report.add(
        Self.self, at: first.range,
        LocalizedText(
          "\(function.name) accepts the server's chain without evaluating it.",
          ja: "\(function.name) はサーバーの証明書チェーンを評価せずに受け入れています。"),
        severity: isEvaluated == nil ? .medium : nil, confidence: isEvaluated == nil ? .low : nil,
        related: accepting.dropFirst().map {
          report.step(at: $0.range, LocalizedText("Accepted here as well.", ja: "ここでも受け入れています。"))
        })
    }
    for name in ["setAllowsAnyHTTPSCertificate", "allowsAnyHTTPSCertificate"] {
      for call in source.facts.calls(name) {
        report.add(
          Self.self, at: call.range,
          LocalizedText("\(name) switches certificate checks off.", ja: "\(name) は証明書の検証を無効にします。"))
      }
    }
  }
}

extension TrustAllCertificates: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    var looks = 0
    for (index, function) in source.functions.enumerated() {
      if function.name.hasPrefix("allowsAnyHTTPSCertificate"), Self.answersYes(function, source) {
        add(source.bytes(of: function.head), function.name, &report)
        continue
      }
      let accepting = Self.accepting(in: index, source)
      guard let first = accepting.first, looks < ObjectiveCSource.closeLooks else { continue }
      looks += 1
      guard !Self.isEvaluated(index, source, depth: 0),
        // Comparing with a pinned certificate is the business of `pinning-without-evaluation`.
        source.uses(of: ["isEqualToData", "SecTrustGetCertificateAtIndex"], in: function.body).isEmpty
      else { continue }
      report.add(
        Self.self, at: source.bytes(of: first),
        LocalizedText(
          "\(function.name) accepts the server's chain without evaluating it.",
          ja: "\(function.name) はサーバーの証明書チェーンを評価せずに受け入れています。"),
        related: accepting.dropFirst().map {
          report.step(
            at: source.bytes(of: $0), LocalizedText("Accepted here as well.", ja: "ここでも受け入れています。"))
        })
    }
    for message in source.messages("setAllowsAnyHTTPSCertificate:forHost:")
    where source.value(message.arguments[0], in: message.function)?.integer != 0 {
      add(source.bytes(of: message.tokens), "setAllowsAnyHTTPSCertificate:forHost:", &report)
    }
  }

  private func add(_ place: Range<Int>, _ name: String, _ report: inout FileReport) {
    report.add(
      Self.self, at: place,
      LocalizedText("\(name) switches certificate checks off.", ja: "\(name) は証明書の検証を無効にします。"))
  }

  private static func answersYes(_ function: CFunction, _ source: ObjectiveCSource) -> Bool {
    let body = function.body.map { source.tokens[$0].text }
    return body == ["return", "YES", ";"] || body == ["return", "true", ";"]
  }

  /// The credentials of a function that are made from the server's own chain.
  private static func accepting(in function: Int, _ source: ObjectiveCSource) -> [Range<Int>] {
    let body = source.functions[function].body
    let isChallenge =
      !source.uses(
        of: ["useCredential", "NSURLSessionAuthChallengeUseCredential", "completionHandler", "challenge"],
        in: body
      ).isEmpty
    guard isChallenge else { return [] }
    let made = source.messages("credentialForTrust:", "initWithTrust:").filter { $0.function == function }
    guard !made.isEmpty else { return [] }
    let used = source.messages("useCredential:forAuthenticationChallenge:").filter { $0.function == function }
    return (used.isEmpty ? made : used).map(\.tokens)
  }

  /// Whether the function, or one of the file that it calls, evaluates the chain.
  private static func isEvaluated(_ index: Int, _ source: ObjectiveCSource, depth: Int) -> Bool {
    let body = source.functions[index].body
    if !source.uses(of: TrustEvaluation.evaluations, in: body).isEmpty { return true }
    guard depth < 1 else { return false }
    let called = Set(
      source.messages.filter { $0.function == index }.map(\.selector)
        + source.calls.filter { $0.function == index }.map(\.name))
    return source.functions.indices.contains { other in
      other != index && called.contains(source.functions[other].name)
        && isEvaluated(other, source, depth: depth + 1)
    }
  }
}
