import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A handler that refuses, or waves through, every challenge that is not about the server's certificate.
struct ChallengeMethodsCancelled: SwiftRule {
  static let metadata = RuleMetadata(
    id: "challenge-methods-cancelled",
    title: LocalizedText("Other challenges answered alike", ja: "サーバー証明書以外のチャレンジを一律に処理している"),
    why: LocalizedText(
      """
      The handler is asked about client certificates, proxies and passwords as well. Cancelled, such connections fail \
      without a reason anyone sees, and the usual remedy is to accept everything.
      """,
      ja: """
        このハンドラーはクライアント証明書、プロキシ、パスワードについても呼び出されます。すべてキャンセルすると原因の分からない\
        接続失敗となり、結局すべてを受け入れる対処につながりがちです。
        """),
    fix: RuleFix(
      LocalizedText(
        "Answer .performDefaultHandling for every method that the app does not handle itself. SecureSession does.",
        ja: "アプリで扱わない認証方式には .performDefaultHandling で応答してください。SecureSession はそのように動作します。"),
      library: .transport),
    severity: .low, confidence: .medium, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        func urlSession(
          _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
          guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
            return (.cancelAuthenticationChallenge, nil)
          }
          return await pins.evaluate(challenge)
        }
        """,
      good: """
        func urlSession(
          _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
          guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
            return (.performDefaultHandling, nil)
          }
          return await pins.evaluate(challenge)
        }
        """))

  static let triggers: Set = ["NSURLAuthenticationMethodServerTrust"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for reference in source.facts.references["NSURLAuthenticationMethodServerTrust"] ?? [] {
      let body = ServerTrust.body(around: reference.scope, source)
      guard !decidesByMethod(in: body, source), let other = Self.otherBranch(of: reference.node),
        let answer = Self.answer(in: other)
      else { continue }
      let isAccepted = answer.declName.baseName.text == "useCredential"
      report.add(
        Self.self, at: answer.utf8Range,
        isAccepted
          ? LocalizedText(
            "Every challenge but the server's certificate is answered with .useCredential.",
            ja: "サーバー証明書以外のすべてのチャレンジに .useCredential で応答しています。")
          : LocalizedText(
            "Every challenge but the server's certificate is cancelled.",
            ja: "サーバー証明書以外のチャレンジがすべてキャンセルされています。"))
    }
  }

  /// Whether the function knows more methods than one.
  private func decidesByMethod(in body: ScopeID, _ source: SwiftSource) -> Bool {
    source.facts.references.contains { name, uses in
      name.hasPrefix("NSURLAuthenticationMethod") && name != "NSURLAuthenticationMethodServerTrust"
        && uses.contains { source.facts.isWithin($0.scope, body) }
    }
  }

  /// The statements that run when the method is another one.
  private static func otherBranch(of method: DeclReferenceExprSyntax) -> Syntax? {
    guard let list = method.ancestor(ConditionElementListSyntax.self, within: 6),
      let sequence = method.ancestor(SequenceExprSyntax.self, within: 3),
      // With `||` or `&&` in between, the branch is about something else as well.
      sequence.elements.count == 3, let operation = SequenceParts.operation(Array(sequence.elements)[1])
    else { return nil }
    if let guarded = list.parent?.as(GuardStmtSyntax.self) {
      // Failing for another reason is rightly cancelled; only a condition of its own speaks of other methods.
      return operation == "==" && list.count == 1 ? Syntax(guarded.body) : nil
    }
    guard let choice = list.parent?.as(IfExprSyntax.self), list.count == 1 else { return nil }
    if operation == "!=" { return Syntax(choice.body) }
    return operation == "==" ? choice.elseBody.map { Syntax($0) } : nil
  }

  /// The only answer in `branch`, if it is the same for all challenges.
  private static func answer(in branch: Syntax) -> MemberAccessExprSyntax? {
    let finder = AnswerFinder(viewMode: .sourceAccurate)
    finder.walk(branch)
    return finder.answers.count == 1 ? finder.answers.first : nil
  }
}

/// Collects what a challenge is answered with.
private final class AnswerFinder: SyntaxVisitor {
  private(set) var answers: [MemberAccessExprSyntax] = []

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.declName.baseName.text {
    case "cancelAuthenticationChallenge", "useCredential": answers.append(node)
    case "performDefaultHandling", "rejectProtectionSpace":
      // Two answers are a decision.
      answers += [node, node]
    default: return .visitChildren
    }
    return .skipChildren
  }
}
