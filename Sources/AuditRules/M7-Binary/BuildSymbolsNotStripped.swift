import AuditEngine
import OmamoriCore
import OmamoriReport

/// A released app that keeps the names of its functions.
struct BuildSymbolsNotStripped: ProjectRule {
  static let metadata = RuleMetadata(
    id: "build-symbols-not-stripped",
    title: LocalizedText("Release build keeps its symbols", ja: "リリースビルドにシンボルが残る"),
    why: LocalizedText(
      """
      Names of types and functions are a map of the app: they show where licences, pins and jailbreak checks are \
      decided, and what to replace.
      """,
      ja: "型や関数の名前は攻撃者にとって地図になります。ライセンス、ピン、脱獄検知を判定する場所と、書き換えるべき箇所が分かります。"),
    fix: RuleFix(
      LocalizedText(
        "Leave the strip settings of Release at their defaults and upload the dSYM for crash reports instead.",
        ja: "Release の strip 関連の設定を既定値に戻し、クラッシュ解析には dSYM をアップロードしてください。")),
    severity: .medium, confidence: .high, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      language: "settings", bad: "STRIP_SWIFT_SYMBOLS = NO;", good: "STRIP_SWIFT_SYMBOLS = YES;"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    var told: Set<String> = []
    for (xcode, target) in project.inventory.layout.appTargets {
      func value(_ name: String) -> String? { xcode.releaseValue(name, target: target) }
      var weak = ["STRIP_SWIFT_SYMBOLS", "STRIP_INSTALLED_PRODUCT"].filter { value($0) == "NO" }
      if value("COPY_PHASE_STRIP") == "NO", value("DEPLOYMENT_POSTPROCESSING") == "YES" {
        weak.append("COPY_PHASE_STRIP")
      }
      if value("STRIP_STYLE") == "debugging" { weak.append("STRIP_STYLE") }
      for name in weak {
        guard let setting = xcode.releaseSetting(name, target: target),
          told.insert("\(setting.text.path):\(setting.range.lowerBound)").inserted
        else { continue }
        report.add(
          Self.self, in: setting.text, at: setting.range,
          LocalizedText(
            "\(name) is \(setting.value) in \(xcode.releaseConfiguration) of \(target.name).",
            ja: "\(target.name) の \(xcode.releaseConfiguration) で \(name) が \(setting.value) です。"))
      }
    }
  }
}
