import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A digest without a key taken as proof that nobody changed the data.
struct HashAsIntegrity: SwiftRule {
  static let metadata = RuleMetadata(
    id: "hash-as-integrity",
    title: LocalizedText("Digest taken as proof against tampering", ja: "改ざん検知に使われる鍵なしハッシュ"),
    why: LocalizedText(
      """
      Whoever changes the data computes the digest anew. Kept or sent beside the data it finds accidents, \
      not attackers.
      """,
      ja: """
        データを書き換えた者は、ハッシュも計算し直せます。データと一緒に保存・送信されたハッシュで\
        見つかるのは偶発的な破損だけで、攻撃は検知できません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use HMAC with a key from the Keychain, or a signature whose public key is in the app (AuditLog chains both).",
        ja: "Keychain の鍵による HMAC か、アプリに含まれる公開鍵で検証できる署名を使用してください（AuditLog は両方に対応します）。"),
      library: .auditLog),
    severity: .low, confidence: .low, cwe: [353, 345], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        func isUntampered(_ data: Data, _ stored: Data) -> Bool {
          Data(SHA256.hash(data: data)) == stored
        }
        """,
      good: """
        func isUntampered(_ data: Data, _ stored: Data) -> Bool {
          HMAC<SHA256>.isValidAuthenticationCode(stored, authenticating: data, using: key)
        }
        """))

  static let triggers: Set<String> = [
    "SHA256", "SHA384", "SHA512", "MD5", "SHA1", "CC_SHA256", "sha256", "md5",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for comparison in source.facts.comparisons where ["==", "!="].contains(comparison.operation) {
      guard let function = source.facts.function(around: comparison.scope),
        Self.speaksOfTampering(function, source)
      else { continue }
      let isDigest = [comparison.left, comparison.right].contains { side in
        makesDigest(side, comparison.scope, source, 0)
      }
      guard isDigest, source.facts.references["HMAC"] == nil, source.facts.calls("isValidSignature").isEmpty
      else { continue }
      report.add(
        Self.self, at: comparison.range,
        LocalizedText(
          "\(function.name) trusts a digest that anyone can compute anew.",
          ja: "\(function.name) は、誰でも計算し直せるハッシュを信頼しています。"))
    }
  }

  private static func speaksOfTampering(_ function: Function, _ source: SwiftSource) -> Bool {
    let words = Set(Words.of(function.name) + Words.of(source.facts.typeName(around: function.scope) ?? ""))
    return !words.isDisjoint(with: [
      "tamper", "tampered", "untampered", "tampering", "integrity", "authentic", "authenticity", "genuine",
      "unmodified", "intact", "complete",
    ])
  }

  private func makesDigest(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ depth: Int)
    -> Bool
  {
    guard depth < 6 else { return false }
    if let call = Call(expression, scope: scope) {
      let path = call.receiverPath
      if call.name == "hash", path.contains(where: Self.triggers.contains) { return true }
      if ["sha256", "sha512", "md5", "sha1"].contains(call.name.lowercased()) { return true }
      let inner = [call.receiver].compactMap { $0 } + call.arguments.prefix(1).map(\.value)
      return ["Data", "String", "map", "joined", "Array", "compactMap"].contains(call.name)
        && inner.contains { makesDigest($0, scope, source, depth + 1) }
    }
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let binding = source.binding(named: name, from: scope), binding.kind != .parameter,
      let value = binding.value
    {
      return makesDigest(value, binding.scope, source, depth + 1)
    }
    return NamePath.unwrapped(expression).map { makesDigest($0, scope, source, depth + 1) } ?? false
  }
}
