import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A request for Sign in with Apple whose token could come from another sign-in.
struct AppleSignInNoNonce: SwiftRule {
  static let metadata = RuleMetadata(
    id: "apple-sign-in-no-nonce",
    title: LocalizedText("Sign in with Apple without a nonce", ja: "nonce のない Sign in with Apple"),
    why: LocalizedText(
      """
      The nonce ties the identity token to this request. Without it a token that was stolen or kept \
      from an earlier sign-in is accepted again.
      """,
      ja: """
        nonce は ID トークンをこのリクエストに結び付けます。ないと、盗まれたトークンや以前のサインインの\
        トークンが再び受け入れられます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Set request.nonce to the SHA-256 of a fresh random value and let the server compare it. \
        OmamoriAuth makes and checks the nonce.
        """,
        ja: """
          request.nonce に毎回新しい乱数の SHA-256 を設定し、サーバーで比較してください。OmamoriAuth は \
          nonce の生成と確認を行います。
          """),
      library: .auth),
    severity: .medium, confidence: .high, cwe: [294], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = [.email]
        """,
      good: """
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = [.email]
        request.nonce = sha256(nonce)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard !source.facts.assignments.contains(where: { $0.name == "nonce" }) else { return }
    for call in source.facts.calls("createRequest") where isAppleID(call, source) {
      // A request that goes to a function of its own may get its nonce there.
      guard !isHandedOn(call, source) else { continue }
      add(at: call.range, &report)
    }
    for call in source.facts.calls("SignInWithAppleButton") {
      let closures = call.closures.filter { $0.label == nil || $0.label == "onRequest" }.map(\.closure)
      guard
        let configure = call.argument("onRequest")?.as(ClosureExprSyntax.self)
          ?? (call.argument("onRequest") == nil ? closures.first : nil),
        configure.statements.allSatisfy({ $0.item.is(SequenceExprSyntax.self) })
      else { continue }
      add(at: call.node.calledExpression.utf8Range, &report)
    }
  }

  private func add(at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText("The request is made without a nonce.", ja: "リクエストに nonce が設定されていません。"))
  }

  private func isAppleID(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let receiver = call.receiver else { return false }
    if Call(receiver, scope: call.scope)?.name == Self.provider { return true }
    guard let name = NamePath.of(receiver).last, let binding = source.binding(named: name, from: call.scope)
    else { return false }
    return binding.type?.writtenName == Self.provider
      || binding.value.flatMap { Call($0, scope: binding.scope) }?.name == Self.provider
  }

  private func isHandedOn(_ call: Call, _ source: SwiftSource) -> Bool {
    guard
      let name = call.node.ancestor(PatternBindingSyntax.self, within: 3)?.pattern
        .as(IdentifierPatternSyntax.self)?.identifier.text
    else { return false }
    return (source.facts.references[name] ?? []).contains { reference in
      guard reference.node.parent?.is(LabeledExprSyntax.self) == true,
        let user = reference.node.ancestor(FunctionCallExprSyntax.self, within: 3)
      else { return false }
      return NamePath.last(of: user.calledExpression) != "ASAuthorizationController"
    }
  }

  private static let provider = "ASAuthorizationAppleIDProvider"
}
