import AuditEngine
import OmamoriCore
import OmamoriReport

/// Machine code of others that nothing vouches for.
struct DependencyBinaryUnverified: ProjectRule {
  static let metadata = RuleMetadata(
    id: "dependency-binary-unverified",
    title: LocalizedText("Binary dependency that nothing vouches for", ja: "検証できないバイナリ依存"),
    why: LocalizedText(
      """
      Nobody can read what is in it. Without a checksum, a signature or at least a version, nobody notices either when \
      it is exchanged.
      """,
      ja: "中身を読んで確認することができません。チェックサムも署名もバージョンもなければ、差し替えられても気付けません。"),
    fix: RuleFix(
      LocalizedText(
        "Give the SHA-256 of the archive as checksum:, and use frameworks that their makers have signed.",
        ja: "アーカイブの SHA-256 を checksum: に指定し、提供元が署名したフレームワークを使用してください。")),
    severity: .medium, confidence: .medium, cwe: [494], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "package",
      bad: """
        let package = Package(
          name: "App",
          targets: [.binaryTarget(name: "Map", url: "https://example.com/Map.zip", checksum: "latest")])
        """,
      good: """
        let package = Package(
          name: "App",
          targets: [
            .binaryTarget(
              name: "Map", url: "https://example.com/Map.zip",
              checksum: "6d7f9a0c2b0e4a1f8c5d3e2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7")
          ])
        """))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for manifest in project.inventory.layout.manifests {
      for target in manifest.targets where target.kind == .binary {
        guard let url = target.url, let fault = Self.fault(of: target) else { continue }
        report.add(
          Self.self, in: manifest.text, at: target.range,
          LocalizedText(
            "\(target.name) is downloaded from \(DependencyAddress.host(of: url)); \(fault.english).",
            ja: "\(target.name) は \(DependencyAddress.host(of: url)) から取得されますが、\(fault.japanese)。"),
          confidence: .high)
      }
    }
    guard project.inventory.target.isApp, project.inventory.target.kind != .appBundle,
      project.inventory.target.kind != .ipa
    else { return }
    for bundle in BinaryBundle.committed(in: project.inventory) where bundle.hasCode && !bundle.isVouchedFor {
      report.add(
        Self.self, file: bundle.file,
        region: SourceRegion(startLine: 1, startColumn: 1, endLine: 1, endColumn: 1),
        snippet: bundle.name,
        LocalizedText(
          "\(bundle.name) is committed without a signature, a version or a privacy manifest.",
          ja: "\(bundle.name) は署名、バージョン、プライバシーマニフェストのいずれもないままコミットされています。"))
    }
  }

  private static func fault(of target: PackageTarget) -> LocalizedText? {
    guard let checksum = target.checksum else {
      return target.hasChecksum
        ? nil : LocalizedText("no checksum is given", ja: "チェックサムが指定されていません")
    }
    return checksum.utf8.count == 64 && checksum.allSatisfy(\.isHexDigit)
      ? nil : LocalizedText("“\(checksum)” is no SHA-256", ja: "「\(checksum)」は SHA-256 ではありません")
  }
}
