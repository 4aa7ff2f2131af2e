import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore
import PolicyCommands

extension OmamoriTool {
  static let jwtSignCommand = Command(
    "sign", HelpText("Sign a token", ja: "トークンに署名する"),
    discussion: HelpText(
      """
      Prints a token with these claims, the time at which it was issued, and a random identifier. Every token expires. The \
      key is a private JSON Web Key, or one in PEM, whose name is then given with --key-id.
      """,
      ja: """
        指定したクレームに発行時刻とランダムな識別子を加えたトークンを出力します。有効期限のないトークンは作成しません。鍵には\
        秘密鍵の JSON Web Key、または PEM 形式の鍵（名前は --key-id で指定）を使用します。
        """),
    examples: [
      Example(
        "omamori jwt sign --key key.json -a ES256 --issuer https://login.example.com --audience app --subject alice --expires-in 10m",
        HelpText("A token for ten minutes.", ja: "10 分間有効なトークンを作ります。")),
      Example(
        "omamori jwt sign --key AuthKey.p8 --key-id ABC123DEFG -a ES256 --issuer TEAM --audience https://appleid.apple.com --subject com.example.app --expires-in 30d",
        HelpText("The client secret of Sign in with Apple.", ja: "Sign in with Apple のクライアントシークレットを作ります。")),
    ]
  ) { declare in
    let handles = JWTSignHandles(&declare)
    return { arguments in try JWTSignRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori jwt sign`.
struct JWTSignHandles: Sendable {
  let key: Parameter<FilePath>
  let identifier: Parameter<String?>
  let algorithm: Parameter<SignatureAlgorithm>
  let issuer: Parameter<String>
  let audiences: Parameter<[String]>
  let subject: Parameter<String?>
  let expiry: Parameter<Lifetime>
  let claims: Parameter<FilePath?>
  let type: Parameter<String>
  let output: Parameter<FilePath?>

  init(_ declare: inout Declaration) {
    key = declare.requiredOption(
      "--key", value: "FILE",
      help: HelpText("The private key or the secret; - is standard input.", ja: "秘密鍵または共通鍵。- は標準入力です。"))
    identifier = declare.option(
      "--key-id", value: "NAME",
      help: HelpText(
        "The name of the key (kid); that in the file by default.", ja: "鍵の名前（kid）。既定はファイル内の名前です。"))
    algorithm = declare.requiredOption(
      "-a", "--algorithm", value: "NAME", help: HelpText("The algorithm.", ja: "署名アルゴリズム。"))
    issuer = declare.requiredOption(
      "--issuer", value: "URL", help: HelpText("Who issues it (iss).", ja: "発行者（iss）。"))
    audiences = declare.options(
      "--audience", value: "NAME",
      help: HelpText("Whom it is for (aud); may be repeated.", ja: "対象者（aud）。複数指定できます。"))
    subject = declare.option(
      "--subject", value: "NAME", help: HelpText("Whom it is about (sub).", ja: "主体（sub）。"))
    expiry = declare.requiredOption(
      "--expires-in", value: "TIME",
      help: HelpText("How long it is valid, such as 10m, 12h or 30d.", ja: "有効期間（例: 10m、12h、30d）。"))
    claims = declare.option(
      "--claims", value: "FILE",
      help: HelpText(
        "Further claims, an object in JSON; - is standard input.", ja: "追加のクレーム（JSON オブジェクト）。- は標準入力です。"))
    type = declare.option(
      "--type", value: "TYPE", default: "JWT", help: HelpText("Its kind (typ).", ja: "種類（typ）。"))
    output = declare.option(
      "-o", "--output", value: "FILE",
      help: HelpText(
        "Write it to a new file that only you can read.", ja: "自分だけが読める新しいファイルに書き込みます。"))
  }
}

/// One run of `omamori jwt sign`.
struct JWTSignRun {
  private static let greatestSize = 48 << 10

  private let arguments: Arguments
  private let handles: JWTSignHandles
  private let key: String
  private let further: String?

  init(_ arguments: Arguments, _ handles: JWTSignHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    (key, further) = (try arguments[handles.key].string, try arguments[handles.claims]?.string)
    try arguments.shareStandardInput(key == "-", further == "-")
    guard try !arguments[handles.audiences].isEmpty else {
      throw CryptoFault.usage(
        HelpText("no audience is given", ja: "対象者（audience）が指定されていません"),
        hint: HelpText(
          "say with --audience whom the token is for", ja: "トークンの対象者を --audience で指定してください"))
    }
  }

  /// Signs and prints the token.
  func run() throws -> ExitCode {
    var key = try KeyDocument.key(self.key, arguments)
    if let identifier = try arguments[handles.identifier] { key = key.named(identifier) }
    let claims = try claims(issued: Date())
    let (algorithm, type) = (try arguments[handles.algorithm], try arguments[handles.type])
    let token: SecretText
    do throws(AuthError) {
      token = try TokenSigner(key: key, algorithm: algorithm).sign(claims, type: type)
    } catch {
      throw CryptoFault(error, about: self.key)
    }
    let text = token.withBytes { SecretBytes(copying: $0) }.withLineFeed()
    if let path = try arguments[handles.output]?.string, path != "-" {
      try SecretFile.create(path, text)
      return .success
    }
    let code = SecretFile.write(text, to: arguments.output.descriptor)
    guard code == 0 else { throw CommandLineError.writeFailed(path: nil, code: code) }
    return .success
  }

  private func claims(issued: Date) throws -> JSONObject {
    let audiences = try arguments[handles.audiences].map(JSONValue.string)
    let start = Int(issued.timeIntervalSince1970)
    var claims: JSONObject = ["iss": .string(try arguments[handles.issuer])]
    if let subject = try arguments[handles.subject] { claims["sub"] = .string(subject) }
    claims["aud"] = audiences.count == 1 ? audiences[0] : .array(audiences)
    claims["iat"] = .integer(start)
    claims["exp"] = .integer(start + (try arguments[handles.expiry].seconds))
    for member in try furtherClaims()?.members ?? [] {
      guard claims.insert(member.name, member.value) else { throw CryptoFault.claimTwice(member.name) }
    }
    if !claims.contains("jti") {
      claims["jti"] = .string(Base64URL.encode(try SystemRandomness().bytes(count: 16)))
    }
    return claims
  }

  private func furtherClaims() throws -> JSONObject? {
    guard let further else { return nil }
    let bytes = try SmallFile.read(further, limit: Self.greatestSize)
    let name = Printable.quote(further)
    let document: JSONValue
    do {
      document = try StrictJSON.parse(
        bytes, limits: JSONLimits(depth: 16, size: Self.greatestSize, values: 8192))
    } catch {
      let fault = HelpText.clause(error.explanation)
      throw CryptoFault.usage(
        HelpText("\(name): \(fault.english)", ja: "\(name): \(fault.japanese)"), hint: .claims)
    }
    guard let object = document.objectValue else {
      throw CryptoFault.usage(
        HelpText("\(name) is not an object", ja: "\(name) は JSON オブジェクトではありません"), hint: .claims)
    }
    return object
  }
}

extension HelpText {
  fileprivate static let claims = HelpText(
    "give an object in JSON, such as {\"role\": \"reader\"}",
    ja: "{\"role\": \"reader\"} のような JSON オブジェクトを指定してください")
}

extension CryptoFault {
  fileprivate static func claimTwice(_ name: String) -> CryptoFault {
    usage(
      HelpText(
        "the claim \(Printable.quote(name)) is given twice", ja: "クレーム \(Printable.quote(name)) が重複しています"),
      hint: HelpText(
        "leave it out of the file: options or the command set it", ja: "オプションまたはコマンドが設定するため、ファイルから削除してください"))
  }
}

/// How long something is valid, such as `30s`, `10m`, `12h` or `180d`.
struct Lifetime: CommandLineValue, Equatable {
  /// The longest, ten years.
  private static let longest = 3650 * 86_400

  /// The time in seconds, 1 to ten years.
  let seconds: Int

  init?(commandLine word: String) {
    let factors: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = word.last, let factor = factors[unit], let number = Int(word.dropLast()),
      (1...Self.longest / factor).contains(number), word.first?.isNumber == true
    else { return nil }
    seconds = number * factor
  }

  var commandLineWord: String { "\(seconds)s" }

  static var expectation: HelpText? {
    HelpText("a time such as 30s, 10m, 12h or 180d", ja: "30s、10m、12h、180d のような時間")
  }
}
