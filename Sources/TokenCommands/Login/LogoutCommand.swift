import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore

extension OmamoriTool {
  static let logoutCommand = Command(
    "logout", HelpText("End a login, here and at the server", ja: "サインアウトする"),
    discussion: HelpText(
      """
      Wipes the tokens from the keychain first, then asks the server to revoke them. When the server cannot be reached they \
      are kept for that alone; run the command again.
      """,
      ja: """
        まずキーチェーンからトークンを消去し、次にサーバーに失効を要求します。サーバーに接続できない場合、トークンは失効要求のためだけに\
        保持されます。後でもう一度実行してください。
        """),
    examples: [
      Example("omamori logout", HelpText("End the only login.", ja: "唯一のサインイン先からサインアウトします。")),
      Example("omamori logout --all", HelpText("End all of them.", ja: "すべてのサインイン先からサインアウトします。")),
    ],
    exitCodes: [
      ExitMeaning(
        .success,
        HelpText("Logged out, at the server too if it offers that.", ja: "サインアウトしました（サーバーが対応していれば失効も完了）。")),
      ExitMeaning(.findings, HelpText("Nobody is logged in.", ja: "サインインしていません。")),
      ExitMeaning(
        .failure,
        HelpText(
          "Logged out here, but the server could not be told yet.", ja: "サインアウトしましたが、サーバーへの失効要求は未完了です。")
      ),
    ]
  ) { declare in
    let selection = LoginSelection(&declare)
    let isEverything = declare.flag("--all", help: HelpText("End all logins.", ja: "すべてのサインイン先からサインアウトします。"))
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let isAll = try arguments[isEverything]
      guard try !isAll || !selection.isGiven(arguments) else { throw CryptoFault.allOrOne }
      let book = try await LoginBook(arguments, selection.keychain)
      return try await AuthError.orInterruption {
        let logins = try await book.all()
        guard !logins.isEmpty else { throw CryptoFault.noLogin(hasOthers: false) }
        let chosen = try isAll ? logins : [selection.only(of: logins, arguments)]
        return try await LogoutRun(arguments: arguments, book: book, isJSON: try arguments[json]).run(chosen)
      }
    }
  }
}

/// One run of `omamori logout`.
struct LogoutRun {
  let arguments: Arguments
  let book: LoginBook
  let isJSON: Bool

  /// Ends logins; the first error does not keep the others from ending.
  func run(_ logins: [StoredLogin]) async throws -> ExitCode {
    let progress = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
    defer { progress.finish() }
    let text = LocalizedText("Telling the server…", ja: "サーバーに失効を要求しています…")[arguments.reportLanguage]
    var (results, failure): ([(StoredLogin, LogoutResult)], (any Error)?) = ([], nil)
    for login in logins {
      do {
        let result = try await progress.showing(text) { try await end(login) }
        results.append((login, result))
      } catch {
        failure = failure ?? error
      }
    }
    try show(results)
    if let failure { throw failure }
    return results.contains { $0.1 == .pending } ? .failure : .success
  }

  private func end(_ login: StoredLogin) async throws -> LogoutResult {
    let session = try book.session(of: login)
    let result = try await session.logout()
    // What is needed to tell the server is kept for as long as that takes.
    if result != .pending { try await book.remove(login) }
    return result
  }

  private func show(_ results: [(StoredLogin, LogoutResult)]) throws {
    guard !isJSON else {
      let list = results.map { login, result -> JSONValue in
        ["name": .string(login.name), "result": .string(result.word)]
      }
      return try arguments.output.write(
        TerminalJSON.text(["logouts": .array(list)], .pretty) + "\n")
    }
    for (login, result) in results {
      let name = Printable.quote(login.name)
      let text = result.explanation[arguments.reportLanguage]
      let line = LocalizedText("Logged out of \(name): \(text)", ja: "\(name) からサインアウトしました: \(text)")
      try arguments.output.write(line[arguments.reportLanguage] + "\n")
    }
  }
}

extension LogoutResult {
  fileprivate var word: String {
    switch self {
    case .revoked: "revoked"
    case .pending: "pending"
    case .unsupported: "unsupported"
    case .nothing: "nothing"
    }
  }

  fileprivate var explanation: LocalizedText {
    switch self {
    case .revoked: LocalizedText("the server revoked the tokens.", ja: "サーバーがトークンを失効させました。")
    case .pending:
      LocalizedText(
        "the server cannot be reached; run the command again to revoke the tokens there.",
        ja: "サーバーに接続できません。トークンを失効させるには、もう一度実行してください。")
    case .unsupported:
      LocalizedText(
        "the server does not revoke tokens; they end when they expire.",
        ja: "サーバーがトークンの失効に対応していません。有効期限で無効になります。")
    case .nothing: LocalizedText("the session was over already.", ja: "セッションはすでに終了していました。")
    }
  }
}

extension CryptoFault {
  fileprivate static let allOrOne = usage(
    HelpText("--all means every login", ja: "--all はすべてのサインイン先を対象とします"),
    hint: HelpText("leave out --all, or what chooses one", ja: "--all か、サインインの指定のどちらかを外してください"))
}
