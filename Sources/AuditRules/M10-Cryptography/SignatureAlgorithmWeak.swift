import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A signature that rests on a hash with known collisions.
struct SignatureAlgorithmWeak: SwiftRule {
  static let metadata = RuleMetadata(
    id: "signature-algorithm-weak",
    title: LocalizedText("Signature with SHA-1 or MD5", ja: "SHA-1 または MD5 による署名"),
    why: LocalizedText(
      """
      Two documents with the same SHA-1 or MD5 hash can be made, and a signature of one is a signature of the other: what \
      was signed as harmless can be exchanged.
      """,
      ja: """
        SHA-1 や MD5 が同じになる 2 つの文書は作成でき、一方への署名は他方にも有効です。無害なものとして署名された文書を\
        差し替えられます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Sign and verify with SHA-256 or more, such as rsaSignatureMessagePSSSHA256 or ecdsaSignatureMessageX962SHA256.",
        ja: "rsaSignatureMessagePSSSHA256 や ecdsaSignatureMessageX962SHA256 など、SHA-256 以上で署名・検証してください。"),
      library: .crypto),
    severity: .medium, confidence: .high, cwe: [327, 328], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let signature = SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA1, data, &error)
        """,
      good: """
        let signature = SecKeyCreateSignature(key, .rsaSignatureMessagePSSSHA256, data, &error)
        """))

  static let triggers: Set<String> = Set(CryptoCall.all.filter { $0.roles[.signature] != nil }.map(\.name))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for use in CryptoUse.all(in: source) {
      guard use.arguments[.signature] != nil,
        let name = use.symbols(.signature, in: source).sorted().first(where: { Self.hash(of: $0) != nil }),
        let hash = Self.hash(of: name)
      else { continue }
      add(use.name, hash, at: use.place(.signature, in: source), &report)
    }
  }

  private func add(_ name: String, _ hash: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) works with \(hash), for which others can make two documents with one signature; use SHA-256 or more.",
        ja: "\(name) が \(hash) を使用しており、同じ署名を持つ 2 つの文書を作成できます。SHA-256 以上を使用してください。"))
  }

  /// The weak hash that the name of an algorithm speaks of.
  private static func hash(of name: String) -> String? {
    let name = name.lowercased().filter { $0 != "_" }
    if name.contains("md5") { return "MD5" }
    if name.contains("md2") || name.contains("md4") { return "MD4" }
    return name.hasSuffix("sha1") || name == "nidsha" ? "SHA-1" : nil
  }
}

extension SignatureAlgorithmWeak: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for use in CCryptoUse.all(in: source) {
      guard use.arguments[.signature] != nil,
        let name = use.symbols(.signature, in: source).sorted().first(where: { Self.hash(of: $0) != nil }),
        let hash = Self.hash(of: name)
      else { continue }
      add(use.name, hash, at: use.place(.signature, in: source), &report)
    }
  }
}
