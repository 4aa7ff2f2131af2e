#if !canImport(Darwin)
import CommandLineKit

extension OmamoriTool {
  static let jwtCommand = Command(
    "jwt", HelpText("Look at, verify and sign JSON Web Tokens", ja: "JSON Web Token を表示・検証・署名する"),
    discussion: HelpText(
      """
      Only 'verify' says whether a token is to be believed; what 'decode' shows can have been written by anybody. Tokens \
      and keys come from files, standard input or a prompt, never from the command line, where other users see them.
      """,
      ja: """
        トークンを信頼してよいかを判定するのは 'verify' だけです。'decode' の表示内容は誰でも偽造できます。トークンと鍵は\
        ファイル、標準入力、またはプロンプトから渡します。ほかのユーザーに見えるコマンドラインには指定できません。
        """),
    examples: [
      Example("omamori jwt decode token.txt", HelpText("See what a token claims.", ja: "トークンの内容を表示します。")),
      Example(
        "omamori jwt verify token.txt --issuer https://login.example.com --audience app --algorithm ES256 --keys jwks.json",
        HelpText("Is it to be believed?", ja: "信頼できるか検証します。")),
    ],
    commands: [jwtDecodeCommand, jwtVerifyCommand, jwtSignCommand])
}
#endif
