import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore

/// What is known of a login; never a token.
struct LoginReport {
  let login: StoredLogin
  let state: SessionState
  let subject: String?
  let scope: [String]
  let expiresAt: Date?
  let isRenewable: Bool

  init(
    login: StoredLogin, state: SessionState, subject: String?, scope: [String], expiresAt: Date?,
    isRenewable: Bool
  ) {
    (self.login, self.state, self.subject) = (login, state, subject)
    (self.scope, self.expiresAt, self.isRenewable) = (scope, expiresAt, isRenewable)
  }

  /// What is stored of a login; without an overview there is no session.
  init(_ login: StoredLogin, _ overview: SessionOverview?) {
    self.init(
      login: login, state: overview?.state ?? .loggedOut(pendingRevocations: 0), subject: overview?.subject,
      scope: overview?.scope ?? login.scope, expiresAt: overview?.expiresAt,
      isRenewable: overview?.isRenewable ?? false)
  }

  /// For programs.
  var json: JSONValue {
    var object: JSONObject = [
      "name": .string(login.name), "issuer": .string(login.server.issuer.description),
      "client": .string(login.client), "state": .string(word),
    ]
    object["resource"] = login.resource.map(JSONValue.string)
    object["subject"] = subject.map(JSONValue.string)
    object["subjectMissing"] = missingSubject.map { .string($0.word) }
    object["scope"] = .array(scope.map(JSONValue.string))
    object["expiresAt"] = expiresAt.map { .string($0.formatted(.iso8601)) }
    object["renewable"] = .bool(isRenewable)
    return .object(object)
  }

  /// For people, after a login.
  var sentence: LocalizedText {
    let issuer = Printable.plain(login.server.issuer.description)
    let who = subject.map(Printable.quote)
    var (english, japanese) = (
      "Logged in at \(issuer)" + (who.map { " as \($0)" } ?? "") + ".",
      (who.map { "\($0) として " } ?? "") + "\(issuer) にサインインしました。"
    )
    if let date = expiresAt?.formatted(.iso8601) {
      english += "\nThe token is valid until \(date)" + (isRenewable ? " and is renewed by itself." : ".")
      japanese += "\nトークンは \(date) まで有効です" + (isRenewable ? "（自動更新されます）。" : "。")
    }
    if !isRenewable {
      english += "\nIt cannot be renewed; many servers allow that with --scope 'openid offline_access'."
      japanese += "\n更新はできません。多くのサーバーでは --scope 'openid offline_access' を指定すると更新できます。"
    }
    return LocalizedText(english, ja: japanese)
  }

  /// For people, a line for each fact.
  func lines(_ language: Language) -> String {
    let rows: [(LocalizedText, String?)] = [
      (LocalizedText("Name", ja: "名前"), login.name),
      (LocalizedText("Subject", ja: "主体"), subject ?? missingSubject?.explanation[language]),
      (LocalizedText("Issuer", ja: "発行者"), login.server.issuer.description),
      (LocalizedText("Client", ja: "クライアント"), login.client),
      (LocalizedText("Service", ja: "サービス"), login.resource),
      (LocalizedText("Scopes", ja: "スコープ"), scope.joined(separator: " ")),
      (LocalizedText("State", ja: "状態"), description[language]),
      (LocalizedText("Token valid until", ja: "トークンの期限"), expiresAt?.formatted(.iso8601)),
      (LocalizedText("Renewed by itself", ja: "自動更新"), renewal?[language]),
    ]
    return TextColumns.text(rows.compactMap { row in row.1.map { [row.0[language], $0] } })
  }

  /// Why it is not known who is logged in.
  private var missingSubject: (word: String, explanation: LocalizedText)? {
    guard subject == nil, state.isAuthenticated else { return nil }
    guard login.scope.contains("openid") else {
      let text = LocalizedText("not known ('openid' was not asked for)", ja: "不明（'openid' を要求していません）")
      return (word: "notAskedFor", explanation: text)
    }
    let text = LocalizedText(
      "not known (the server sent no identity token)", ja: "不明（サーバーが ID トークンを返していません）")
    return (word: "noIdentityToken", explanation: text)
  }

  private var renewal: LocalizedText? {
    guard state.isAuthenticated else { return nil }
    return isRenewable ? LocalizedText("yes", ja: "する") : LocalizedText("no", ja: "しない")
  }

  private var word: String {
    switch state {
    case .unknown: "unknown"
    case .active: "active"
    case .refreshing: "refreshing"
    case .outcomeUnknown: "outcomeUnknown"
    case .reauthenticationRequired: "loginRequired"
    case .loggedOut(let count): count == 0 ? "loggedOut" : "revocationPending"
    }
  }

  private var description: LocalizedText {
    switch state {
    case .unknown, .active: LocalizedText("logged in", ja: "サインイン中")
    case .refreshing: LocalizedText("logged in, being renewed", ja: "サインイン中（更新中）")
    case .outcomeUnknown:
      LocalizedText(
        "logged in; a renewal was interrupted and goes on with the next token",
        ja: "サインイン中（中断された更新は次のトークン取得時に再開）")
    case .reauthenticationRequired(let reason):
      Self.clause(AuthError.session(.reauthenticationRequired(reason)))
    case .loggedOut(0): LocalizedText("logged out", ja: "サインアウト済み")
    case .loggedOut:
      LocalizedText(
        "logged out here; the server has still to be told ('omamori logout')",
        ja: "サインアウト済み（サーバーへの失効要求が未完了。'omamori logout' で再試行）")
    }
  }

  private static func clause(_ error: AuthError) -> LocalizedText {
    LocalizedText(error.message.english, ja: error.message.japanese)
  }
}
