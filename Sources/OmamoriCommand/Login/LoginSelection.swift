#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuth

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
        "The server of the login, where there are several.", ja: "ログイン先のサーバー（複数ある場合）。"))
    name = declare.option(
      "--name", value: "NAME", help: HelpText("The name of the login.", ja: "ログインの名前。"))
    resource = declare.option(
      "--resource", "--audience", value: "URL",
      help: HelpText("The login for this service.", ja: "このサービス用のログイン。"))
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
        .findings, HelpText("there is no such login", ja: "該当するログインがありません"),
        hint: HelpText("'omamori whoami' shows the logins", ja: "'omamori whoami' でログインの一覧を確認してください"))
      : CryptoFault(
        .findings, HelpText("nobody is logged in", ja: "ログインしていません"),
        hint: HelpText(
          "log in with 'omamori login ISSUER --client-id ID'",
          ja: "'omamori login ISSUER --client-id ID' でログインしてください"))
  }

  /// More than one login is meant.
  fileprivate static func severalLogins(_ names: [String]) -> CryptoFault {
    let list = names.map(Printable.quote).joined(separator: ", ")
    return usage(
      HelpText("there are several logins: \(list)", ja: "ログインが複数あります: \(list)"),
      hint: HelpText("say which one with --name", ja: "--name で 1 つを指定してください"))
  }
}
#endif
