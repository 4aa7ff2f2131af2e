#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriDevice

extension OmamoriTool {
  static let deviceAuthenticateCommand = Command(
    "authenticate", HelpText("Ask the person at the machine who they are", ja: "端末の前にいる人に本人確認を求める"),
    discussion: HelpText(
      """
      Asks through a service of the machine. What is typed at the terminal is not shown, and is never given as an argument. \
      A success is an answer for scripts of this user; whoever can change the script passes, which --json says as \
      'worth': 'gate'. A method that releases a key says 'keyBound'.
      """,
      ja: """
        端末の認証サービスを通じて本人確認を行います。入力した内容は表示されず、引数で渡すこともありません。成功は、このユーザーの\
        スクリプトが従うべき応答にすぎず、スクリプトを変更できる人は回避できます（--json では 'worth': 'gate'）。鍵を取り出す方法では\
        'keyBound' になります。
        """),
    examples: [
      Example("omamori device authenticate", HelpText("Ask for the password.", ja: "パスワードを尋ねます。")),
      Example(
        "omamori device authenticate --method fingerprint", HelpText("Ask for a finger.", ja: "指紋を求めます。")),
      Example(
        "omamori device authenticate --service sudo --reason 'deploy to production'",
        HelpText("Ask as a PAM service is configured.", ja: "指定した PAM サービスの設定に従って尋ねます。")),
    ],
    exitCodes: [
      ExitMeaning(.success, HelpText("The person proved who they are.", ja: "本人確認に成功しました。")),
      ExitMeaning(.findings, HelpText("Refused.", ja: "拒否されました。")),
      ExitMeaning(.failure, HelpText("Nobody could be asked.", ja: "本人確認を行えませんでした。")),
      ExitMeaning(.interrupted, HelpText("Cancelled.", ja: "取り消されました。")),
    ]
  ) { declare in
    let handles = AuthenticateHandles(&declare)
    return { arguments in
      let method = try arguments[handles.method]
      let question = TerminalQuestion(arguments)
      let authenticator = try handles.authenticator(method, arguments, question)
      let outcome = await authenticator.authenticate(try handles.request(method, arguments))
      await question.settle()
      if try arguments[handles.json] {
        let json: JSONValue = [
          "method": .string(method.rawValue), "outcome": .string(outcome.name),
          "admits": .bool(outcome.admits),
          "worth": .string(authenticator.kind == .keyBound ? "keyBound" : "gate"),
        ]
        try arguments.output.write(json.text(.pretty) + "\n")
      } else {
        let text = outcome.sentence[arguments.reportLanguage] + "\n"
        try outcome.admits ? arguments.output.write(text) : arguments.errors.write(text)
      }
      return outcome.exitCode
    }
  }
}
#endif
