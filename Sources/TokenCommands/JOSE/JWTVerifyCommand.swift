import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore

extension OmamoriTool {
  static let jwtVerifyCommand = Command(
    "verify", HelpText("Say whether a token is to be believed, and why not", ja: "トークンを信頼できるかと、できない理由を示す"),
    discussion: HelpText(
      """
      Demands the issuer, the audience and the algorithms, since a token that leaves one of them open proves nothing. The \
      signature, the kind and the times are checked, too; a token without an expiry is refused. Nothing that the token says \
      is followed, and nothing of a token that is refused is shown. Keys that are given once can sign for every --issuer; \
      given once for each, in the same order, they can sign for that one only.
      """,
      ja: """
        発行者、対象者（audience）、アルゴリズムの指定が必須です。どれか 1 つでも任意であれば検証の意味がないためです。署名、種類、\
        有効期間も確認し、有効期限のないトークンは拒否します。トークン内の指示には一切従わず、拒否したトークンの内容は表示しません。\
        1 回だけ指定した鍵はすべての --issuer に有効です。同じ順序で発行者ごとに指定すると、それぞれの発行者だけに有効です。
        """),
    examples: [
      Example(
        "omamori jwt verify token.txt --issuer https://login.example.com --audience app -a ES256 --keys jwks.json",
        HelpText("With keys from a file.", ja: "ファイルの鍵で検証します。")),
      Example(
        "omamori token | omamori jwt verify --issuer https://login.example.com --audience https://api.example.com -a RS256 --type at+jwt --keys-url https://login.example.com/jwks",
        HelpText("An access token, with the issuer's keys.", ja: "アクセストークンを発行者の鍵で検証します。")),
      Example(
        "omamori jwt verify token.txt --issuer https://a.example --keys a.json --issuer https://b.example --keys b.json --audience app -a ES256",
        HelpText("Two issuers, each with its own keys.", ja: "2 つの発行者を、それぞれの鍵で検証します。")),
    ],
    exitCodes: [
      ExitMeaning(.success, HelpText("The token is verified.", ja: "検証に成功しました。")),
      ExitMeaning(
        .findings,
        HelpText(
          "The token is refused, or the fetched keys are not to be believed.",
          ja: "トークンを拒否したか、取得した鍵を信頼できません。")),
      ExitMeaning(.failure, HelpText("The keys could not be fetched.", ja: "鍵を取得できませんでした。")),
    ]
  ) { declare in
    let handles = JWTVerifyHandles(&declare)
    return { arguments in try await JWTVerifyRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori jwt verify`.
struct JWTVerifyHandles: Sendable {
  let file: Parameter<FilePath?>
  let issuers: Parameter<[String]>
  let audiences: Parameter<[String]>
  let algorithms: Parameter<[SignatureAlgorithm]>
  let keys: VerificationKeys
  let type: Parameter<String?>
  let subject: Parameter<String?>
  let nonce: Parameter<String?>
  let leeway: Parameter<Int>
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    file = declare.optionalArgument(
      "FILE", as: FilePath.self,
      help: HelpText("The token; standard input by default.", ja: "トークンのファイル。既定は標準入力です。"))
    issuers = declare.options(
      "--issuer", value: "URL", isRequired: true,
      help: HelpText("Who has to have issued it, one of these (iss).", ja: "発行者（iss、指定したどれか 1 つ）。"))
    audiences = declare.options(
      "--audience", value: "NAME", isRequired: true,
      help: HelpText(
        "Whom it has to be for: one of these is among its audiences (aud).",
        ja: "対象者（指定したどれか 1 つが aud に含まれること）。"))
    algorithms = declare.options(
      "-a", "--algorithm", value: "NAME",
      help: HelpText("An algorithm that is taken; may be repeated.", ja: "許可するアルゴリズム。複数指定できます。"))
    keys = VerificationKeys(&declare)
    type = declare.option(
      "--type", value: "TYPE",
      help: HelpText(
        "Its kind (typ), such as at+jwt; JWT or none by default.", ja: "種類（typ）。例: at+jwt。既定は JWT または指定なし。"))
    subject = declare.option(
      "--subject", value: "NAME", help: HelpText("Whom it has to be about (sub).", ja: "主体（sub）。"))
    nonce = declare.option(
      "--nonce", value: "TEXT", help: HelpText("The nonce that it has to carry.", ja: "含まれるべき nonce。"))
    leeway = declare.option(
      "--leeway", value: "SECONDS", default: 60,
      help: HelpText("How far clocks may differ, at most 300.", ja: "時計のずれの許容範囲（最大 300 秒）。"))
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
  }
}
