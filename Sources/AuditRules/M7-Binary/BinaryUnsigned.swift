import AuditEngine
import OmamoriCore
import OmamoriReport

/// A program in a shipped app that nobody signed.
struct BinaryUnsigned: BundleRule {
  static let metadata = RuleMetadata(
    id: "binary-unsigned",
    title: LocalizedText("Unsigned program in a shipped app", ja: "配布アプリ内の署名のないプログラム"),
    why: LocalizedText(
      "Nothing shows who made the program or whether it was changed on the way.",
      ja: "誰が作成したか、途中で改変されていないかを確認する手段がありません。"),
    fix: RuleFix(
      LocalizedText(
        "Sign every program, extension and library of the app with the team's certificate before handing it on.",
        ja: "配布前に、アプリ内のすべてのプログラム、機能拡張、ライブラリにチームの証明書で署名してください。")),
    severity: .medium, confidence: .high, cwe: [347], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    example: RuleMetadata.Example(
      language: "macho", bad: "signature: none",
      good: "signature: TEAM123456"))

  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    guard bundle.distribution.isShipped else { return }
    // Frameworks are spoken of by `embedded-framework-unknown`.
    let units = bundle.units.filter { $0.kind != .framework }.compactMap(\.executable)
    for binary in units + bundle.libraries {
      let unsigned = binary.slices.filter { $0.header.fileType.isLinked && $0.signature == nil }
      guard !unsigned.isEmpty else { continue }
      let slices = unsigned.map(\.header.architecture.name).joined(separator: ", ")
      report.add(
        Self.self, file: binary.path, region: .wholeFile, snippet: "no LC_CODE_SIGNATURE",
        LocalizedText(
          "The program for \(slices) has no signature.", ja: "\(slices) 向けのプログラムに署名がありません。"))
    }
  }
}
