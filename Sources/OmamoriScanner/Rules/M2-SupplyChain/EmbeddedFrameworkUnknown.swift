import OmamoriCore
import OmamoriReport

/// A framework in a shipped app that its makers did not sign.
struct EmbeddedFrameworkUnknown: BundleRule {
  static let metadata = RuleMetadata(
    id: "embedded-framework-unknown",
    title: LocalizedText("Framework that the team did not sign", ja: "チームが署名していないフレームワーク"),
    why: LocalizedText(
      """
      A framework runs with all rights of the app. One without the team's signature was put in, or changed, after \
      the app was built.
      """,
      ja: """
        フレームワークはアプリのすべての権限で動作します。チームの署名がないものは、\
        アプリのビルド後に追加または改変されています。
        """),
    fix: RuleFix(
      LocalizedText(
        "Embed frameworks with Code Sign On Copy, and remove those that no manifest names.",
        ja: "フレームワークは Code Sign On Copy で埋め込み、どのマニフェストにも記載のないものは削除してください。")),
    severity: .medium, confidence: .medium, cwe: [829], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    masvs: ["CODE-3"], mastg: [275],
    example: RuleMetadata.Example(
      language: "macho", bad: "Frameworks/Kit.framework/Kit team OTHER65432, app team TEAM123456",
      good: "Frameworks/Kit.framework/Kit team TEAM123456, app team TEAM123456"))

  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    guard bundle.distribution.isShipped,
      let team = bundle.main.executable?.slices.lazy.compactMap({ $0.signature?.team }).first
    else { return }
    for unit in bundle.parts where unit.kind == .framework {
      guard let binary = unit.executable, let fault = Self.fault(of: binary, team: team) else { continue }
      report.add(
        Self.self, file: binary.path, region: .wholeFile, snippet: fault.english,
        LocalizedText(
          "The framework \(fault.english); the app is of the team \(team).",
          ja: "このフレームワークは\(fault.japanese)。アプリのチームは \(team) です。"))
    }
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
