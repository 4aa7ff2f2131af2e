import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriKeychain

/// The parameters that say which item is meant.
struct ItemHandles: Sendable {
  /// The service of items whose service is not named.
  static let standardService = "omamori"

  let itemClass: Parameter<ItemClassWord>
  let service: Parameter<String?>
  let group: Parameter<String?>
  let server: Parameter<String?>
  let port: Parameter<Int?>
  let path: Parameter<String?>
  let networkProtocol: Parameter<String?>
  let securityDomain: Parameter<String?>

  init(_ declare: inout Declaration) {
    itemClass = declare.option(
      "-c", "--class", value: "CLASS", default: .generic,
      help: HelpText("The class of the item.", ja: "項目のクラス。"))
    service = declare.option(
      "-s", "--service", value: "NAME", environment: "OMAMORI_SERVICE",
      help: HelpText(
        "The service of a generic password; by default omamori.", ja: "汎用パスワードのサービス名（既定は omamori）。"))
    group = declare.option(
      "-g", "--group", value: "NAME", help: HelpText("The access group.", ja: "アクセスグループ。"))
    server = declare.option(
      "--server", value: "NAME",
      help: HelpText("The server of an internet password.", ja: "インターネットパスワードのサーバー名。"))
    port = declare.option(
      "--port", value: "N", help: HelpText("The port of an internet password.", ja: "インターネットパスワードのポート番号。"))
    path = declare.option(
      "--path", value: "PATH", help: HelpText("The path of an internet password.", ja: "インターネットパスワードのパス。"))
    networkProtocol = declare.option(
      "--protocol", value: "NAME",
      help: HelpText(
        "The protocol of an internet password, such as https.", ja: "インターネットパスワードのプロトコル（例: https）。"))
    securityDomain = declare.option(
      "--security-domain", value: "NAME",
      help: HelpText("The security domain of an internet password.", ja: "インターネットパスワードのセキュリティドメイン。"))
  }

  /// The attributes that were typed, together with the account.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - account: The account's name, the label of a certificate, or the tag of a key.
  ///   - isNew: Whether an item is to be stored: internet passwords then need a server.
  /// - Returns: The attributes.
  /// - Throws: ``CryptoFault`` for options of another class.
  func attributes(_ arguments: Arguments, account: String?, isNew: Bool = false) throws -> ItemAttributes {
    let itemClass = try arguments[itemClass]
    var attributes = ItemAttributes()
    if let account {
      switch itemClass {
      case .generic, .internet: attributes[.account] = .text(account)
      case .certificate: attributes[.label] = .text(account)
      case .key: attributes[.applicationTag] = .data(Data(account.utf8))
      }
    }
    try addInternet(arguments, itemClass, isNew, &attributes)
    if let service = try arguments[service], itemClass != .generic, !service.isEmpty {
      // The variable stands for generic passwords only.
      guard arguments.environment["OMAMORI_SERVICE"] == service else {
        throw Self.foreign("--service", "generic")
      }
    } else if itemClass == .generic {
      attributes[.service] = .text(try arguments[self.service] ?? Self.standardService)
    }
    return attributes
  }

  private func addInternet(
    _ arguments: Arguments, _ itemClass: ItemClassWord, _ isNew: Bool, _ attributes: inout ItemAttributes
  ) throws {
    let texts: [(String, ItemAttribute, String?)] = [
      ("--server", .server, try arguments[server]), ("--path", .path, try arguments[path]),
      ("--protocol", .networkProtocol, try arguments[networkProtocol].map(Self.protocolCode)),
      ("--security-domain", .securityDomain, try arguments[securityDomain]),
    ]
    for (name, attribute, text) in texts {
      guard let text else { continue }
      guard itemClass == .internet else { throw Self.foreign(name, "internet") }
      attributes[attribute] = .text(text)
    }
    if let port = try arguments[port] {
      guard itemClass == .internet else { throw Self.foreign("--port", "internet") }
      guard 0...65_535 ~= port else {
        throw CryptoFault.usage(
          HelpText("--port \(port) is no port", ja: "--port \(port) はポート番号ではありません"),
          hint: HelpText("give a number from 0 to 65535", ja: "0～65535 の数を指定してください"))
      }
      attributes[.port] = .number(Int64(port))
    }
    if isNew, itemClass == .internet, attributes[.server] == nil {
      throw CryptoFault.usage(
        HelpText("an internet password needs a server", ja: "インターネットパスワードにはサーバー名が必要です"),
        hint: HelpText("give --server NAME", ja: "--server NAME を指定してください"))
    }
  }

  /// The code of a protocol in Apple's keychain, so that one item has one name.
  private static func protocolCode(_ word: String) throws -> String {
    if let code = NetworkProtocol.code(of: word) { return code }
    let names = NetworkProtocol.codes.keys.sorted().joined(separator: ", ")
    throw CryptoFault.usage(
      HelpText(
        "--protocol \(Printable.quote(word)) is not known", ja: "--protocol \(Printable.quote(word)) は不明です"),
      hint: HelpText("give one of \(names)", ja: "次のいずれかを指定してください: \(names)"))
  }

  private static func foreign(_ name: String, _ itemClass: String) -> CryptoFault {
    .usage(
      HelpText(
        "\(name) is for items of the class \(itemClass) only", ja: "\(name) はクラス \(itemClass) の項目専用です"),
      hint: HelpText(
        "give --class \(itemClass), or leave it out", ja: "--class \(itemClass) を指定するか、\(name) を外してください"))
  }

  /// The query for the items that were named.
  func query(_ arguments: Arguments, account: String?) throws -> ItemQuery {
    ItemQuery(
      try arguments[itemClass].itemClass, try attributes(arguments, account: account),
      accessGroup: try arguments[group], synchronizable: .any, limit: .all)
  }
}

/// When a secret can be used, as words of the command line.
enum AccessibilityWord: String, CaseIterable, CommandLineValue {
  case whenUnlocked = "when-unlocked"
  case afterFirstUnlock = "after-first-unlock"
  case whenUnlockedThisDeviceOnly = "when-unlocked-this-device-only"
  case afterFirstUnlockThisDeviceOnly = "after-first-unlock-this-device-only"
  case whenPasscodeSet = "when-passphrase-set"

  var accessibility: ItemAccessibility {
    switch self {
    case .whenUnlocked: .whenUnlocked
    case .afterFirstUnlock: .afterFirstUnlock
    case .whenUnlockedThisDeviceOnly: .whenUnlockedThisDeviceOnly
    case .afterFirstUnlockThisDeviceOnly: .afterFirstUnlockThisDeviceOnly
    case .whenPasscodeSet: .whenPasscodeSetThisDeviceOnly
    }
  }

  /// The word for an accessibility.
  init(_ accessibility: ItemAccessibility) {
    self = Self.allCases.first { $0.accessibility == accessibility } ?? .whenUnlocked
  }
}

/// The classes of items as words of the command line.
enum ItemClassWord: String, CaseIterable, CommandLineValue {
  case generic, internet, certificate, key

  var itemClass: ItemClass {
    switch self {
    case .generic: .genericPassword
    case .internet: .internetPassword
    case .certificate: .certificate
    case .key: .key
    }
  }

  /// The word for a class.
  init(_ itemClass: ItemClass) {
    self = Self.allCases.first { $0.itemClass == itemClass } ?? .certificate
  }
}
