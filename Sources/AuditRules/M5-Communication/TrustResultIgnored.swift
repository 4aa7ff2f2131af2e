import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A chain that is evaluated, and accepted whatever comes out.
struct TrustResultIgnored: SwiftRule {
  static let metadata = RuleMetadata(
    id: "trust-result-ignored",
    title: LocalizedText("Result of the certificate check ignored", ja: "証明書検証の結果が無視されている"),
    why: LocalizedText(
      """
      The functions that evaluate a chain say by their result whether it holds; that the call itself succeeds says \
      nothing. Code that does not look at the result accepts the certificate of anyone on the network path.
      """,
      ja: """
        チェーンが有効かどうかは評価関数の結果で示されます。呼び出し自体の成功には意味がありません。\
        結果を確認しないコードは、通信経路上の誰の証明書でも受け入れてしまいます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Go on only when SecTrustEvaluateWithError returns true, and answer inside of the callback when the evaluation is \
        asynchronous. SecureSession evaluates every connection by itself.
        """,
        ja: """
          SecTrustEvaluateWithError が true を返した場合だけ続行し、非同期に評価する場合はコールバックの中で応答してください。\
          SecureSession はすべての接続を自動的に検証します。
          """),
      library: .transport),
    severity: .critical, confidence: .high, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        func answer(_ trust: SecTrust) -> URLCredential? {
          var error: CFError?
          _ = SecTrustEvaluateWithError(trust, &error)
          return URLCredential(trust: trust)
        }
        """,
      good: """
        func answer(_ trust: SecTrust) -> URLCredential? {
          guard SecTrustEvaluateWithError(trust, nil) else { return nil }
          return URLCredential(trust: trust)
        }
        """))

  static let triggers: Set = [
    "SecTrustEvaluateWithError", "SecTrustEvaluate", "SecTrustEvaluateAsyncWithError",
    "SecTrustEvaluateAsync",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("SecTrustEvaluateWithError") { checkAnswer(of: call, source, &report) }
    for call in source.facts.calls("SecTrustEvaluate") { checkVerdict(of: call, source, &report) }
    for name in ["SecTrustEvaluateAsyncWithError", "SecTrustEvaluateAsync"] {
      for call in source.facts.calls(name) { checkCallback(of: call, source, &report) }
    }
  }

  // MARK: SecTrustEvaluateWithError

  private func checkAnswer(of call: Call, _ source: SwiftSource, _ report: inout FileReport) {
    let body = ServerTrust.body(around: call.scope, source)
    // Whoever asks for the verdict afterwards, or looks at the error, has not ignored the result.
    guard source.facts.calls("SecTrustGetTrustResult", in: body).isEmpty else { return }
    if let error = call.arguments.last.flatMap({ ServerTrust.address($0.value) }),
      isExamined(error, in: body, after: call.range.upperBound, source)
    {
      return
    }
    if ServerTrust.isDiscarded(call) {
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "The answer of SecTrustEvaluateWithError is thrown away.",
          ja: "SecTrustEvaluateWithError の戻り値が捨てられています。"),
        confidence: decides(in: body, source) ? .high : .medium)
    } else if let name = ServerTrust.name(ofResult: call),
      !isExamined(name, in: body, after: call.range.upperBound, source)
    {
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "The answer is kept in “\(name)”, which nothing looks at.",
          ja: "結果は「\(name)」に入れられますが、どこでも確認されていません。"),
        confidence: decides(in: body, source) ? .high : .medium)
    }
  }

  /// Whether the statements accept a chain or answer yes or no; others may only want it to be built.
  private func decides(in body: ScopeID, _ source: SwiftSource) -> Bool {
    !TrustEvaluation.acceptingCalls(in: body, source).isEmpty
      || source.facts.function(around: body)?.returnType?.writtenName == "Bool"
  }

  /// Whether anything but a log looks at `name`.
  private func isExamined(
    _ name: String, in body: ScopeID, after offset: Int, _ source: SwiftSource
  ) -> Bool {
    ServerTrust.uses(of: name, in: body, after: offset, source).contains { use in
      guard let call = use.node.ancestor(FunctionCallExprSyntax.self, within: 8),
        let name = Call(call, scope: use.scope)?.name
      else { return true }
      return !Self.logs.contains(name)
    }
  }

  private static let logs: Set = ["print", "debugPrint", "NSLog", "os_log", "debug", "info", "notice"]

  // MARK: SecTrustEvaluate

  private func checkVerdict(of call: Call, _ source: SwiftSource, _ report: inout FileReport) {
    guard call.arguments.count == 2 else { return }
    let body = ServerTrust.body(around: call.scope, source)
    guard source.facts.calls("SecTrustGetTrustResult", in: body).isEmpty else { return }
    if call.arguments[1].value.is(NilLiteralExprSyntax.self) {
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "SecTrustEvaluate is given no place for its verdict.", ja: "SecTrustEvaluate に判定を受け取る変数が渡されていません。"))
      return
    }
    guard let verdict = ServerTrust.address(call.arguments[1].value),
      source.binding(named: verdict, from: call.scope).map({
        source.facts.enclosing(.function, of: $0.scope) == source.facts.enclosing(.function, of: call.scope)
      }) ?? false,
      !isExamined(verdict, in: body, after: call.range.upperBound, source)
    else { return }
    report.add(
      Self.self, at: decision(by: call, in: body, source) ?? call.range,
      LocalizedText(
        "SecTrustEvaluate writes its verdict to “\(verdict)”, which nothing looks at; its status says only that it ran.",
        ja: "SecTrustEvaluate の判定は「\(verdict)」に入りますが確認されていません。戻り値は実行できたことしか示しません。"))
  }

  /// The comparison that takes the status for the verdict.
  private func decision(by call: Call, in body: ScopeID, _ source: SwiftSource) -> Range<Int>? {
    guard let name = ServerTrust.name(ofResult: call) else { return nil }
    return source.facts.comparisons.first { comparison in
      comparison.left.utf8Range.lowerBound >= call.range.upperBound
        && source.facts.isWithin(comparison.scope, body)
        && [comparison.left, comparison.right].contains {
          $0.as(DeclReferenceExprSyntax.self)?.baseName.text == name
        }
    }?.range
  }

  // MARK: The asynchronous ones

  private func checkCallback(of call: Call, _ source: SwiftSource, _ report: inout FileReport) {
    let closure =
      call.closures.first?.closure ?? call.arguments.last.flatMap { $0.value.as(ClosureExprSyntax.self) }
    guard let closure else { return }
    let body = ServerTrust.body(around: call.scope, source)
    let accepting = TrustEvaluation.acceptingCalls(in: body, source)
    if let early = accepting.first(where: { !closure.utf8Range.contains($0.range.lowerBound) }),
      source.facts.calls("SecTrustEvaluateWithError", in: body).isEmpty
    {
      report.add(
        Self.self, at: early.range,
        LocalizedText(
          "The chain is accepted without waiting for the callback of \(call.name).",
          ja: "\(call.name) のコールバックを待たずにチェーンを受け入れています。"))
    } else if ignoresVerdict(closure),
      let inside = accepting.first(where: { closure.utf8Range.contains($0.range.lowerBound) })
    {
      report.add(
        Self.self, at: inside.range,
        LocalizedText(
          "The callback of \(call.name) accepts the chain and does not look at the verdict.",
          ja: "\(call.name) のコールバックが判定を確認せずにチェーンを受け入れています。"))
    }
  }

  /// Whether the second parameter of `closure`, the verdict, is `_` or never used.
  private func ignoresVerdict(_ closure: ClosureExprSyntax) -> Bool {
    let names: [String]
    switch closure.signature?.parameterClause {
    case .simpleInput(let list): names = list.map(\.name.text)
    case .parameterClause(let clause):
      names = clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    default: names = ["$0", "$1", "$2"]
    }
    guard names.count > 1 else { return false }
    return names[1] == "_" || NameFlow.use(of: [names[1]], in: closure.statements) == nil
  }
}
