import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore

extension OmamoriTool {
  static let tokenCommand = Command(
    "token", HelpText("Print an access token that is valid now", ja: "有効なアクセストークンを出力する"),
    discussion: HelpText(
      """
      Prints the token alone, for scripts, and renews it when it is about to expire. Any number of these commands may run at \
      the same time: the refresh token is sent once. Keep the output out of arguments of other programs, which other users \
      can see; curl reads a header from a file or descriptor with -H @FILE.
      """,
      ja: """
        スクリプト向けにトークンだけを出力し、期限が近ければ更新します。同時に複数実行しても、リフレッシュトークンの送信は 1 回だけです。\
        出力をほかのプログラムの引数に渡さないでください（ほかのユーザーに見えます）。curl では -H @FILE でヘッダーをファイルや\
        ディスクリプタから読み込めます。
        """),
    examples: [
      Example(
        #"curl -H @<(printf 'Authorization: Bearer %s' "$(omamori token)") https://api.example.com/me"#,
        HelpText("Use it without showing it to others.", ja: "ほかのユーザーに見せずに使用します。")),
      Example(
        "omamori token --name work --valid-for 600",
        HelpText("One that lasts ten minutes at least.", ja: "10 分以上有効なトークンを取得します。")),
    ],
    exitCodes: [
      ExitMeaning(
        .findings,
        HelpText("Nobody is logged in, or the person has to log in again.", ja: "サインインしていないか、再サインインが必要です。")),
      ExitMeaning(
        .failure,
        HelpText(
          "The keychain is locked, or the server cannot be reached.", ja: "キーチェーンがロックされているか、サーバーに接続できません。")),
    ]
  ) { declare in
    let selection = LoginSelection(&declare)
    let lifetime = declare.option(
      "--valid-for", value: "SECONDS", default: 0,
      help: HelpText("How long it is to be valid at least.", ja: "最低限の残り有効時間。"))
    return { arguments in
      let seconds = try arguments[lifetime]
      guard (0...31_536_000).contains(seconds) else { throw CryptoFault.noLifetime }
      let book = try await LoginBook(arguments, selection.keychain)
      return try await AuthError.orInterruption {
        let login = try selection.only(of: try await book.all(), arguments)
        let session = try book.session(of: login)
        let progress = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
        defer { progress.finish() }
        let text = LocalizedText("Renewing the token…", ja: "トークンを更新しています…")[arguments.reportLanguage]
        let token = try await progress.showing(text) {
          try await AuthError.explaining {
            CryptoFault($0, of: login) ?? CryptoFault($0, loggingInAt: login.server.issuer)
          } _: {
            try await session.accessToken(validFor: .seconds(seconds))
          }
        }
        let bytes = token.text.withBytes { SecretBytes(copying: $0) }.withLineFeed()
        let code = SecretFile.write(bytes, to: arguments.output.descriptor)
        guard code == 0 else { throw CommandLineError.writeFailed(path: nil, code: code) }
        // A renewal in the background must not end with the process.
        await progress.showing(text) { await session.settle(within: .seconds(60)) }
        return .success
      }
    }
  }
}

extension CryptoFault {
  fileprivate static let noLifetime = usage(
    HelpText("--valid-for takes 0 to 31536000 seconds", ja: "--valid-for には 0 から 31536000 までの秒数を指定してください"),
    hint: HelpText("leave it out for any token that is valid", ja: "省略すると有効なトークンをそのまま出力します"))
}
