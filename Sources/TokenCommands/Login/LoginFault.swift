import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore
import OmamoriTransport

extension CryptoFault {
  /// What an error of a server means to the person who logs in there; `nil` where the error's own words say it.
  ///
  /// What a server answers wrongly is its operator's to correct, not a mistake of the person.
  ///
  /// - Parameters:
  ///   - error: What talking to the server gave.
  ///   - issuer: The server.
  ///   - named: The issuer that the server's metadata names, where there is one.
  init?(_ error: AuthError, loggingInAt issuer: Issuer, named: String? = nil) {
    switch error {
    case .key: self = .keySet(error)
    case .metadata(.issuerMismatch): self = .otherIssuer(named, issuer)
    case .metadata(.proofKeyUnsupported):
      self.init(
        .findings, error.message,
        hint: HelpText(
          "ask the server's operator whether it takes PKCE with S256; if it does, give --assume-pkce",
          ja: "PKCE（S256）に対応しているかをサーバーの運営者に確認してください。対応していれば --assume-pkce を指定してください"))
    case .transport(.responseTooLarge(let limit)), .response(.tooLarge(let limit)):
      self = .tooLarge(limit, hint: Self.operatorHint)
    case .response(.status(let status)) where Self.isPassing(status): return nil
    case .response, .transport(.malformedResponse):
      self.init(.findings, error.message, hint: Self.operatorHint)
    case .configuration(.endpointMissing):
      self.init(
        .findings,
        HelpText(
          "the server does not offer the endpoint that this needs", ja: "サーバーに必要なエンドポイントがありません"),
        hint: Self.operatorHint)
    case .transport(.refused(let verdict)) where verdict.faults.contains(where: Self.isUnknownRoot):
      self.init(
        error.exitCode, error.message,
        hint: HelpText(
          "if the server has a root certificate of your own, give it with --ca FILE; else somebody may be in between",
          ja: "サーバーが独自のルート証明書を使っている場合は --ca FILE で指定してください。そうでなければ、通信が傍受されている可能性があります"))
    default: return nil
    }
  }

  private static var operatorHint: HelpText {
    HelpText(
      "check the issuer's URL; if it is right, tell the operator of the server",
      ja: "発行者の URL を確認してください。正しければ、サーバーの運営者に連絡してください")
  }

  /// Whether a status is that of a server that is out of order or busy, which is no answer.
  private static func isPassing(_ status: Int) -> Bool { status >= 500 || status == 408 || status == 429 }

  private static func isUnknownRoot(_ fault: TrustFault) -> Bool {
    fault == .untrustedRoot || fault == .selfSigned
  }

  /// An answer of a server that is larger than any that is read.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that are read.
  ///   - hint: What to do about it.
  /// - Returns: That the answer is no.
  static func tooLarge(_ limit: Int, hint: HelpText) -> CryptoFault {
    CryptoFault(
      .findings,
      HelpText(
        "the server's answer is larger than \(limit) bytes", ja: "サーバーの応答が \(limit) バイトを超えています"),
      hint: hint)
  }

  /// A server's key set that cannot be used.
  static func keySet(_ error: AuthError) -> CryptoFault {
    let message = error.message
    return CryptoFault(
      .findings,
      HelpText(
        "the server's key set cannot be used: \(message.english)",
        ja: "サーバーの鍵セットを使用できません: \(message.japanese)"),
      hint: HelpText(
        "tell the operator of the server to correct the key set (jwks_uri)",
        ja: "鍵セット（jwks_uri）を修正するよう、サーバーの運営者に連絡してください"))
  }

  private static func otherIssuer(_ named: String?, _ issuer: Issuer) -> CryptoFault {
    let error = AuthError.metadata(.issuerMismatch)
    guard let named else { return CryptoFault(.findings, error.message, hint: error.hint) }
    let (found, asked) = (Printable.quote(named), Printable.quote(issuer.description))
    let isSlash = named + "/" == issuer.description || named == issuer.description + "/"
    return CryptoFault(
      .findings,
      HelpText(
        "the server calls itself \(found), not \(asked)", ja: "サーバーの名前は \(found) で、\(asked) ではありません"),
      hint: isSlash
        ? HelpText("the slash at the end counts: give \(found)", ja: "末尾のスラッシュも区別されます。\(found) を指定してください")
        : HelpText(
          "give the issuer as the server's operator states it; it has to be the same byte for byte",
          ja: "サーバーの運営者が示す発行者を、1 バイトも違わずに指定してください"))
  }

  /// A session that is over, or was never there: what to type.
  init?(_ error: AuthError, of login: StoredLogin) {
    switch error {
    case .session(.notLoggedIn), .session(.reauthenticationRequired):
      let command = login.command
      self.init(
        error.exitCode, error.message,
        hint: HelpText("run: \(command)", ja: "次のコマンドを実行してください: \(command)"))
    default: return nil
    }
  }
}

extension AuthError {
  /// Runs `body`, which talks to a server or asks a session; says its errors as `fault` does.
  static func explaining<Value>(
    as fault: (AuthError) -> CryptoFault?, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as AuthError {
      if let explained = fault(error) { throw explained }
      throw error
    }
  }
}

extension StoredLogin {
  /// The command that logs in again; files are left to the person, who knows where they are.
  var command: String {
    var words = ["omamori", "login", server.issuer.description, "--client-id", client]
    if scope != ["openid"] { words += ["--scope", scope.joined(separator: " ")] }
    if let resource { words += ["--resource", resource] }
    for audience in trustedAudiences.sorted() { words += ["--trusted-audience", audience] }
    if name != Self.standardName(server.issuer, client, resource) { words += ["--name", name] }
    var line = words.map(Self.quoted).joined(separator: " ")
    if secret != nil { line += " --client-secret-file FILE" }
    if authorities != nil { line += " --ca FILE" }
    return line
  }

  /// A word as a shell reads it, without characters that do something on a terminal.
  private static func quoted(_ word: String) -> String {
    // A tilde that comes first stands for a home folder.
    let isPlain =
      word.utf8.first != UInt8(ascii: "~")
      && word.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || "-._~:/@%+,=".utf8.contains($0)
      }
    return isPlain && !word.isEmpty ? word : "'" + Printable.plain(word.replacing("'", with: "'\\''")) + "'"
  }
}
