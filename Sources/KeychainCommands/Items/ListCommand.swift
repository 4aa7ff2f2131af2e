import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriKeychain

extension OmamoriTool {
  static let keychainListCommand = Command(
    "list", HelpText("List what is stored, without the secrets", ja: "保存されている項目を一覧する（秘密情報は読まない）"),
    discussion: HelpText(
      "Shows all items unless options choose some. No secret is decrypted and nobody is asked for an item's proof.",
      ja: "オプションで絞り込まない限り、すべての項目を表示します。秘密情報は復号せず、項目ごとの認証も求めません。"),
    examples: [
      Example("omamori keychain list", HelpText("All items.", ja: "すべての項目を表示します。")),
      Example(
        "omamori keychain list --service omamori --json",
        HelpText("Those of a service, for programs.", ja: "サービスの項目を、プログラム向けに出力します。")),
    ]
  ) { declare in
    let handles = ListHandles(&declare)
    return { arguments in try await ListRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori keychain list`.
struct ListHandles: Sendable {
  let itemClass: Parameter<ItemClassWord?>
  let service: Parameter<String?>
  let group: Parameter<String?>
  let json: Parameter<Bool>
  let keychain: KeychainHandles

  init(_ declare: inout Declaration) {
    itemClass = declare.option(
      "-c", "--class", value: "CLASS", help: HelpText("Only items of this class.", ja: "このクラスの項目だけを表示します。"))
    service = declare.option(
      "-s", "--service", value: "NAME",
      help: HelpText("Only generic passwords of this service.", ja: "このサービスの汎用パスワードだけを表示します。"))
    group = declare.option(
      "-g", "--group", value: "NAME",
      help: HelpText("Only items of this access group.", ja: "このアクセスグループの項目だけを表示します。"))
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    keychain = KeychainHandles(&declare)
  }
}

/// One run of `omamori keychain list`.
struct ListRun {
  let arguments: Arguments
  let handles: ListHandles

  init(_ arguments: Arguments, _ handles: ListHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Lists the items.
  func run() async throws -> ExitCode {
    let service = try arguments[handles.service]
    let chosen = try arguments[handles.itemClass] ?? (service == nil ? nil : .generic)
    if service != nil, chosen != .generic {
      throw CryptoFault.usage(
        HelpText("--service is for items of the class generic only", ja: "--service はクラス generic の項目専用です"),
        hint: HelpText("leave --class or --service out", ja: "--class か --service を外してください"))
    }
    let opened = try await OpenedKeychain(arguments, handles.keychain)
    var items: [KeychainItem] = []
    for itemClass in chosen.map({ [$0] }) ?? ItemClassWord.allCases {
      let query = ItemQuery(
        itemClass.itemClass, service.map { [.service: .text($0)] } ?? [:],
        accessGroup: try arguments[handles.group], synchronizable: .any, limit: .all)
      items += try await opened.backend.find(query).sorted { ItemTable.names($0) < ItemTable.names($1) }
    }
    if try arguments[handles.json] {
      let list = JSONValue.array(items.map(ItemJSON.value))
      try arguments.output.write(list.text(.pretty) + "\n")
    } else if !items.isEmpty {
      try arguments.output.write(ItemTable.text(items))
    } else if try !arguments[sharedOptions.quiet] {
      let text = HelpText("There are no items.", ja: "項目はありません。")
      arguments.note(text[arguments.language] + "\n")
    }
    return .success
  }
}

/// Items as lines with columns: class, service or server, name, label, and the day of the last change.
enum ItemTable {
  /// What items are sorted by.
  static func names(_ item: KeychainItem) -> String { place(item) + "\u{0}" + name(item) }

  /// One line an item.
  static func text(_ items: [KeychainItem]) -> String {
    TextColumns.text(
      items.map { item in
        let changed = item.attributes.date(.modificationDate)?.formatted(.iso8601).prefix(10)
        return [
          ItemClassWord(item.itemClass).rawValue, place(item), name(item), changed.map(String.init) ?? "",
          item.attributes.text(.label) ?? "",
        ]
      })
  }

  private static func place(_ item: KeychainItem) -> String {
    let attributes = item.attributes
    switch item.itemClass {
    case .genericPassword: return attributes.text(.service) ?? ""
    case .internetPassword:
      let port = attributes.number(.port).map { $0 == 0 ? "" : ":\($0)" } ?? ""
      return (attributes.text(.server) ?? "") + port + (attributes.text(.path) ?? "")
    case .certificate, .key, .identity: return item.accessGroup
    }
  }

  private static func name(_ item: KeychainItem) -> String {
    if let account = item.attributes.text(.account) { return account }
    let tag = item.attributes.data(.applicationTag).flatMap { String(validating: $0, as: UTF8.self) }
    return tag ?? item.attributes.text(.label) ?? ""
  }
}

/// What is known of an item, as JSON; never its secret.
enum ItemJSON {
  /// The item as an object.
  static func value(of item: KeychainItem) -> JSONValue {
    var object: JSONObject = [
      "class": .string(ItemClassWord(item.itemClass).rawValue), "group": .string(item.accessGroup),
      "accessible": .string(AccessibilityWord(item.accessibility).rawValue),
      "synchronizable": .bool(item.synchronization.isRequested), "protection": .string("\(item.protection)"),
      "reference": .string(Base64URL.encode(item.reference.data)),
    ]
    for (attribute, value) in item.attributes.values.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      object["\(attribute)"] = Self.value(of: value)
    }
    return .object(object)
  }

  private static func value(of value: AttributeValue) -> JSONValue {
    switch value {
    case .text(let text): .string(text)
    case .data(let data): .string(Base64URL.encode(data))
    case .number(let number): .integer(number)
    case .flag(let flag): .bool(flag)
    case .date(let date): .string(date.formatted(.iso8601))
    }
  }
}
