import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore
import PolicyCommands

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

extension OmamoriTool {
  static let jwtDecodeCommand = Command(
    "decode", HelpText("Show what a token claims, without verifying it", ja: "トークンの内容を検証せずに表示する"),
    discussion: HelpText(
      """
      Nothing that is shown is verified: anybody can write a token that claims the same. Use 'omamori jwt verify' for every \
      decision. Of an encrypted token only the header can be seen.
      """,
      ja: """
        表示内容は一切検証されていません。同じ内容のトークンは誰でも作れます。判断には必ず 'omamori jwt verify' を使用してください。\
        暗号化されたトークンはヘッダーだけを表示します。
        """),
    examples: [
      Example("omamori jwt decode token.txt", HelpText("Look at a token.", ja: "トークンを表示します。")),
      Example("omamori token | omamori jwt decode --json", HelpText("For programs.", ja: "プログラム向けに出力します。")),
    ],
    exitCodes: [
      ExitMeaning(
        .success,
        HelpText("It was shown; that says nothing about whether it is valid.", ja: "表示しました。有効かどうかは判定しません。"))
    ]
  ) { declare in
    let file = declare.optionalArgument(
      "FILE", as: FilePath.self,
      help: HelpText("The token; standard input by default.", ja: "トークンのファイル。既定は標準入力です。"))
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let path = try arguments[file]?.string
      let text = try await TokenInput.read(path, arguments.reportLanguage)
      let decoded: DecodedToken
      do throws(AuthError) {
        decoded = try DecodedToken(try UnverifiedToken(text), at: Date())
      } catch {
        throw CryptoFault.notAToken(path ?? "-", error)
      }
      try arguments.output.write(
        try arguments[json] ? decoded.json + "\n" : decoded.lines(arguments.reportLanguage))
      return .success
    }
  }
}

/// A token that is shown to a person although nobody verified it.
struct DecodedToken {
  private let token: UnverifiedToken
  private let text: TokenText
  /// The size of a content that is not an object of JSON with every name once.
  private let strangeSize: Int?

  /// Takes a token apart for display.
  ///
  /// - Throws: ``AuthError`` when its content is not in base64url.
  init(_ token: UnverifiedToken, at now: Date) throws(AuthError) {
    let content = token.protection == .signature ? try token.contentForDisplay() : nil
    let claims = content.flatMap { content in
      try? StrictJSON.parse(content, limits: JSONLimits(depth: 16, size: content.count, values: 8192))
        .objectValue
    }
    (self.token, strangeSize) = (token, claims == nil ? content?.count : nil)
    text = TokenText(header: token.header.members, claims: claims, now: now)
  }

  /// For people.
  func lines(_ language: Language) -> String {
    let mark = LocalizedText(
      "UNVERIFIED: anybody can have written this", ja: "未検証: 誰でも偽造できる内容です")
    var lines = mark[language] + "\n" + text.lines(language)
    if let strangeSize {
      let note = LocalizedText(
        "The content (\(strangeSize) bytes) is not claims in valid JSON.",
        ja: "内容（\(strangeSize) バイト）は正しい JSON のクレームではありません。")
      lines += note[language] + "\n"
    } else if token.protection == .encryption {
      lines += LocalizedText("The content is encrypted.", ja: "内容は暗号化されています。")[language] + "\n"
    }
    return lines
  }

  /// For programs.
  var json: String {
    var object: JSONObject = [
      "verified": false, "kind": token.protection == .signature ? "signed" : "encrypted",
      "bytes": .integer(token.size),
    ]
    text.add(to: &object)
    if let strangeSize { object["contentBytes"] = .integer(strangeSize) }
    return TerminalJSON.text(.object(object), .pretty)
  }
}

extension CryptoFault {
  /// What should be a token is none.
  static func notAToken(_ path: String, _ error: AuthError) -> CryptoFault {
    let fault = CryptoFault(error, about: path)
    return usage(
      fault.message,
      hint: HelpText(
        "give one token in compact form: three parts, or five when it is encrypted, with dots between them",
        ja: "コンパクト形式のトークン（ピリオド区切りの 3 部分、暗号化されている場合は 5 部分）を 1 つ指定してください"))
  }
}
