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
      let authenticator = try handles.authenticator(method, arguments)
      let outcome = await authenticator.authenticate(try handles.request(method, arguments))
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

/// The parameters of `omamori device authenticate`.
struct AuthenticateHandles: Sendable {
  let method: Parameter<AuthenticationMethod>
  let json: Parameter<Bool>
  private let service: Parameter<String>
  private let user: Parameter<String?>
  private let folder: Parameter<DirectoryPath?>
  private let reason: Parameter<String?>

  init(_ declare: inout Declaration) {
    method = declare.option(
      "--method", value: "METHOD", default: .pam, help: HelpText("How to ask.", ja: "本人確認の方法。"))
    service = declare.option(
      "--service", value: "NAME", default: "login",
      help: HelpText(
        "The PAM service that says how to ask, a file in /etc/pam.d.", ja: "確認方法を定める PAM サービス（/etc/pam.d のファイル名）。"))
    user = declare.option(
      "--user", value: "NAME",
      help: HelpText("Who the person has to be; yourself unless said.", ja: "確認する相手。省略時は実行中のユーザーです。"))
    folder = declare.option(
      "--pam-folder", value: "FOLDER",
      help: HelpText(
        "Read the PAM service from here; only you or root may write there.",
        ja: "PAM サービスをこのフォルダーから読み込みます。書き込めるのは本人か root だけでなければなりません。"))
    reason = declare.option(
      "--reason", value: "TEXT", help: HelpText("What the person is told.", ja: "本人に表示する理由。"))
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
  }

  /// What is asked for.
  func request(_ method: AuthenticationMethod, _ arguments: Arguments) throws -> AuthenticationRequest {
    let reason = try arguments[reason].map { LocalizedText($0, ja: $0) } ?? Self.standardReason
    return AuthenticationRequest(reason: reason, policy: .biometricsOrPasscode)
  }

  /// Who asks.
  ///
  /// - Throws: `DeviceError` for names that are wrong.
  func authenticator(
    _ method: AuthenticationMethod, _ arguments: Arguments
  ) throws -> any Authenticator {
    let prompt = TerminalQuestion(arguments)
    switch method {
    case .pam:
      return try PAMAuthenticator(
        service: try arguments[service], user: try arguments[user],
        folder: try arguments[folder].map { KeychainFolder(commandLine: $0.string)?.path ?? $0.string },
        prompt: prompt)
    }
  }

  private static let standardReason = LocalizedText("to confirm that it is you", ja: "本人確認のため")
}
#endif
