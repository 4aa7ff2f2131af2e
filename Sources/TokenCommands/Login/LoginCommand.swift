import CommandLineKit
import CommandSupport
import KeychainCommands
import OmamoriAuth

extension OmamoriTool {
  static let loginCommand = Command(
    "login", HelpText("Log in at an authorization server", ja: "認可サーバーにサインインする"),
    discussion: HelpText(
      """
      Opens the server's page in your browser and waits for it to come back to a port of this machine (an authorization code \
      with PKCE), or, with --device, shows a code that you type on any other device. The tokens go into your keychain; \
      'omamori token' gives them out and renews them. Your password for the server is typed at the server alone; a password \
      that is asked for here is that of the keychain.
      """,
      ja: """
        サーバーのページをブラウザーで開き、このマシンのポートに戻ってくるのを待ちます（PKCE 付き認可コード）。--device を指定すると、\
        別のデバイスで入力するコードを表示します。トークンはキーチェーンに保存され、'omamori token' で取得・更新できます。サーバーの\
        パスワードはサーバーのページだけで入力します。このコマンドが尋ねるのはキーチェーンのパスワードです。
        """),
    examples: [
      Example(
        "omamori login https://login.example.com --client-id my-tool",
        HelpText("In the browser.", ja: "ブラウザーでサインインします。")),
      Example(
        "omamori login https://login.example.com --client-id my-tool --device",
        HelpText("On a machine without one.", ja: "ブラウザーのないマシンでサインインします。")),
      Example(
        "omamori login https://login.example.com --client-id my-tool --scope 'openid offline_access' --name work",
        HelpText("For a long time, under a name.", ja: "名前を付けて長期間サインインします。")),
    ],
    exitCodes: [
      ExitMeaning(.success, HelpText("Logged in.", ja: "サインインしました。")),
      ExitMeaning(
        .findings,
        HelpText(
          "The server or the person declined, or its answer is not to be believed.",
          ja: "サーバーまたは利用者が拒否したか、応答を信頼できません。")),
      ExitMeaning(
        .failure,
        HelpText("The server or the keychain cannot be reached.", ja: "サーバーまたはキーチェーンを利用できません。")),
    ]
  ) { declare in
    let handles = LoginHandles(&declare)
    return { arguments in try await LoginRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori login`.
struct LoginHandles: Sendable {
  let issuer: Parameter<String>
  let client: Parameter<String>
  let scope: Parameter<[String]>
  let isDevice: Parameter<Bool>
  let secretFile: Parameter<FilePath?>
  let sendsSecretInBody: Parameter<Bool>
  let resource: Parameter<String?>
  let trustedAudiences: Parameter<[String]>
  let name: Parameter<String?>
  let port: Parameter<Int>
  let path: Parameter<String>
  let isWithoutBrowser: Parameter<Bool>
  let assumesPKCE: Parameter<Bool>
  let server: ServerOptions
  let json: Parameter<Bool>
  let keychain: KeychainHandles

  init(_ declare: inout Declaration) {
    issuer = declare.argument(
      "ISSUER", as: String.self,
      help: HelpText(
        "The server, exactly as it names itself (https).", ja: "サーバー（サーバー自身の名前と完全に一致する https URL）。"))
    client = declare.requiredOption(
      "--client-id", value: "ID",
      help: HelpText("The client as it is registered at the server.", ja: "サーバーに登録されたクライアント。"))
    scope = declare.options(
      "--scope", value: "SCOPES",
      help: HelpText(
        "What the tokens may be used for; openid by default.", ja: "トークンの用途（既定は openid）。"))
    isDevice = declare.flag(
      "--device", help: HelpText("Show a code for another device.", ja: "別のデバイスで入力するコードを表示します。"))
    secretFile = declare.option(
      "--client-secret-file", value: "FILE",
      help: HelpText(
        "The secret of a confidential client, alone in a file.", ja: "機密クライアントのシークレットのファイル（1 行のみ）。"))
    sendsSecretInBody = declare.flag(
      "--client-secret-in-body",
      help: HelpText(
        "Send the secret in the body, for servers that take it nowhere else.",
        ja: "シークレットを本文で送信します（ほかの方法に対応しないサーバー用）。"))
    resource = declare.option(
      "--resource", "--audience", value: "URL",
      help: HelpText("The service that the tokens are for.", ja: "トークンを使用するサービス。"))
    trustedAudiences = declare.options(
      "--trusted-audience", value: "NAME",
      help: HelpText(
        "Whom an identity token may be for beside the client (aud).",
        ja: "ID トークンの aud に、クライアントのほかに含まれてよい対象者。"))
    name = declare.option(
      "--name", value: "NAME",
      help: HelpText(
        "What to call the login; by default the server and the client.", ja: "サインインの名前（既定はサーバーとクライアント）。"))
    port = declare.option(
      "--port", value: "N", default: 0,
      help: HelpText(
        "Listen at this port of 127.0.0.1; 0 for a free one.", ja: "127.0.0.1 のこのポートで待ちます（0 は空きポート）。"))
    path = declare.option(
      "--callback-path", value: "PATH", default: "/callback",
      help: HelpText("The path of the redirect URI as it is registered.", ja: "登録されたリダイレクト URI のパス。"))
    isWithoutBrowser = declare.flag(
      "--no-browser", help: HelpText("Show the URL instead of a page.", ja: "ブラウザーを開かず URL を表示します。"))
    assumesPKCE = declare.flag(
      "--assume-pkce",
      help: HelpText(
        "Use a server that does not say whether it takes PKCE.", ja: "PKCE への対応を明示しないサーバーを使用します。"))
    server = ServerOptions(&declare)
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    keychain = KeychainHandles(&declare)
  }
}

/// The parameters that say which login is meant.
struct LoginSelection: Sendable {
  private let issuer: Parameter<String?>
  private let name: Parameter<String?>
  private let resource: Parameter<String?>
  let keychain: KeychainHandles

  init(_ declare: inout Declaration) {
    issuer = declare.optionalArgument(
      "ISSUER", as: String.self,
      help: HelpText(
        "The server of the login, where there are several.", ja: "サインイン先のサーバー（複数ある場合）。"))
    name = declare.option(
      "--name", value: "NAME", help: HelpText("The name of the login.", ja: "サインインの名前。"))
    resource = declare.option(
      "--resource", "--audience", value: "URL",
      help: HelpText("The login for this service.", ja: "このサービス用のサインイン。"))
    keychain = KeychainHandles(&declare)
  }

  /// Whether the command line says anything.
  func isGiven(_ arguments: Arguments) throws -> Bool {
    try arguments[issuer] != nil || arguments[name] != nil || arguments[resource] != nil
  }

  /// The logins that the command line means.
  func matches(_ logins: [StoredLogin], _ arguments: Arguments) throws -> [StoredLogin] {
    let (issuer, name) = (try arguments[issuer], try arguments[name])
    let resource = try arguments[resource]
    return logins.filter { login in
      (issuer.map { $0 == login.server.issuer.description } ?? true)
        && (name.map { $0 == login.name } ?? true)
        && (resource.map { $0 == login.resource } ?? true)
    }
  }

  /// The one login that the command line means.
  ///
  /// - Throws: ``CryptoFault`` when there is none, or more than one.
  func only(of logins: [StoredLogin], _ arguments: Arguments) throws -> StoredLogin {
    let found = try matches(logins, arguments)
    guard found.count <= 1 else { throw CryptoFault.severalLogins(found.map(\.name)) }
    guard let login = found.first else { throw CryptoFault.noLogin(hasOthers: !logins.isEmpty) }
    return login
  }
}

extension CryptoFault {
  /// There is no login, or none that is meant.
  static func noLogin(hasOthers: Bool) -> CryptoFault {
    hasOthers
      ? CryptoFault(
        .findings, HelpText("there is no such login", ja: "該当するサインインがありません"),
        hint: HelpText("'omamori whoami' shows the logins", ja: "'omamori whoami' でサインインの一覧を確認してください"))
      : CryptoFault(
        .findings, HelpText("nobody is logged in", ja: "サインインしていません"),
        hint: HelpText(
          "log in with 'omamori login ISSUER --client-id ID'",
          ja: "'omamori login ISSUER --client-id ID' でサインインしてください"))
  }

  /// More than one login is meant.
  fileprivate static func severalLogins(_ names: [String]) -> CryptoFault {
    let list = names.map(Printable.quote).joined(separator: ", ")
    return usage(
      HelpText("there are several logins: \(list)", ja: "サインインが複数あります: \(list)"),
      hint: HelpText("say which one with --name", ja: "--name で 1 つを指定してください"))
  }
}
