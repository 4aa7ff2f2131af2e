import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore

extension OmamoriTool {
  static let whoAmICommand = Command(
    "whoami", HelpText("Show who is logged in where", ja: "サインイン中の利用者とサーバーを表示する"),
    discussion: HelpText(
      "Reads the keychain alone: nothing is sent, and no token is shown.",
      ja: "キーチェーンだけを読み込みます。通信は行わず、トークンも表示しません。"),
    examples: [
      Example("omamori whoami", HelpText("All logins.", ja: "すべてのサインイン先を表示します。")),
      Example(
        "omamori whoami --name work --json", HelpText("One of them, for programs.", ja: "1 つをプログラム向けに出力します。")),
    ],
    exitCodes: [
      ExitMeaning(.success, HelpText("Somebody is logged in.", ja: "サインインしています。")),
      ExitMeaning(
        .findings, HelpText("Nobody is, or the person has to log in again.", ja: "サインインしていないか、再サインインが必要です。")),
    ]
  ) { declare in
    let selection = LoginSelection(&declare)
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let book = try await LoginBook(arguments, selection.keychain)
      return try await AuthError.orInterruption {
        let logins = try await book.all()
        let chosen = try selection.matches(logins, arguments)
        var reports: [LoginReport] = []
        for login in chosen { reports.append(LoginReport(login, try await book.overview(of: login))) }
        if try arguments[json] {
          let list: JSONValue = ["logins": .array(reports.map(\.json))]
          try arguments.output.write(TerminalJSON.text(list, .pretty) + "\n")
        } else if chosen.isEmpty {
          throw CryptoFault.noLogin(hasOthers: !logins.isEmpty)
        } else {
          try arguments.output.write(
            reports.map { $0.lines(arguments.reportLanguage) }.joined(separator: "\n"))
        }
        return reports.contains { $0.state.isAuthenticated } ? .success : .findings
      }
    }
  }
}
