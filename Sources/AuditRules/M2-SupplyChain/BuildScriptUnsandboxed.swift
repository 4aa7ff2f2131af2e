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
    severity: .info, confidence: .medium, cwe: [829], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "settings", bad: "ENABLE_USER_SCRIPT_SANDBOXING = NO;",
      good: "ENABLE_USER_SCRIPT_SANDBOXING = YES;"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let name = "ENABLE_USER_SCRIPT_SANDBOXING"
    for xcode in project.inventory.layout.xcodeProjects {
      let open = xcode.targets.compactMap { target -> (target: XcodeTarget, setting: BuildSetting)? in
        guard target.scripts.contains(where: { !$0.declaresFiles && !Self.shipsNothing($0.script) }),
          xcode.releaseValue(name, target: target) == "NO"
        else { return nil }
        return xcode.releaseSetting(name, target: target).map { (target, $0) }
      }
      guard let first = open.first else { continue }
      let targets = open.map(\.target.name).joined(separator: ", ")
      report.add(
        Self.self, in: first.setting.text, at: first.setting.range,
        LocalizedText(
          "Script phases that name no files run without a sandbox: \(targets).",
          ja: "入出力ファイルの指定がないスクリプトがサンドボックス外で実行されます：\(targets)。"),
        related: open.dropFirst().prefix(20).filter { $0.setting.range != first.setting.range }.map {
          FindingStep(
            file: $0.setting.text.path, region: $0.setting.text.lines.region(of: $0.setting.range),
            message: LocalizedText(
              "\($0.target.name) has the same setting.", ja: "\($0.target.name) も同じ設定です。"))
        })
    }
  }

  /// Whether a script only looks at sources or puts them in order, and writes nothing that is released.
  private static func shipsNothing(_ script: String) -> Bool {
    tools.contains(where: script.contains) && !outputs.contains(where: script.contains)
  }

  private static let tools = [
    "swiftlint", "SwiftLint", "swiftformat", "SwiftFormat", "swift-format", "swift format", "clang-format",
    "periphery",
  ]
  private static let outputs = [
    "BUILT_PRODUCTS_DIR", "TARGET_BUILD_DIR", "CODESIGNING_FOLDER_PATH", "INFOPLIST_PATH", "curl ", "wget ",
    "PlistBuddy", "codesign",
  ]
}
