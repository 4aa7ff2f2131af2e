import AuditEngine
import OmamoriCore
import OmamoriReport

/// A signature in a form that protects little.
struct BinarySignatureOutdated: BundleRule {
  static let metadata = RuleMetadata(
    id: "binary-signature-outdated",
    title: LocalizedText("Signature in an outdated form", ja: "古い形式のコード署名"),
    why: LocalizedText(
      """
      SHA-1 no longer protects what it covers, formats before 2.4 leave parts of the program unsigned, and an ad hoc \
      signature can be made by anybody.
      """,
      ja: """
        SHA-1 は対象を保護できなくなっています。2.4 より前の形式ではプログラムの一部が署名の対象外になり、\
        アドホック署名は誰にでも作成できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Sign again with a current codesign and the team's distribution certificate.",
        ja: "最新の codesign とチームの配布用証明書で署名し直してください。")),
    severity: .medium, confidence: .high, cwe: [347], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    example: RuleMetadata.Example(
      language: "macho", bad: "signature: SHA-1",
      good: "signature: TEAM123456"))

  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    guard bundle.distribution.isShipped else { return }
    for binary in bundle.binaries {
      guard
        let (slice, fault) = binary.slices.lazy.compactMap({ slice in
          slice.signature.flatMap { Self.fault(of: $0) }.map { (slice, $0) }
        }).first
      else { continue }
      let name = slice.header.architecture.name
      report.add(
        Self.self, file: binary.path, region: .wholeFile, snippet: "\(name): \(fault.english)",
        LocalizedText(
          "The signature for \(name) \(fault.english).", ja: "\(name) 向けの署名は\(fault.japanese)。"))
    }
  }

  private static func fault(of signature: CodeSignature) -> LocalizedText? {
    if signature.directories.isEmpty { return nil }
    if signature.directories.allSatisfy({ $0.hash == .sha1 }) {
      return LocalizedText("covers the pages with SHA-1 only", ja: "SHA-1 だけでページを保護しています")
    }
    if signature.directories.allSatisfy({ $0.version < 0x20400 }) {
      let version = signature.directories.map(\.version).max() ?? 0
      let text = String(version, radix: 16)
      return LocalizedText("has the old format \(text)", ja: "古い形式（\(text)）です")
    }
    if signature.isAdHoc {
      return LocalizedText("is ad hoc, so anybody could have made it", ja: "アドホック署名で、誰にでも作成できます")
    }
    return nil
  }
}
