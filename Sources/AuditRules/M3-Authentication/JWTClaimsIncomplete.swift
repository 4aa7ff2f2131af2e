import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftParser
import SwiftSyntax

/// A token whose signature is checked and whose claims are not: for whom it is, from whom, and until when.
struct JWTClaimsIncomplete: SwiftRule {
  static let metadata = RuleMetadata(
    id: "jwt-claims-incomplete",
    title: LocalizedText("Token claims not checked", ja: "トークンのクレームが確認されていない"),
    why: LocalizedText(
      """
      A signature says that the issuer made the token, not that it was made for this app or is still good. A token of \
      another app of the same issuer, or one that was stolen last year, passes.
      """,
      ja: """
        署名は発行者が作ったことを示すだけで、このアプリ宛てであることや、まだ有効であることは示しません。\
        同じ発行者の別アプリ用のトークンや、昨年盗まれたトークンでも通過します。
        """),
    fix: RuleFix(
      LocalizedText(
        "Compare iss and aud with your own, and refuse the token after exp and before nbf. OmamoriAuth checks all four.",
        ja: "iss と aud を自分の値と比較し、exp 以後と nbf 以前は拒否してください。OmamoriAuth は 4 つすべてを確認します。"),
      library: .auth),
    severity: .medium, confidence: .medium, cwe: [287], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        struct Session: JWTPayload {
          var sub: SubjectClaim
          func verify(using signer: JWTSigner) throws {}
        }
        """,
      good: """
        struct Session: JWTPayload {
          var sub: SubjectClaim
          var exp: ExpirationClaim
          var aud: AudienceClaim
          func verify(using signer: JWTSigner) throws {
            try exp.verifyNotExpired()
            try aud.verifyIntendedAudience(includes: "jp.tsukimi")
          }
        }
        """))

  static let triggers: Set = [
    "JWTPayload", "isValidSignature", "SecKeyVerifySignature", "addingTimeInterval", "Date",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    checkPayloads(source, &report)
    checkHandmade(source, &report)
    checkRecomputed(source, &report)
  }

  // MARK: JWTKit

  private func checkPayloads(_ source: SwiftSource, _ report: inout FileReport) {
    for type in source.facts.types where type.inherited.contains(where: { $0.hasSuffix("JWTPayload") }) {
      let verify = source.facts.functions("verify").first { function in
        source.facts.isWithin(function.scope, type.scope)
          && function.parameters?.contains { $0.firstName.text == "using" } == true
      }
      guard let verify else { continue }
      let names = Set(verify.body.tokens(viewMode: .sourceAccurate).map(\.text))
      let missing = Self.missing { words in names.contains { !Set(Words.of($0)).isDisjoint(with: words) } }
      // An inner payload whose claims are checked by what it calls is no business of this rule.
      guard missing.contains("exp") else { continue }
      add(missing, at: verify.nameRange, &report)
    }
  }

  // MARK: By hand

  private func checkHandmade(_ source: SwiftSource, _ report: inout FileReport) {
    let checks = source.facts.calls("isValidSignature") + source.facts.calls("SecKeyVerifySignature")
    for check in checks where !ServerTrust.isDiscarded(check) {
      guard let function = source.facts.function(around: check.scope), Self.readsClaims(function, source)
      else {
        continue
      }
      let missing = Self.missing { words in
        source.facts.references.keys.contains { !Set(Words.of($0)).isDisjoint(with: words) }
          || source.facts.bindings.contains { !Set(Words.of($0.name)).isDisjoint(with: words) }
          || source.facts.strings.contains { $0.node.knownText.map(words.contains) ?? false }
      }
      guard missing.contains("exp") || missing.count > 1 else { continue }
      add(missing, at: check.range, confidence: missing.contains("exp") ? .medium : .low, &report)
    }
  }

  /// Whether `function` takes a token apart and reads what it says.
  private static func readsClaims(_ function: Function, _ source: SwiftSource) -> Bool {
    let calls = source.facts.calls(in: function.scope)
    let splits = calls.contains { call in
      guard
        let separator = call.argument("separator") ?? call.argument("separatedBy")
          ?? call.arguments.first?.value,
        ["split", "components"].contains(call.name), source.fold(separator, in: call.scope).string == "."
      else { return false }
      return call.receiver.flatMap(NamePath.last).map {
        Words.of($0).contains { ["token", "jwt", "jws"].contains($0) }
      } ?? false
    }
    return splits && calls.contains { ["jsonObject", "decode"].contains($0.name) }
  }

  /// The claims that nothing looks at.
  private static func missing(_ isNamed: (Set<String>) -> Bool) -> [String] {
    claims.filter { !isNamed($0.words) }.map(\.name)
  }

  private static let claims: [(name: String, words: Set<String>)] = [
    ("exp", ["exp", "expiry", "expiration", "expires", "expired"]), ("aud", ["aud", "audience"]),
    ("iss", ["iss", "issuer"]),
  ]

  private func add(
    _ missing: [String], at range: Range<Int>, confidence: Confidence? = nil, _ report: inout FileReport
  ) {
    let names = missing.joined(separator: ", ")
    report.add(
      Self.self, at: range,
      LocalizedText(
        "The token is verified, but nothing looks at \(names).", ja: "トークンの署名は検証されますが、\(names) は確認されていません。"),
      confidence: confidence)
  }

  // MARK: An expiry that never comes

  /// Finds `var isExpired: Bool { Date() > Date().addingTimeInterval(expiresIn) }`.
  private func checkRecomputed(_ source: SwiftSource, _ report: inout FileReport) {
    for comparison in source.facts.comparisons where ["<", ">", "<=", ">="].contains(comparison.operation) {
      for (now, limit) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
        guard isNow(now, comparison.scope), isFromNow(limit, comparison.scope, source, depth: 0) else {
          continue
        }
        report.add(
          Self.self, at: comparison.range,
          LocalizedText(
            "The expiry is counted from now on each time it is asked for: it never comes.",
            ja: "有効期限が確認のたびに現在時刻から計算されるため、決して期限切れになりません。"))
        break
      }
    }
  }

  private func isNow(_ expression: ExprSyntax, _ scope: ScopeID) -> Bool {
    if let call = Call(expression, scope: scope) {
      return ["Date", "NSDate"].contains(call.name) && call.arguments.isEmpty
    }
    return ["Date", "now"].elementsEqual(NamePath.of(expression).suffix(2))
  }

  /// Whether `expression` is now and some seconds that a server named; local names are followed.
  private func isFromNow(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, depth: Int)
    -> Bool
  {
    guard depth < 3 else { return false }
    if let call = Call(expression, scope: scope) {
      let seconds: ExprSyntax?
      if call.name == "addingTimeInterval", call.receiver.map({ isNow($0, scope) }) == true {
        seconds = call.arguments.first?.value
      } else {
        seconds = call.name == "Date" ? call.argument("timeIntervalSinceNow") : nil
      }
      return seconds.map(Self.speaksOfLifetime) ?? false
    }
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let binding = source.binding(named: name, from: scope), let value = binding.value,
      source.facts.enclosing(.function, of: binding.scope) != nil
    else { return false }
    return isFromNow(value, binding.scope, source, depth: depth + 1)
  }

  private static func speaksOfLifetime(_ expression: ExprSyntax) -> Bool {
    expression.tokens(viewMode: .sourceAccurate).contains { token in
      ["expiresin", "tokenlifetime", "expirein"].contains(Words.of(token.text).joined())
    }
  }
}
