import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Calls of libraries for tokens that read what a token says without a look at its signature.
enum JWTLibraryUse {
  static func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard !source.facts.imports.isDisjoint(with: modules) else { return }
    // SwiftJWT verifies with `.none` unless it is told how.
    for call in source.facts.calls("JWT") where call.labels.first == "jwtString" {
      if let verifier = call.argument("verifier") {
        guard source.fold(verifier, in: call.scope).symbol == "none" else { continue }
      } else if isVerified(around: call, source) {
        continue
      }
      add(
        "JWT(jwtString:) reads the claims without a verifier", "JWT(jwtString:) が検証器なしで内容を読み取っています",
        call.range, &report)
    }
    // JOSESwift only parses here; `validate(using:)` verifies.
    for call in source.facts.calls("JWS") where call.labels.first == "compactSerialization" {
      guard let function = source.facts.function(around: call.scope), !isVerified(around: call, source) else {
        continue
      }
      // Many functions only parse what another one validates.
      add(
        "The JWS is parsed and not validated here", "JWS をここでは検証せず、解析だけを行っています", call.range, &report,
        grants(function, source) ? nil : .low)
    }
    for call in source.facts.calls("unverified") where call.receiver != nil && call.arguments.count > 0 {
      guard !isPeek(call, source) else { continue }
      add("`unverified` reads the claims of any token", "unverified は任意のトークンの内容を読み取ります", call.range, &report)
    }
    for call in source.facts.calls("decode") where call.labels == ["jwt"] {
      guard let function = source.facts.function(around: call.scope), grants(function, source) else {
        continue
      }
      add(
        "JWTDecode does not verify, and \(function.name) decides by the claims",
        "JWTDecode は署名を検証しませんが、\(function.name) は内容をもとに権限を決めています", call.range, &report)
    }
    checkNone(source, &report)
  }

  /// A verifier or signer that takes every token: `return .none`, `.unsecuredNone`.
  private static func checkNone(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions
    where function.returnType.map({ ["JWTVerifier", "JWTSigner"].contains($0.writtenName) }) == true {
      for value in source.returns(of: function) {
        guard let member = value.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "none"
        else {
          continue
        }
        add("A verifier that takes every signature", "どの署名も受け入れる検証器です", value.utf8Range, &report)
      }
    }
    for reference in (source.facts.references["none"] ?? [])
      + (source.facts.references["unsecuredNone"] ?? [])
    {
      guard let member = reference.node.parent?.as(MemberAccessExprSyntax.self),
        reference.node.trimmedDescription == "unsecuredNone"
          || ["JWTVerifier", "JWTSigner"].contains(member.base.flatMap(NamePath.last) ?? "")
      else { continue }
      add("A verifier that takes every signature", "どの署名も受け入れる検証器です", member.utf8Range, &report)
    }
  }

  private static func add(
    _ text: String, _ japanese: String, _ range: Range<Int>, _ report: inout FileReport,
    _ confidence: Confidence? = nil
  ) {
    report.add(
      JWTNotVerified.self, at: range,
      LocalizedText("\(text); anyone can write such a token.", ja: "\(japanese)。トークンは誰でも自由に作成できます。"),
      confidence: confidence)
  }

  /// Whether the function only looks at the header, to choose a key.
  private static func isPeek(_ call: Call, _ source: SwiftSource) -> Bool {
    isVerified(around: call, source)
      || call.node.ancestor(MemberAccessExprSyntax.self, within: 4)?.declName.baseName.text == "header"
  }

  /// Whether the function around `call` verifies a token as well.
  private static func isVerified(around call: Call, _ source: SwiftSource) -> Bool {
    guard let function = source.facts.function(around: call.scope) else { return false }
    return source.facts.calls(in: function.scope).contains { validating.contains($0.name) }
  }

  /// Whether the function asks the claims for rights and goes on or refuses by them.
  private static func grants(_ function: Function, _ source: SwiftSource) -> Bool {
    source.facts.strings(in: function.scope).contains { string in
      guard let key = string.node.knownText, Words.of(key).contains(where: rights.contains) else {
        return false
      }
      let isAsked =
        string.node.ancestor(SubscriptCallExprSyntax.self, within: 4) != nil
        || string.node.ancestor(FunctionCallExprSyntax.self, within: 4)
          .flatMap { Call($0, scope: string.scope) }.map { ["claim", "contains"].contains($0.name) } ?? false
      return isAsked
    }
  }

  private static let modules: Set = ["SwiftJWT", "JOSESwift", "JWTKit", "JWTDecode", "JWT", "SwiftJOSE"]
  private static let validating: Set = [
    "validate", "verify", "isValid", "isValidSignature", "validateClaims",
  ]
  private static let rights: Set = [
    "role", "roles", "admin", "administrator", "permission", "permissions", "scope", "scopes", "groups",
    "entitlement", "entitlements", "staff", "privileges", "premium", "subscription",
  ]
}
