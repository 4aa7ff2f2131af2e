import AuditEngine
import OmamoriCore
import OmamoriReport

/// A framework in a shipped app that its makers did not sign, or that their project does not know.
struct EmbeddedFrameworkUnknown: BundleRule {
  static let metadata = RuleMetadata(
    id: "embedded-framework-unknown",
    title: LocalizedText("Framework that nobody vouches for", ja: "出所を確認できないフレームワーク"),
    why: LocalizedText(
      """
      A framework runs with all rights of the app. One without the team's signature, or one that the project beside the \
      app does not name, was put in, or changed, after the app was built.
      """,
      ja: """
        フレームワークはアプリのすべての権限で動作します。チームの署名がないものや、アプリのプロジェクトに\
        記載のないものは、ビルド後に追加または改変されています。
        """),
    fix: RuleFix(
      LocalizedText(
        "Embed frameworks with Code Sign On Copy, and remove those that no manifest names.",
        ja: "フレームワークは Code Sign On Copy で埋め込み、どのマニフェストにも記載のないものは削除してください。")),
    severity: .medium, confidence: .medium, cwe: [829], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "macho", bad: "framework: OTHER65432",
      good: "framework: TEAM123456"))

  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    guard bundle.distribution.isShipped else { return }
    let team = bundle.main.executable?.slices.lazy.compactMap { $0.signature?.team }.first
    let frameworks = bundle.parts.filter { $0.kind == .framework }
    let named = frameworks.isEmpty ? nil : NamedFrameworks(around: bundle)
    for unit in frameworks {
      guard let binary = unit.executable else { continue }
      if let team, let fault = Self.fault(of: binary, team: team) {
        report.add(
          Self.self, file: binary.path, region: .wholeFile, snippet: fault.english,
          LocalizedText(
            "The framework \(fault.english); the app is of the team \(team).",
            ja: "このフレームワークは\(fault.japanese)。アプリのチームは \(team) です。"))
      } else if let named, Self.isOfApp(unit, bundle), let name = Self.unnamed(unit, named) {
        report.add(
          Self.self, file: binary.path, region: .wholeFile, snippet: name,
          LocalizedText(
            "Nothing in the project that builds the app names the framework \(name).",
            ja: "アプリをビルドするプロジェクトのどこにも、フレームワーク \(name) の記載がありません。"),
          confidence: named.isComplete ? nil : .low)
      }
    }
  }

  /// Whether a framework lies in the app itself; one in another framework came with that.
  private static func isOfApp(_ unit: BundleUnit, _ bundle: AppBundle) -> Bool {
    let folder = ProjectPath.folder(of: unit.folder)
    return ["Frameworks", "Contents/Frameworks"].contains { folder == bundle.main.folder + "/" + $0 }
  }

  private static func unnamed(_ unit: BundleUnit, _ named: NamedFrameworks) -> String? {
    let name = String(ProjectPath.name(of: unit.folder).prefix { $0 != "." })
    return name.isEmpty || named.contains(name) ? nil : name
  }

  private static func fault(of binary: MachOFile, team: String) -> LocalizedText? {
    for slice in binary.slices where slice.header.fileType.isLinked {
      guard let signature = slice.signature else {
        return LocalizedText("is not signed", ja: "署名されていません")
      }
      if signature.isAdHoc {
        return LocalizedText("has an ad hoc signature", ja: "アドホック署名です")
      }
      if let other = signature.team, other != team {
        return LocalizedText("is signed by the team \(other)", ja: "チーム \(other) が署名しています")
      }
    }
    return nil
  }
}
