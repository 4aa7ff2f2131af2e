import CommandLineKit
import CommandSupport
import KeychainCommands
import OmamoriAuth
import OmamoriAuthLinux
import OmamoriCore
import OmamoriTransport
import PolicyCommands

/// One run of `omamori login`.
struct LoginRun {
  /// How long the person may take.
  private static let patience = Duration.seconds(600)

  private let arguments: Arguments
  private let handles: LoginHandles
  private let issuer: Issuer
  private let scope: [String]
  private let port: UInt16
  private let client: String
  private let name: String
  private let progress: ProgressLine

  init(_ arguments: Arguments, _ handles: LoginHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    let text = try arguments[handles.issuer]
    do throws(AuthError) {
      issuer = try Issuer(text)
    } catch {
      throw CryptoFault(
        error, about: text,
        hint: text.utf8.contains { $0 >= 0x80 }
          ? .clause(TransportError.malformedURL.recovery)
          : HelpText(
            "give the https URL of the server exactly as it names itself",
            ja: "サーバーの https URL を、サーバー自身の名前と完全に一致する形で指定してください"))
    }
    let words = try arguments[handles.scope].flatMap { $0.split(separator: " ").map(String.init) }
    scope = words.isEmpty ? ["openid"] : words
    guard let port = UInt16(exactly: try arguments[handles.port]) else { throw CryptoFault.noPort }
    self.port = port
    client = try arguments[handles.client]
    let standard = StoredLogin.standardName(issuer, client, try arguments[handles.resource])
    name = try arguments[handles.name] ?? standard
    guard (1...2048).contains(name.utf8.count) else { throw CryptoFault.noName }
    guard try !arguments[handles.isDevice] || arguments[handles.resource] == nil else {
      throw CryptoFault.deviceForService
    }
    let secret = try arguments[handles.secretFile]?.string
    try arguments.shareStandardInput(
      secret == "-", try handles.keychain.password.usesStandardInput(arguments))
    progress = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
  }

  /// Logs in and stores the session.
  func run() async throws -> ExitCode {
    defer { progress.finish() }
    let secret = try clientSecret()
    // The keychain is opened first, so that nobody logs in in vain.
    let book = try await LoginBook(arguments, handles.keychain)
    return try await AuthError.orInterruption {
      let authorities = try handles.server.authorities(arguments)
      let exchange = try ServerOptions.session(trusting: authorities, from: "--ca")
      // What is wrong with the client's name is said before anything is sent.
      _ = try OAuthClient(metadata: ServerMetadata(issuer: issuer), identifier: client, exchange: exchange)
      let asking = LocalizedText("Asking the server…", ja: "サーバーに問い合わせています…")
      let listener = RememberingExchange(exchange)
      let server = try await progress.showing(asking[arguments.reportLanguage]) {
        try await AuthError.explaining {
          CryptoFault($0, loggingInAt: issuer, named: listener.issuer)
        } _: {
          try await ServerMetadata.discover(issuer, over: listener)
        }
      }
      let login = try StoredLogin(
        name: name, server: server, client: client, secret: secret,
        sendsSecretInBody: arguments[handles.sendsSecretInBody], resource: arguments[handles.resource],
        scope: scope, authorities: authorities, trustedAudiences: Set(arguments[handles.trustedAudiences]))
      try await refuseTakenName(login, book)
      let client = try login.client(over: exchange)
      let result = try await AuthError.explaining {
        CryptoFault($0, loggingInAt: issuer)
      } _: {
        try await arguments[handles.isDevice] ? device(client) : browser(client)
      }
      try await store(result, login, client, book)
      try show(result, login)
      return .success
    }
  }

  /// A name stands for one server and one client, until that session is over.
  private func refuseTakenName(_ login: StoredLogin, _ book: LoginBook) async throws {
    guard let other = try await book.all().first(where: { $0.name == login.name }) else { return }
    guard other.sessionName == login.sessionName else { throw CryptoFault.takenName(login.name) }
  }

  private func clientSecret() throws -> SecretText? {
    guard let path = try arguments[handles.secretFile]?.string else { return nil }
    arguments.warnIfOthersCanRead(path)
    let secret = try SecretInput.read(path, limit: 4096).trimmed()
    guard !secret.isEmpty else { throw CryptoFault.emptySecret(path) }
    return SecretText(secret)
  }

  // MARK: - Ways to log in

  private func browser(_ client: OAuthClient) async throws -> Login {
    let path = try arguments[handles.path]
    let receiver: LoopbackReceiver
    do throws(AuthError) {
      receiver = try LoopbackReceiver(path: path, port: port)
    } catch {
      guard case .system(let code) = error else { throw error }
      throw CryptoFault.portTaken(port, code)
    }
    var request = AuthorizationRequest(redirectURI: receiver.redirectURI, scope: scope)
    request.resource = try arguments[handles.resource]
    request.languages = [arguments.language.rawValue]
    request.trustsUnstatedCodeChallenge = try arguments[handles.assumesPKCE]
    request.lifetime = Self.patience
    let (isSilent, errors) = (try arguments[handles.isWithoutBrowser], arguments.errors)
    let (language, line) = (arguments.reportLanguage, progress)
    let browser = LoopbackBrowser(receiver, timeout: Self.patience, language: language) {
      url throws(AuthError) in
      line.clear()
      if !isSilent {
        do throws(AuthError) {
          return try await SystemBrowser.open(url)
        } catch {
          guard error == .callback(.browserFailed) else { throw error }
        }
      }
      let text = LocalizedText(
        "Open this page in a browser on this machine:", ja: "このマシンのブラウザーで次のページを開いてください:")
      do { try errors.write("\(text[language])\n\(url.text)\n") } catch { throw .callback(.browserFailed) }
    }
    let waiting = LocalizedText("Waiting for the browser…", ja: "ブラウザーからの応答を待っています…")
    return try await progress.showing(waiting[language]) { [request] in
      try await client.logIn(request, with: browser)
    }
  }

