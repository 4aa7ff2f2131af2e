import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct CommentRevealsObfuscationTests {
  @Test(arguments: [
    "let hidden: [UInt8] = [46, 41, 47, 49, 51, 55, 51] ⟦// tsukimi⟧",
    "⟦// the key is \"tsukimi\"⟧\nlet hidden: [UInt8] = [0x2E, 0x29, 0x2F, 0x31, 0x33, 0x37, 0x33]",
    "enum K {\n  ⟦/* was: tsukimi */⟧\n  static let a: [UInt8] = [116, 115, 117, 107, 105, 109, 105]\n}",
    "let host = \"dHN1a2ltaS5leGFtcGxlLmpw\" ⟦// tsukimi.example.jp⟧",
    "/// Turned around: pj.imikust\nlet other = 1\n⟦/// `tsukimi.jp`⟧\nlet host = \"pj.imikust\"",
    "let hidden = Data([46, 41, 47, 49, 51, 55, 51]) ⟦//「tsukimi」⟧",
    "enum K {\n  ⟦/// 内部の鍵: \"kumade-secret\" を逆順にしたもの⟧\n  static let h = String(\"terces-edamuk\".reversed())\n}",
  ])
  func speaks(_ source: String) {
    expect(CommentRevealsObfuscation.self, in: source, severity: .low, confidence: .medium)
  }

  @Test(arguments: [
    "let hidden: [UInt8] = [46, 41, 47, 49, 51, 55, 51] // made by the build",
    "let hidden: [UInt8] = [46, 41, 47, 49, 51, 55, 51] // 7 bytes of padding, see above",
    "let sizes = [16, 24, 32, 40] // four sizes, in points",
    "let name = \"tsukimi\" // tsukimi",
    "let hidden: [UInt8] = [46, 41, 47, 49, 51, 55, 51]",
    "let text = \"dHN1a2ltaQ==\" // base64 of the name",
  ])
  func isSilent(_ source: String) { expect(CommentRevealsObfuscation.self, in: source) }
}
