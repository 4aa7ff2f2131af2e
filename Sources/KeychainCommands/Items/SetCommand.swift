import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

extension OmamoriTool {
  static let keychainSetCommand = Command(
    "set", HelpText("Store a secret", ja: "秘密情報を保存する"),
    discussion: HelpText(
      """
      Stores a secret under a name, in place of the one that was there. The secret is piped in, typed, or read with \
      --value-file or --value-fd, byte for byte; it is never an argument, which others could see.
      """,
      ja: """
        秘密情報を名前を付けて保存します。同じ名前のものがあれば置き換えます。秘密情報は標準入力、入力、--value-file、--value-fd の\
        いずれかで渡し、そのままのバイト列で保存されます。コマンドラインの引数は他のユーザーから見えるため、引数では渡せません。
        """),
    examples: [
      Example("omamori keychain set github", HelpText("Ask for the secret.", ja: "秘密情報を尋ねます。")),
      Example(
        "printf %s \"$TOKEN\" | omamori keychain set github",
        HelpText("Pipe it in.", ja: "標準入力から渡します。")),
      Example(
        "omamori keychain set alice --class internet --server example.com --value-file pw --trim",
        HelpText("An internet password.", ja: "インターネットパスワードを保存します。")),
    ],
    exitCodes: [
      ExitMeaning(.findings, HelpText("--if-absent: there is one already.", ja: "--if-absent: すでにあります。"))
    ]
  ) { declare in
    let handles = SetHandles(&declare)
    return { arguments in try await SetRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori keychain set`.
struct SetHandles: Sendable {
  let account: Parameter<String>
  let item: ItemHandles
  let value: ValueOptions
  let label: Parameter<String?>
  let comment: Parameter<String?>
  let accessibility: Parameter<AccessibilityWord?>
  let asksForPassphrase: Parameter<Bool>
  let isNewOnly: Parameter<Bool>
  let keychain: KeychainHandles

  init(_ declare: inout Declaration) {
    account = declare.argument(
      "NAME", as: String.self, help: HelpText("The name (the account) of the item.", ja: "項目の名前（アカウント）。"))
    item = ItemHandles(&declare)
    value = ValueOptions(&declare)
    label = declare.option("--label", value: "TEXT", help: HelpText("A name for people.", ja: "表示用の名前。"))
    comment = declare.option("--comment", value: "TEXT", help: HelpText("A comment.", ja: "コメント。"))
    accessibility = declare.option(
      "--accessible", value: "WHEN",
      help: HelpText(
        "When the secret can be used; as before, or when-unlocked.",
        ja: "秘密情報を使用できる条件。省略時は以前のまま、新規なら when-unlocked。"))
    asksForPassphrase = declare.flag(
      "--ask-passphrase",
      help: HelpText(
        "Ask for the passphrase of the keychain whenever the secret is read.",
        ja: "秘密情報を読み出すたびに、キーチェーンのパスフレーズを求めます。"))
    isNewOnly = declare.flag(
      "--if-absent", help: HelpText("Replace nothing.", ja: "既存の項目を置き換えません。"))
    keychain = KeychainHandles(&declare)
  }
}

/// One run of `omamori keychain set`.
struct SetRun {
  let arguments: Arguments
  let handles: SetHandles

  init(_ arguments: Arguments, _ handles: SetHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Stores the secret.
  func run() async throws -> ExitCode {
    let account = try arguments[handles.account]
    guard !account.isEmpty else { throw KeychainError.invalidRequest(.emptyName) }
    try arguments.shareStandardInput(
      try handles.value.usesStandardInput(arguments),
      try handles.keychain.usesStandardInput(arguments))
    var attributes = try handles.item.attributes(arguments, account: account, isNew: true)
    if let label = try arguments[handles.label] { attributes[.label] = .text(label) }
    if let comment = try arguments[handles.comment] { attributes[.comment] = .text(comment) }
    let itemClass = try arguments[handles.item.itemClass].itemClass
    let chosen = try arguments[handles.accessibility]?.accessibility
    let asks = try arguments[handles.asksForPassphrase]
    let isNewOnly = try arguments[handles.isNewOnly]
    // The keychain is opened first, so that a secret is not typed in vain.
    let opened = try await OpenedKeychain(arguments, handles.keychain)
    let item = NewItem(
      itemClass, attributes, secret: try await handles.value.value(arguments),
      accessGroup: try arguments[handles.item.group], accessibility: chosen ?? .whenUnlocked,
      accessControl: asks ? AccessControl(chosen ?? .whenUnlocked, .devicePasscode) : nil)
    // What is not said stays as it was: a new secret must not be easier to read than the old one.
    if !isNewOnly, !asks, chosen == nil, try await renew(item, opened) {
      await opened.checkRecord()
      return .success
    }
    guard try await store(item, if: isNewOnly ? .absent : .always, opened) else {
      throw isNewOnly ? KeychainError.duplicate : KeychainError.contended
    }
    await opened.checkRecord()
    return .success
  }

  /// Stores the item, if the condition holds; an item that needs a password is refused where no slot has one.
  private func store(_ item: NewItem, if condition: PutCondition, _ opened: OpenedKeychain) async throws
    -> Bool
  {
    do throws(KeychainError) {
      return try await opened.backend.put(item, if: condition, access: opened.access) != nil
    } catch {
      let needsPassword = item.accessControl != nil || item.accessibility == .whenPasscodeSetThisDeviceOnly
      guard needsPassword, error == .unsupported(.accessControl) || error == .unsupported(.accessibility)
      else {
        throw error
      }
      throw CryptoFault.usage(
        HelpText(
          "the item needs a password of the keychain, and there is none",
          ja: "この項目にはキーチェーンのパスワードが必要ですが、設定されていません"),
        hint: HelpText(
          "add one with 'omamori keychain slot add password'",
          ja: "'omamori keychain slot add password' で追加してください"))
    }
  }

  /// Gives the item that is there already the new secret, label and comment; `false` when there is none.
  private func renew(_ item: NewItem, _ opened: OpenedKeychain) async throws -> Bool {
    let key = item.itemClass.primaryKey
    let given = ItemAttributes(item.attributes.values.filter { key.contains($0.key) })
    let query = ItemQuery(
      item.itemClass, given, accessGroup: item.accessGroup ?? opened.backend.defaultAccessGroup, limit: .all)
    let found = try await opened.backend.find(query, withSecrets: false, access: opened.access)
    let empty: [AttributeValue] = [.text(""), .number(0), .data(Data())]
    let same = found.first { old in
      key.allSatisfy { given[$0] != nil || old.attributes[$0].map(empty.contains) ?? true }
    }
    guard let same else { return false }
    let others = item.attributes.values.filter { !key.contains($0.key) }
    let changes = ItemChanges(attributes: ItemAttributes(others), secret: item.secret)
    return try await opened.backend.update(ItemQuery(same.reference), changes, access: opened.access) > 0
  }
}