  private func device(_ client: OAuthClient) async throws -> Login {
    guard client.metadata.endpoints[.deviceAuthorization] != nil else { throw CryptoFault.noDeviceLogin }
    let device = try await client.beginDeviceLogin(scope: scope)
    let (page, code) = (Printable.plain(device.verificationURL.text), Printable.plain(device.userCode))
    let text = LocalizedText(
      "Open this page on any device: \(page)\nand type this code: \(code)\n",
      ja: "いずれかのデバイスで次のページを開いてください: \(page)\n入力するコード: \(code)\n")
    arguments.note(text[arguments.reportLanguage])
    let waiting = LocalizedText("Waiting for you to log in there…", ja: "サインインの完了を待っています…")
    let result = try await progress.showing(waiting[arguments.reportLanguage]) {
      try await client.completeDeviceLogin(device)
    }
    if scope.contains("openid"), result.identity == nil {
      progress.clear()
      arguments.warn(
        HelpText(
          "the server does not say who logged in: 'openid' was asked for, but no identity token came",
          ja: "サインインした利用者が不明です。'openid' を要求しましたが、サーバーは ID トークンを返しませんでした"),
        hint: HelpText(
          "the access token can be used; 'omamori whoami' shows no subject for this login",
          ja: "アクセストークンは使用できます。'omamori whoami' ではこのサインインの主体は表示されません"))
    }
    return result
  }

  // MARK: - The session

  private func store(
    _ result: Login, _ login: StoredLogin, _ client: OAuthClient, _ book: LoginBook
  ) async throws {
    do {
      try await book.save(login)
      let session = try book.session(of: login)
      // The tokens of an earlier login are given back, not forgotten.
      if try await book.overview(of: login)?.state.isAuthenticated == true { try await session.logout() }
      try await session.adopt(result.tokens, subject: result.identity?.claims.subject)
    } catch {
      // because tokens that are not stored are of no use to anybody, and the first error says why
      try? await client.revoke(result.tokens.refreshToken ?? result.tokens.accessToken)
      throw error
    }
  }

  private func show(_ result: Login, _ login: StoredLogin) throws {
    let report = LoginReport(
      login: login, state: .active, subject: result.identity?.claims.subject,
      scope: result.tokens.scope ?? login.scope,
      expiresAt: result.tokens.lifetime.map { result.tokens.sentAt + Double($0.components.seconds) },
      isRenewable: result.tokens.refreshToken != nil)
    try arguments.output.write(
      try arguments[handles.json]
        ? TerminalJSON.text(report.json, .pretty) + "\n" : report.sentence[arguments.reportLanguage] + "\n")
  }
}

extension CryptoFault {
  fileprivate static let noPort = usage(
    HelpText("--port takes 0 to 65535", ja: "--port には 0 から 65535 までを指定してください"),
    hint: HelpText("leave it out for a free port", ja: "省略すると空きポートを使用します"))

  fileprivate static let deviceForService = usage(
    HelpText("--device cannot ask for a token for one service", ja: "--device では --resource を指定できません"),
    hint: HelpText("leave out --resource, or say it with --scope", ja: "--resource を外すか、--scope で指定してください"))

  fileprivate static let noDeviceLogin = CryptoFault(
    .findings,
    HelpText("the server offers no login with a device code", ja: "サーバーはデバイスコードによるサインインに対応していません"),
    hint: HelpText(
      "leave out --device to log in with the browser; else ask the operator of the server",
      ja: "--device を外してブラウザーでサインインするか、サーバーの運営者に問い合わせてください"))

  fileprivate static let noName = usage(
    HelpText("--name takes 1 to 2048 bytes", ja: "--name には 1 から 2048 バイトまでを指定してください"),
    hint: HelpText(
      "leave it out for a name made of the server and the client", ja: "省略するとサーバーとクライアントから名前を作ります"))

  fileprivate static func portTaken(_ port: UInt16, _ code: Int32) -> CryptoFault {
    let fault = HelpText.clause(AuthError.system(code: code).explanation)
    return CryptoFault(
      .failure,
      HelpText("port \(port): \(fault.english)", ja: "ポート \(port): \(fault.japanese)"),
      hint: HelpText(
        "end the program that has the port, or choose another one", ja: "ポートを使用中のプログラムを終了するか、別のポートを指定してください"))
  }

  fileprivate static func takenName(_ name: String) -> CryptoFault {
    usage(
      HelpText(
        "\(Printable.quote(name)) is the name of a login at another server or of another client",
        ja: "\(Printable.quote(name)) は、別のサーバーまたは別のクライアントのサインインの名前です"),
      hint: HelpText("log out there first, or choose another --name", ja: "先にサインアウトするか、別の --name を指定してください"))
  }

  fileprivate static func emptySecret(_ path: String) -> CryptoFault {
    usage(
      HelpText("\(Printable.quote(path)) is empty", ja: "\(Printable.quote(path)) は空です"),
      hint: HelpText("give the file with the client's secret", ja: "クライアントシークレットのファイルを指定してください"))
  }
}
