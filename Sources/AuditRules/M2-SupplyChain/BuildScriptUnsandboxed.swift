import AuditEngine
import OmamoriCore
import OmamoriReport

/// Build scripts that may read and write everything.
struct BuildScriptUnsandboxed: ProjectRule {
  static let metadata = RuleMetadata(
    id: "build-script-unsandboxed",
    title: LocalizedText("Build scripts run without a sandbox", ja: "ビルドスクリプトがサンドボックス外で実行される"),
    why: LocalizedText(
      """
      A script of a dependency that was taken over can read keys and change sources of the app. In the sandbox it sees \
      only the files that the build phase names.
      """,
      ja: """
        乗っ取られた依存関係のスクリプトが、鍵の読み取りやソースコードの書き換えを行えます。\
        サンドボックス内では、ビルドフェーズに記載したファイルしか見えません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Set ENABLE_USER_SCRIPT_SANDBOXING to YES and list the input and output files of each script phase.",
        ja: "ENABLE_USER_SCRIPT_SANDBOXING を YES にし、各スクリプトの入力・出力ファイルを列挙してください。")),
    severity: .low, confidence: .medium, cwe: [829], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    masvs: ["CODE-3"], mastg: [],
    example: RuleMetadata.Example(
      language: "settings", bad: "ENABLE_USER_SCRIPT_SANDBOXING = NO;",
      good: "ENABLE_USER_SCRIPT_SANDBOXING = YES;"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    var told: Set<String> = []
    for xcode in project.inventory.layout.xcodeProjects {
      for target in xcode.targets {
        let open = target.scripts.filter { !$0.declaresFiles }.count
        let name = "ENABLE_USER_SCRIPT_SANDBOXING"
        guard open > 0, xcode.releaseValue(name, target: target) == "NO",
          let setting = xcode.releaseSetting(name, target: target),
          told.insert("\(setting.text.path):\(setting.range.lowerBound)").inserted
        else { continue }
        report.add(
          Self.self, in: setting.text, at: setting.range,
          LocalizedText(
            "\(target.name) has \(open) script phases that name no files, and they run without a sandbox.",
            ja: "\(target.name) には入出力ファイルの指定がないスクリプトが \(open) 件あり、サンドボックス外で実行されます。"))
      }
    }
  }
}
