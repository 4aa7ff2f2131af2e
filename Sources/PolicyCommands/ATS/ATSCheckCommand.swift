import CommandLineKit
import CommandSupport
import OmamoriATS
import OmamoriCore
import OmamoriTransport

extension OmamoriTool {
  static let atsCheckCommand = Command(
    "check", HelpText("Say whether an app may connect, and which key decides", ja: "アプリが接続できるかと、決め手のキーを示す"),
    discussion: HelpText(
      """
      Without --url it shows what the settings come to for every host that they name and for all others. Servers are not \
      asked: whether one meets what is demanded, 'omamori tls diagnose' says.
      """,
      ja: """
        --url を省略すると、設定に記載された各ホストと、それ以外のホストの扱いを一覧します。サーバーには接続しません。サーバーが要件を\
        満たすかどうかは 'omamori tls diagnose' で調べられます。
        """),
    examples: [
      Example(
        "omamori ats check Info.plist", HelpText("What the settings come to.", ja: "設定の内容をまとめます。")),
      Example(
        "omamori ats check Info.plist --url http://192.0.2.7/ --ios 16",
        HelpText("A question about an older system.", ja: "以前のバージョンの iOS での扱いを調べます。")),
    ],
    exitCodes: [ExitMeaning(.findings, HelpText("A URL would not be loaded.", ja: "読み込めない URL があります。"))]
  ) { declare in
    let file = declare.argument(
      "INFO.PLIST", as: FilePath.self,
      help: HelpText("The app's Info.plist; - is standard input.", ja: "アプリの Info.plist。- は標準入力です。"))
    let urls = declare.options(
      "--url", value: "URL", as: String.self,
      help: HelpText("Would the app load this? May be repeated.", ja: "読み込めるか調べる URL。複数指定できます。"))
    let reader = ATSReader.Handles(&declare)
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let plist = try InfoPlistFile(try arguments[file].string)
      let reader = try ATSReader(arguments, reader)
      let words = try arguments[urls]
      guard !words.isEmpty else {
        let overview = ATSOverview(plist, reader)
        try arguments.output.write(
          try arguments[json]
            ? overview.json.text(.pretty) + "\n" : overview.text(arguments.reportLanguage))
        return .success
      }
      let check = try ATSURLCheck(words, plist, reader)
      try arguments.output.write(
        try arguments[json]
          ? check.json.text(.pretty) + "\n" : check.text(arguments.reportLanguage, arguments.output))
      return check.isRefused ? .findings : .success
    }
  }
}
