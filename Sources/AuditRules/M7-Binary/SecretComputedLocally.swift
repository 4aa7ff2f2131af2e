import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A licence or voucher that the app judges by a sum it makes itself.
struct SecretComputedLocally: SwiftRule {
  static let metadata = RuleMetadata(
    id: "secret-computed-locally",
    title: LocalizedText("Licence or voucher judged on the device", ja: "デバイス内で判定されるライセンスやクーポン"),
    why: LocalizedText(
      """
      The rule that makes a valid key stands in the program. It is read once and turned into a generator of keys, or the \
      comparison is patched.
      """,
      ja: """
        有効なキーを作る規則がプログラム内にあります。一度読み取られればキーの生成ツールが作られ、\
        比較処理を書き換えることもできます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Have the server decide, or verify a signature of the server (OmamoriCrypto) whose private key is not in the app.",
        ja: "判定はサーバーで行うか、秘密鍵がアプリにないサーバーの署名を検証（OmamoriCrypto）してください。"),
      library: .auth),
    severity: .low, confidence: .low, cwe: [602], owaspMobile2024: [.m7], owaspMobile2016: [.m6],
    example: RuleMetadata.Example(
      bad: """
        func isValidLicense(_ key: String) -> Bool {
          key.utf8.reduce(0) { $0 + Int($1) } % 97 == 1
        }
        """,
      good: """
        func isValidLicense(_ license: License) -> Bool {
          serverKey.isValidSignature(license.signature, for: license.body)
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    for function in source.facts.functions
    where Self.judges(function.name) && function.returnsBool
      && function.parameters?.isEmpty == false
    {
      let calls = source.facts.calls(in: function.scope)
      guard !calls.contains(where: { Self.signatures.contains($0.name) }),
        let computed = calls.first(where: { Self.sums.contains($0.name) }),
        source.facts.comparisons.contains(where: {
          source.facts.isWithin($0.scope, function.scope) && $0.operation == "=="
        })
      else { continue }
      report.add(
        Self.self, at: computed.range,
        LocalizedText(
          "\(function.name) computes what a valid key looks like.",
          ja: "\(function.name) は、有効なキーかどうかをアプリ内で計算しています。"))
    }
  }

  private static func judges(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.first.map(verbs.contains) ?? false && words.contains(where: subjects.contains)
  }

  private static let verbs: Set = ["is", "validate", "verify", "check", "accepts", "matches", "valid"]
  private static let subjects: Set = [
    "license", "licence", "serial", "activation", "voucher", "coupon", "promo", "registration", "unlock",
  ]
  private static let sums: Set = [
    "reduce", "hash", "checksum", "crc32", "md5", "sha1", "sha256", "adler32", "CC_MD5", "CC_SHA1",
    "CC_SHA256",
  ]
  private static let signatures: Set = [
    "isValidSignature", "SecKeyVerifySignature", "verify", "isValidAuthenticationCode",
  ]
}
