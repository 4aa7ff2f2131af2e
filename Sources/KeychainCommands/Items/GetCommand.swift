import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore
import OmamoriKeychain

extension OmamoriTool {
  static let keychainGetCommand = Command(
    "get", HelpText("Print a secret", ja: "秘密情報を出力する"),
    discussion: HelpText(
      """
      Prints the secret byte for byte; on a terminal a line feed follows, and what is not a text is refused. --clip puts \
      it on the clipboard instead and clears it after a while, unless something else is there by then.
      """,
      ja: """
        秘密情報をそのままのバイト列で出力します。ターミナルでは末尾に改行を加え、テキストでないものは表示しません。--clip を指定すると\
        クリップボードにコピーし、一定時間後に、内容が変わっていなければ消去します。
        """),
    examples: [
      Example("omamori keychain get github", HelpText("Print it.", ja: "出力します。")),
      Example("omamori keychain get github --clip", HelpText("Copy it.", ja: "コピーします。")),
      Example(
        "omamori keychain get alice -c internet --server example.com --json",
        HelpText("What is known of the item, without the secret.", ja: "項目の情報を、秘密情報を除いて出力します。")),
    ],
    exitCodes: [
      ExitMeaning(.findings, HelpText("There is no such item.", ja: "該当する項目がありません。")),
      ExitMeaning(
        .failure,
        HelpText(
          "The keychain is locked or damaged, or the password is wrong.",
          ja: "キーチェーンがロックされているか破損している、またはパスワードの誤り。")),
    ]
  ) { declare in
    let handles = GetHandles(&declare)
    return { arguments in try await GetRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori keychain get`.
struct GetHandles: Sendable {
  let account: Parameter<String>
  let item: ItemHandles
  let isRaw: Parameter<Bool>
  let isCopied: Parameter<Bool>
  let clearAfter: Parameter<Int>
  let json: Parameter<Bool>
  let keychain: KeychainHandles

  init(_ declare: inout Declaration) {
    account = declare.argument(
      "NAME", as: String.self, help: HelpText("The name (the account) of the item.", ja: "項目の名前（アカウント）。"))
    item = ItemHandles(&declare)
    isRaw = declare.flag(
      "--raw", help: HelpText("Print exactly the bytes, on a terminal, too.", ja: "ターミナルでもバイト列をそのまま出力します。"))
    isCopied = declare.flag("--clip", help: HelpText("Copy it to the clipboard.", ja: "クリップボードにコピーします。"))
    clearAfter = declare.option(
      "--clip-seconds", value: "N", default: 45,
      help: HelpText(
        "Clear the clipboard after so many seconds; 0 for never.", ja: "クリップボードを消去するまでの秒数。0 は消去しません。"))
    json = declare.flag(
      "--json",
      help: HelpText(
        "Write what is known of the item as JSON, without the secret.", ja: "項目の情報を、秘密情報を除いて JSON で出力します。"))
    keychain = KeychainHandles(&declare)
  }
}

/// One run of `omamori keychain get`.
struct GetRun {
  let arguments: Arguments
  let handles: GetHandles

  init(_ arguments: Arguments, _ handles: GetHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Prints or copies the secret.
  func run() async throws -> ExitCode {
    let account = try arguments[handles.account]
    let query = try handles.item.query(arguments, account: account)
    let (isJSON, isCopied) = (try arguments[handles.json], try arguments[handles.isCopied])
    let clipboard = isCopied ? try Clipboard(arguments.environment) : nil
    let opened = try await OpenedKeychain(arguments, handles.keychain)
    let found = try await opened.find(query, withSecrets: !isJSON)
    guard found.count == 1, let item = found.first else {
      throw found.isEmpty ? CryptoFault.noItem(account) : CryptoFault.severalItems(account, found.count)
    }
    if isJSON {
      try arguments.output.write(ItemJSON.value(of: item).text(.pretty) + "\n")
      return .success
    }
    let secret = item.secret ?? SharedSecretBytes(SecretBytes(copying: []))
    if let clipboard {
      try await clipboard.copy(secret, clearedAfter: try arguments[handles.clearAfter])
      return .success
    }
    try write(secret)
    return .success
  }

  private func write(_ secret: SharedSecretBytes) throws {
    let isForPerson = try arguments.output.isTerminal && !arguments[handles.isRaw]
    if isForPerson, TerminalText.text(secret) == nil { throw CryptoFault.binarySecret }
    let code = SecretFile.write(secret.copy(), to: arguments.output.descriptor)
    if code == EPIPE { throw CommandLineError.outputClosed }
    guard code == 0 else { throw CommandLineError.writeFailed(path: nil, code: code) }
    if isForPerson { try arguments.output.write("\n") }
  }
}

extension CryptoFault {
  /// There is no item of that name.
  static func noItem(_ name: String) -> CryptoFault {
    CryptoFault(
      .findings,
      HelpText("there is no item \(Printable.quote(name))", ja: "項目 \(Printable.quote(name)) はありません"),
      hint: HelpText(
        "'omamori keychain list' shows what there is; name the service with --service",
        ja: "'omamori keychain list' で一覧を確認してください。サービス名は --service で指定します"))
  }

  /// More than one item is meant.
  static func severalItems(_ name: String, _ count: Int) -> CryptoFault {
    usage(
      HelpText(
        "\(count) items are called \(Printable.quote(name))",
        ja: "\(Printable.quote(name)) に該当する項目が \(count) 件あります"),
      hint: HelpText(
        "say which one with --service, --group or --server", ja: "--service、--group、--server で 1 つに絞ってください"))
  }

  /// The secret is not a text that a terminal can show.
  static let binarySecret = usage(
    HelpText("the secret is not a text", ja: "秘密情報がテキストではないため、ターミナルに表示できません"),
    hint: HelpText("redirect it to a file, or give --raw", ja: "ファイルにリダイレクトするか、--raw を指定してください"))
}
