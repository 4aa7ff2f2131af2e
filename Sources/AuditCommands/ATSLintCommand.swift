package import CommandLineKit
package import CommandSupport
import OmamoriATS
import OmamoriCore
import OmamoriReport
import AuditEngine
import AuditRules

extension OmamoriTool {
  package static let atsLintCommand = Command(
    "lint", HelpText("Find what the settings weaken, and what they say in vain", ja: "設定の弱点と無効な記述を検出する"),
    discussion: HelpText(
      """
      Every finding has its place in the file and what to do about it. A key that the system ignores is never reported as \
      a weakness, only as ignored.
      """,
      ja: """
        検出結果には、ファイル内の位置と直し方が付きます。システムが無視するキーは弱点としてではなく、無効な記述として報告します。
        """),
    examples: [
      Example("omamori ats lint Info.plist", HelpText("Examine the settings.", ja: "設定を検査します。")),
      Example(
        "omamori ats lint Info.plist --sarif > ats.sarif",
        HelpText("For code scanning.", ja: "コードスキャン用に出力します。")),
    ],
    exitCodes: [
      ExitMeaning(.findings, HelpText("A finding reaches --fail-on.", ja: "--fail-on 以上の検出があります。"))
    ]
  ) { declare in
    let file = declare.argument(
      "INFO.PLIST", as: FilePath.self,
      help: HelpText("The app's Info.plist; - is standard input.", ja: "アプリの Info.plist。- は標準入力です。"))
    let failOn = declare.option(
      "--fail-on", value: "SEVERITY", default: FailureThreshold.high,
      help: HelpText("Exit with 1 when a finding is at least this severe.", ja: "この深刻度以上の検出があれば 1 で終了します。"))
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let sarif = declare.flag("--sarif", help: HelpText("Write SARIF 2.1.0.", ja: "SARIF 2.1.0 で出力します。"))
    return { arguments in
      let (isJSON, isSARIF) = (try arguments[json], try arguments[sarif])
      try arguments.shareOutput(isJSON, isSARIF)
      let plist = try InfoPlistFile(try arguments[file].string)
      let report = ATSLintReport(plist)
      let threshold = try arguments[failOn].severity
      let isBad = report.issues.contains { issue in threshold.map { Severity(issue.severity) >= $0 } ?? false
      }
      let code: ExitCode = isBad ? .findings : .success
      let language = arguments.reportLanguage
      let text =
        isJSON
        ? report.json.text(.pretty) + "\n"
        : isSARIF ? report.sarif(language, endingWith: code) : report.text(language, arguments.output)
      try arguments.output.write(text)
      if report.issues.isEmpty, !isJSON, !isSARIF, try !arguments[sharedOptions.quiet] {
        let text = LocalizedText("Nothing was found.", ja: "検出はありません。")
        arguments.note(text[language] + "\n")
      }
      return code
    }
  }
}
