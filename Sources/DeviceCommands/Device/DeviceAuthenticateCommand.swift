import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriDevice

extension OmamoriTool {
  static let deviceAuthenticateCommand = Command(
    "authenticate", HelpText("Ask the person at the machine who they are", ja: "マシンの前にいる人に本人確認を求める"),
    discussion: HelpText(
      """
      Asks through a service of the machine. What is typed at the terminal is not shown, and is never given as an argument. \
      A success is an answer for scripts of this user; whoever can change the script passes, which --json says as \
      'worth': 'gate'. A method that releases a key says 'keyBound'.
      """,
      ja: """
        マシンの認証サービスを通じて本人確認を行います。入力した内容は表示されず、引数で渡すこともありません。成功は、このユーザーの\
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

extension AuthenticationOutcome {
  /// What stands for the outcome in JSON.
  var name: String {
    switch self {
    case .success: "success"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .fallback: "fallback"
    case .lockout: "lockout"
    case .notEnrolled: "not-enrolled"
    case .notAvailable: "not-available"
    case .invalidated: "invalidated"
    case .systemCancelled: "system-cancelled"
    case .passcodeNotSet: "passcode-not-set"
    }
  }

  /// 0 for a success alone; somebody who could not be asked was not refused.
  var exitCode: ExitCode {
    switch self {
    case .success: .success
    case .cancelled, .systemCancelled: .interrupted
    case .notAvailable: .failure
    default: .findings
    }
  }

  /// What happened, as a sentence.
  var sentence: LocalizedText {
    switch self {
    case .success: LocalizedText("The person proved who they are.", ja: "本人確認に成功しました。")
    case .failed: LocalizedText("Refused: the proof was wrong.", ja: "拒否: 認証情報が正しくありません。")
    case .cancelled: LocalizedText("Cancelled.", ja: "取り消されました。")
    case .fallback:
      LocalizedText("Refused: the person asked for another way.", ja: "拒否: 別の認証方法が求められました。")
    case .lockout:
      LocalizedText("Refused: there were too many wrong tries.", ja: "拒否: 試行回数の上限を超えました。")
    case .notEnrolled:
      LocalizedText("Refused: nothing is enrolled for this person.", ja: "拒否: 認証情報が登録されていません。")
    case .notAvailable:
      LocalizedText(
        "Nobody could be asked: this way is not available here.", ja: "この方法は利用できないため、本人確認を行えませんでした。")
    case .invalidated:
      LocalizedText("Refused: what is enrolled has changed.", ja: "拒否: 登録内容が変更されています。")
    case .systemCancelled: LocalizedText("The system ended the request.", ja: "システムにより中断されました。")
    case .passcodeNotSet: LocalizedText("Refused: no passcode is set.", ja: "拒否: パスコードが設定されていません。")
    }
  }
}
