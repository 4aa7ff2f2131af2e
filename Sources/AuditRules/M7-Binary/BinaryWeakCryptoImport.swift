import AuditEngine
import OmamoriCore
import OmamoriReport

/// Outdated primitives in a program without its source.
struct BinaryWeakCryptoImport: ProjectRule {
  static let metadata = RuleMetadata(
    id: "binary-weak-crypto-import",
    title: LocalizedText("Outdated cryptography in the binary", ja: "バイナリ内の古い暗号"),
    why: LocalizedText(
      """
      Hashes for which collisions are made in seconds, such as MD5 and SHA-1, protect neither passwords nor integrity. \
      The import does not show what the program does with them.
      """,
      ja: """
        MD5 や SHA-1 のように短時間で衝突を作れるハッシュでは、パスワードも完全性も守れません。\
        インポートだけでは用途までは分かりません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use SHA-256 or better, Argon2id for passwords, and authenticated ciphers; or update the library.",
        ja: "SHA-256 以上、パスワードには Argon2id、暗号化には認証付き暗号を使用するか、ライブラリを更新してください。"),
      library: .crypto),
    severity: .low, confidence: .medium, cwe: [328], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      language: "macho", bad: "imports: _CC_MD5",
      good: "imports: _CC_SHA256"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    // With the source at hand, the rules about sources see what the hash is for.
    guard project.inventory.files(.swift, .objectiveC).isEmpty else { return }
    for binary in project.binaries {
      let names = Set(binary.slices.flatMap(\.weakPrimitives)).sorted()
      guard !names.isEmpty else { continue }
      let shown = names.joined(separator: ", ")
      report.add(
        Self.self, file: binary.path, region: .wholeFile, snippet: shown,
        LocalizedText("The program imports \(shown).", ja: "プログラムが \(shown) をインポートしています。"))
    }
  }
}
