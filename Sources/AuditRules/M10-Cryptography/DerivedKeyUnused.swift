import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A key that is derived and then not used, or whose derivation may have failed unseen.
struct DerivedKeyUnused: SwiftRule {
  static let metadata = RuleMetadata(
    id: "derived-key-unused",
    title: LocalizedText("Derived key not used or not checked", ja: "導出した鍵の未使用または結果の未確認"),
    why: LocalizedText(
      """
      When the derivation fails, its buffer stays full of zeros; when its result is dropped, something else \
      encrypts. In both cases the key is one that anyone knows, and nothing looks wrong.
      """,
      ja: """
        導出に失敗するとバッファはゼロのまま残り、結果が捨てられると別の値で暗号化されます。\
        どちらの場合も、誰でも知っている鍵が使われ、異常は表面に現れません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Compare the status with kCCSuccess, return the derived bytes, and encrypt with exactly those.",
        ja: "戻り値を kCCSuccess と比較し、導出したバイト列を返して、必ずその値で暗号化してください。"),
      library: .crypto),
    severity: .high, confidence: .medium, cwe: [321, 252], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        func key(_ password: String, _ salt: [UInt8]) -> Data {
          var derived = [UInt8](repeating: 0, count: 32)
          CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, salt, salt.count,
            CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 600_000, &derived, derived.count)
          return Data(derived)
        }
        """,
      good: """
        func key(_ password: String, _ salt: [UInt8]) -> Data? {
          var derived = [UInt8](repeating: 0, count: 32)
          let status = CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, salt, salt.count,
            CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 600_000, &derived, derived.count)
          return status == kCCSuccess ? Data(derived) : nil
        }
        """))

  static let triggers: Set<String> = [
    "CCKeyDerivationPBKDF", "PKCS5_PBKDF2_HMAC", "EVP_PBE_scrypt", "deriveKey", "hkdfDerivedSymmetricKey",
    "x963DerivedSymmetricKey",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for (name, index) in [("CCKeyDerivationPBKDF", 7), ("PKCS5_PBKDF2_HMAC", 7), ("EVP_PBE_scrypt", 8)] {
      for call in source.facts.calls(name) where call.arguments.count > index {
        checkBuffer(call, call.arguments[index].value, source, &report)
      }
    }
    for name in ["deriveKey", "hkdfDerivedSymmetricKey", "x963DerivedSymmetricKey"] {
      for call in source.facts.calls(name) where isKeyDerivation(call) {
        checkResult(call, source, &report)
      }
    }
  }

  private func checkBuffer(
    _ call: Call, _ output: ExprSyntax, _ source: SwiftSource, _ report: inout FileReport
  ) {
    if let buffer = localBuffer(output, call, source), isUnused(buffer, after: call, source) {
      // What encrypts in its place is the line to change.
      let cipher = source.facts.function(around: call.scope).flatMap { function in
        source.facts.calls(in: function.scope).first {
          Self.ciphers.contains($0.name) && $0.range.lowerBound > call.range.upperBound
        }
      }
      report.add(
        Self.self, at: cipher?.range ?? call.range,
        LocalizedText(
          "\(call.name) fills \(buffer.name), and nothing uses it afterwards.",
          ja: "\(call.name) が \(buffer.name) に鍵を書き込みますが、その後どこでも使われていません。"),
        related: cipher == nil
          ? [] : [report.step(at: call.range, LocalizedText("The derivation.", ja: "鍵の導出です。"))])
    } else if call.isResultDiscarded {
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "The status of \(call.name) is thrown away; after a failure the key is all zeros.",
          ja: "\(call.name) の戻り値が捨てられています。失敗すると鍵はすべてゼロのままになります。"))
    }
  }

  private func checkResult(_ call: Call, _ source: SwiftSource, _ report: inout FileReport) {
    let isDropped = call.isResultDiscarded || isBoundToUnused(call, source)
    guard isDropped else { return }
    report.add(
      Self.self, at: call.range,
      LocalizedText(
        "The key that \(call.name) derives is not used.", ja: "\(call.name) で導出した鍵が使われていません。"))
  }

  private func isKeyDerivation(_ call: Call) -> Bool {
    call.name != "deriveKey" || ["HKDF", "PBKDF2", "Scrypt"].contains(call.receiverPath.last ?? "")
  }

  /// The local variable behind `&derived`, or behind the parameter of `derived.withUnsafeMutableBytes { … }`.
  private func localBuffer(_ output: ExprSyntax, _ call: Call, _ source: SwiftSource) -> Binding? {
    if let address = output.as(InOutExprSyntax.self) {
      return NamePath.last(of: address.expression).flatMap { local($0, call.scope, source) }
    }
    var node = Syntax(output)
    while let closure = node.ancestor(ClosureExprSyntax.self, within: 64) {
      node = Syntax(closure)
      guard let outer = closure.ancestor(FunctionCallExprSyntax.self, within: 4),
        let member = outer.calledExpression.as(MemberAccessExprSyntax.self),
        member.declName.baseName.text.hasPrefix("withUnsafeMutable"),
        let name = member.base.flatMap(NamePath.last),
        NameFlow.use(of: parameters(of: closure), in: output) != nil
      else { continue }
      return local(name, call.scope, source)
    }
    return nil
  }

  private func parameters(of closure: ClosureExprSyntax) -> Set<String> {
    switch closure.signature?.parameterClause {
    case .simpleInput(let names): Set(names.map(\.name.text))
    case .parameterClause(let clause): Set(clause.parameters.map { ($0.secondName ?? $0.firstName).text })
    default: ["$0"]
    }
  }

  /// The declaration of `name` if it lives and dies within the function.
  private func local(_ name: String, _ scope: ScopeID, _ source: SwiftSource) -> Binding? {
    guard let binding = source.binding(named: name, from: scope), binding.kind == .variable,
      source.facts.enclosing(.function, of: binding.scope) != nil,
      source.facts.scopes[binding.scope.index].kind != .type
    else { return nil }
    return binding
  }

  private static let ciphers: Set = ["CCCrypt", "CCCryptorCreate", "CCCryptorCreateWithMode", "seal", "AES"]

  private func isUnused(_ binding: Binding, after call: Call, _ source: SwiftSource) -> Bool {
    let uses = source.facts.references(binding.name, in: binding.scope)
    return !uses.contains { $0.range.lowerBound > call.range.upperBound }
      // A loop comes back to what stands before the call.
      && call.node.ancestor(WhileStmtSyntax.self, within: 24) == nil
      && call.node.ancestor(ForStmtSyntax.self, within: 24) == nil
  }

  /// `let key = HKDF.deriveKey(…)` inside a function that never names `key` again.
  private func isBoundToUnused(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let pattern = call.node.ancestor(PatternBindingSyntax.self, within: 5),
      let value = pattern.initializer?.value, Call(value, scope: call.scope)?.range == call.range,
      let name = pattern.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let binding = source.facts.binding(name, in: call.scope),
      source.facts.enclosing(.function, of: call.scope) != nil,
      source.facts.scopes[binding.scope.index].kind != .type
    else { return false }
    return source.facts.references(name, in: binding.scope).isEmpty
  }
}
