import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftParser
import SwiftSyntax

/// A token that is taken apart and believed without a look at its signature.
struct JWTNotVerified: SwiftRule {
  static let metadata = RuleMetadata(
    id: "jwt-not-verified",
    title: LocalizedText(
      "Token claims used without verification",
      ja: "検証せずにトークンの内容を使用している"),
    why: LocalizedText(
      """
      Anyone can write a token with the claims they like. Without a check of the signature the app \
      believes whoever sends one: another app, a link, a proxy.
      """,
      ja: """
        トークンの内容は誰でも自由に書けます。署名を確認しないと、別のアプリ、リンク、プロキシなど、送り\
        つけた者の主張をそのまま信じることになります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Verify the signature with the issuer's public key before reading claims, then issuer, audience \
        and time. OmamoriAuth hands out claims only of verified tokens.
        """,
        ja: """
          内容を読む前に発行者の公開鍵で署名を検証し、続いて発行者・対象者・有効期間を確認してください。\
          OmamoriAuth は検証済みトークンの内容だけを返します。
          """),
      library: .auth),
    severity: .high, confidence: .medium, cwe: [347], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        func role(of token: String) -> String? {
          let parts = token.components(separatedBy: ".")
          guard parts.count == 3, let data = Data(base64Encoded: parts[1]) else { return nil }
          let claims = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
          return claims?["role"] as? String
        }
        """,
      good: """
        func role(of token: String, key: P256.Signing.PublicKey) throws -> String? {
          let parts = token.components(separatedBy: ".")
          guard parts.count == 3, let data = Data(base64Encoded: parts[1]) else { return nil }
          guard key.isValidSignature(try signature(parts[2]), for: Data(token.utf8)) else { throw TokenError.forged }
          let claims = try JSONSerialization.jsonObject(with: data) as? [String: Any]
          return claims?["role"] as? String
        }
        """))

  static let triggers: Set<String> = [
    "split", "components", "decode", "JWT", "JWS", "unverified", "JWTVerifier", "unsecuredNone",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    checkOptions(source, &report)
    JWTLibraryUse.check(source, &report)
    let calls = source.facts.calls("split") + source.facts.calls("components")
    guard !calls.isEmpty, !Self.verifies(source) else { return }
    for call in calls {
      guard let token = splitToken(call, source), let function = source.facts.function(around: call.scope),
        decodes(function, source), !isPeek(function, source)
      else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "\(token) is taken apart here and its content is used; nothing in this file checks a signature.",
          ja: "ここで \(token) を分解して内容を使用していますが、このファイルでは署名を確認していません。"))
    }
  }

  /// `verify: false` and the algorithm `none` of token libraries.
  private func checkOptions(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("decode") {
      let subject = (call.receiverPath + call.arguments.map { NamePath.last(of: $0.value) ?? "" })
      guard subject.contains(where: { Words.of($0).contains(where: Self.tokenWords.contains) }) else {
        continue
      }
      for argument in call.arguments {
        let value = source.fold(argument.value, in: call.scope)
        guard
          argument.label == "verify" && value.boolean == false
            || ["algorithm", "algorithms"].contains(argument.label ?? "") && value.symbol == "none"
        else { continue }
        report.add(
          Self.self, at: argument.value.utf8Range,
          LocalizedText(
            "The token library is told not to check the signature.",
            ja: "トークンライブラリの署名確認が無効になっています。"),
          confidence: .high)
      }
    }
  }

  /// The name of the token that `call` splits at its dots.
  private func splitToken(_ call: Call, _ source: SwiftSource) -> String? {
    guard let separator = call.argument("separator") ?? call.argument("separatedBy"),
      source.fold(separator, in: call.scope).string == ".",
      let receiver = call.receiver, let name = NamePath.last(of: receiver)
    else { return nil }
    return Words.of(name).contains(where: Self.tokenWords.contains) ? name : nil
  }

  /// Whether `function` reads base64 and structured content.
  private func decodes(_ function: Function, _ source: SwiftSource) -> Bool {
    source.once(Self.self, function.scope, "decodes") {
      source.facts.calls(in: function.scope).contains { call in
        call.labels.first == "base64Encoded" || call.labels.first == "base64URLEncoded"
          || Words.of(call.name).contains { ["base64", "base"].contains($0) }
      }
    }
  }

  /// Whether `function` only looks at the header or when the token ends.
  private func isPeek(_ function: Function, _ source: SwiftSource) -> Bool {
    if Words.of(function.name).contains(where: Self.peekWords.contains) { return true }
    return source.once(Self.self, function.scope, "is a peek") {
      let keys = source.facts.strings(in: function.scope)
        .compactMap { $0.node.knownText }.filter { $0.count > 1 }
      return !keys.isEmpty && keys.allSatisfy(Self.peekKeys.contains)
    }
  }

  /// Whether the file checks a signature and looks at the result.
  static func verifies(_ source: SwiftSource) -> Bool {
    source.facts.calls(named: { verifications.contains($0) || isVerification($0) }).contains { call in
      let statement = call.node.parent?.parent?.as(SequenceExprSyntax.self)?.elements.first
      return statement?.is(DiscardAssignmentExprSyntax.self) != true
    }
  }

  private static func isVerification(_ name: String) -> Bool {
    // Most names have no such letter and need not be cut into words.
    name.utf8.contains { $0 | 0x20 == UInt8(ascii: "v") } && Words.of(name).first == "verify"
  }

  private static let tokenWords: Set = ["token", "jwt", "jws", "bearer"]
  private static let peekKeys: Set = ["exp", "iat", "nbf", "kid", "alg", "typ", "=="]
  private static let peekWords: Set = [
    "expiry", "expiration", "expired", "expires", "header", "kid", "exp", "well", "mask", "masked",
    "redacted",
  ]
  private static let verifications: Set = [
    "isValidSignature", "isValidAuthenticationCode", "SecKeyVerifySignature", "validate", "verified",
  ]
}
