import OmamoriCore
import OmamoriMessaging

/// The parameters of every command of a client: which account, and what opens its keychain.
struct ChatHandles: Sendable {
  let account: Parameter<PeerName?>?
  let folder: Parameter<FolderPath?>
  let password: PasswordOptions

  /// Declares the parameters.
  ///
  /// - Parameters:
  ///   - declare: Collects them.
  ///   - isNamed: Whether an option names the account.
  init(_ declare: inout Declaration, isNamed: Bool = true) {
    account =
      isNamed
      ? declare.option(
        "--as", value: "NAME", environment: "OMAMORI_CHAT_ACCOUNT",
        help: LocalizedText(
          "The own account; needed when there are several.", ja: "自分のアカウント。複数ある場合は必須です。")) : nil
    folder = declare.option(
      "--folder", value: "FOLDER", environment: "OMAMORI_CHAT",
      help: LocalizedText(
        "Where accounts are kept; $XDG_DATA_HOME/omamori/chat unless given.",
        ja: "アカウントの保存先。省略時は $XDG_DATA_HOME/omamori/chat です。"))
    password = PasswordOptions(&declare, of: .account)
  }

  /// The place of the account that the command line means.
  ///
  /// - Throws: ``ChatFault`` when there is none, or several and none was named.
  func place(_ arguments: Arguments) throws -> ChatPlace {
    let root = try root(arguments)
    if let name = try own(arguments)?.name {
      let place = ChatPlace(name, in: root)
      guard place.isThere else { throw ChatFault.noChatAccount(named: name) }
      return place
    }
    let places = ChatPlace.all(in: root)
    guard let only = places.first else { throw ChatFault.noChatAccount(named: nil) }
    guard places.count == 1 else { throw ChatFault.severalChatAccounts }
    return only
  }

  /// The own address, if the command line says it.
  func own(_ arguments: Arguments) throws -> MessagingAddress? {
    try account.flatMap { try arguments[$0] }?.address
  }

  /// The folder with all accounts, absolute.
  ///
  /// Source: the XDG Base Directory Specification.
  func root(_ arguments: Arguments) throws -> String {
    if var path = try arguments[folder]?.path {
      while path.count > 1, path.last == "/" { path.removeLast() }
      return path
    }
    return try Self.standardFolder(arguments, "chat", option: "--folder")
  }

  /// A folder of the user's data.
  static func standardFolder(_ arguments: Arguments, _ name: String, option: String) throws -> String {
    for (variable, end) in [("XDG_DATA_HOME", ""), ("HOME", "/.local/share")] {
      if let value = arguments.environment[variable], value.hasPrefix("/") {
        return value + end + "/omamori/" + name
      }
    }
    throw ChatFault.usage(
      LocalizedText("there is no home folder to keep it in", ja: "保存先のホームフォルダがありません"),
      hint: LocalizedText("give \(option) FOLDER", ja: "\(option) FOLDER を指定してください"))
  }
}

extension LocalizedText {
  /// What the password of an account opens.
  static let account = LocalizedText("the account", ja: "アカウント")
}
