import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftParser
import SwiftSyntax

/// A role or permission that is taken from claims nobody verified.
struct AuthorizationFromUnverifiedClaims: SwiftRule {
  static let metadata = RuleMetadata(
    id: "authorization-from-unverified-claims",
    title: LocalizedText("Role taken from unverified claims", ja: "未検証のクレームから取得した権限"),
    why: LocalizedText(
      """
      Without a check of the signature anyone can write the claims, and with it the app still decides on a device \
      that the user controls. A role that opens functions has to be enforced by the server.
      """,
      ja: """
        署名を確認しないクレームは誰でも書き換えられ、確認しても判定は利用者が操作できるデバイス上で行われます。\
        機能を開放する権限はサーバー側で判定する必要があります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Have the server decide on every request and use the role for display only, out of a token that OmamoriAuth \
        has verified.
        """,
        ja: """
          権限はリクエストごとにサーバーで判定し、アプリでは OmamoriAuth が検証したトークンの値を表示にだけ使用\
          してください。
          """),
      library: .auth),
    severity: .medium, confidence: .medium, cwe: [602], owaspMobile2024: [.m3], owaspMobile2016: [.m6],
    example: RuleMetadata.Example(
      bad: """
        func update(_ token: String) {
          let claims = SessionToken.claims(of: token)
          isAdmin = claims["role"] as? String == "admin"
        }
        """,
      good: """
        func update(_ token: String) {
          let claims = SessionToken.claims(of: token)
          nameLabel.text = claims["name"] as? String
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.mentions(anyOf: ClaimsOrigin.words), !JWTNotVerified.verifies(source) else { return }
    for string in source.facts.strings {
      guard let key = string.node.knownText, Self.speaksOfRights(key),
        let access = string.node.ancestor(SubscriptCallExprSyntax.self, within: 3),
        access.arguments.first?.expression.utf8Range == string.range,
        let origin = ClaimsOrigin(of: access.calledExpression, string.scope, source),
        decides(ExprSyntax(access), string.scope, source)
      else { continue }
      report.add(
        Self.self, at: access.utf8Range,
        LocalizedText(
          "\"\(key)\" of \(origin.name) decides what the user may do; nothing in this file checks a signature.",
          ja: "\(origin.name) の「\(key)」で利用者の権限を決めていますが、このファイルでは署名を確認していません。"),
        confidence: origin.isFromToken ? nil : .low)
    }
  }

  private static func speaksOfRights(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.count <= 3 && words.contains(where: rights.contains)
      && !words.contains(where: shown.contains)
  }

  private static let rights: Set = [
    "role", "roles", "admin", "administrator", "permission", "permissions", "privilege", "privileges",
    "superuser", "staff", "entitlements", "moderator",
  ]
  /// Words of names that hold something to be displayed.
  private static let shown: Set = [
    "label", "text", "title", "name", "names", "description", "icon", "color", "email", "mail", "count",
  ]

  // MARK: What the value is used for

  /// Whether the value of `access` is compared, returned as a truth or kept as a role; a local name is followed.
  private func decides(_ access: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if isDecision(access, scope, source) { return true }
    guard let name = localName(for: access),
      let function = source.facts.enclosing(.function, of: scope)
    else { return false }
    return (source.facts.references[name] ?? []).contains {
      $0.range.lowerBound > access.utf8Range.upperBound && source.facts.isWithin($0.scope, function)
        && isDecision(ExprSyntax($0.node), $0.scope, source)
    }
  }

  private func isDecision(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    let range = value.utf8Range
    var node = Syntax(value)
    for _ in 0..<16 {
      guard let parent = node.parent else { return false }
      if let sequence = parent.as(SequenceExprSyntax.self), let kept = keeps(sequence, range) { return kept }
      if let call = parent.as(FunctionCallExprSyntax.self).flatMap({ Call($0, scope: scope) }) {
        // `roles.contains("admin")`
        return call.name == "contains" && call.receiver?.utf8Range.contains(range.lowerBound) == true
      }
      if parent.is(ConditionElementSyntax.self) {
        return parent.ancestor(IfExprSyntax.self, within: 3) != nil
          || parent.ancestor(GuardStmtSyntax.self, within: 3) != nil
      }
      if let choice = parent.as(SwitchExprSyntax.self) {
        return choice.subject.utf8Range.contains(range.lowerBound)
      }
      if parent.is(ReturnStmtSyntax.self) || parent.is(CodeBlockItemSyntax.self) {
        return source.facts.function(around: scope)?.returnType?.writtenName == "Bool"
      }
      if parent.is(OptionalBindingConditionSyntax.self) || parent.is(InitializerClauseSyntax.self) {
        return false
      }
      node = parent
    }
    return false
  }

  /// Whether `sequence` compares the value in `range` or assigns it to a role; `nil` when it does neither.
  private func keeps(_ sequence: SequenceExprSyntax, _ range: Range<Int>) -> Bool? {
    let parts = Array(sequence.elements)
    if parts.contains(where: { SequenceParts.operation($0).map(Self.comparisons.contains) ?? false }) {
      return true
    }
    guard parts.count > 2, parts[1].is(AssignmentExprSyntax.self) else { return nil }
    return NamePath.last(of: parts[0]).map(Self.speaksOfRights) ?? false
  }

  private static let comparisons: Set = ["==", "!="]

  /// The name that `access` is bound to: `let role = claims["role"] as? String`.
  private func localName(for access: ExprSyntax) -> String? {
    guard let value = access.ancestor(InitializerClauseSyntax.self, within: 6) else { return nil }
    let pattern =
      value.parent?.as(PatternBindingSyntax.self)?.pattern
      ?? value.parent?.as(OptionalBindingConditionSyntax.self)?.pattern
    return pattern?.as(IdentifierPatternSyntax.self)?.identifier.text
  }
}

/// The dictionary of claims that an expression stands for.
private struct ClaimsOrigin {
  /// The words of a name that stands for claims; a file without any of them is passed over.
  static let words = ["claims", "payload", "jwt"]

  /// What the program calls it.
  let name: String
  /// Whether it is seen to be made from a token or its decoded body.
  let isFromToken: Bool

  init?(of expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) {
    var base = expression
    while let inner = SequenceParts.single(base).flatMap({ NamePath.unwrapped($0) }) { base = inner }
    if let call = Call(base, scope: scope) {
      guard Self.speaksOfClaims(call.name), !Self.isChecked(call) else { return nil }
      (name, isFromToken) = (call.name, Self.takesToken(call))
      return
    }
    guard let name = NamePath.last(of: base), Self.speaksOfClaims(name) else { return nil }
    let binding = source.binding(named: name, from: scope)
    if let binding, binding.kind == .optionalBinding, binding.value == nil { return nil }
    var fromToken = false
    if let value = binding?.value {
      for call in source.facts.calls where value.utf8Range.contains(call.range.lowerBound) {
        guard !Self.isChecked(call) else { return nil }
        if Self.takesToken(call) || Self.isBase64(call) { fromToken = true }
        guard call.name == "jsonObject", let function = source.facts.function(around: scope) else { continue }
        if source.facts.calls(in: function.scope).contains(where: Self.isBase64) { fromToken = true }
      }
    }
    // A message's payload has roles of its own kind; only a token's body is meant.
    guard fromToken || Words.of(name).contains("claims") else { return nil }
    (self.name, isFromToken) = (name, fromToken)
  }

  private static func speaksOfClaims(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.contains { Self.words.contains($0) }
      && !words.contains { checked.contains($0) }
  }

  private static func takesToken(_ call: Call) -> Bool {
    guard speaksOfClaims(call.name) || Words.of(call.name).contains("decode") else { return false }
    return call.arguments.contains { argument in
      let words = Words.of(NamePath.last(of: argument.value) ?? "") + Words.of(argument.label ?? "")
      return words.contains { ["token", "jwt", "jws"].contains($0) }
    }
  }

  private static func isBase64(_ call: Call) -> Bool {
    call.labels.first == "base64Encoded" || call.labels.first == "base64URLEncoded"
      || Words.of(call.name).contains("base")
  }

  private static func isChecked(_ call: Call) -> Bool {
    (call.receiverPath + [call.name]).contains { Words.of($0).contains(where: checked.contains) }
  }

  private static let checked: Set = [
    "verify", "verified", "verifier", "verifying", "validate", "validated", "validator", "trusted",
  ]
}
