import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriKeychain

extension OmamoriTool {
  static let keychainRemoveCommand = Command(
    "remove", HelpText("Remove items", ja: "項目を削除する"),
    discussion: HelpText(
      "One item is removed at once; several are shown by number first and removed when you agree, or with --yes.",
      ja: "1 件の場合はすぐに削除します。複数の場合は件数を示し、同意があるか --yes を指定したときだけ削除します。"),
    examples: [
      Example("omamori keychain remove github", HelpText("Remove one.", ja: "1 件削除します。")),
      Example(
        "omamori keychain remove --service old-app --all --yes",
        HelpText("Remove all of a service.", ja: "サービスの項目をすべて削除します。")),
    ],
    exitCodes: [
      ExitMeaning(
        .findings, HelpText("There is no such item, or you did not agree.", ja: "該当する項目がない、または同意されませんでした。"))
    ]
  ) { declare in
    let handles = RemoveHandles(&declare)
    return { arguments in try await RemoveRun(arguments, handles).run() }
  }

  static let keychainRenameCommand = Command(
    "rename", HelpText("Give an item another name", ja: "項目の名前を変更する"),
    discussion: HelpText(
      "The secret and everything else stay as they are. A name that is taken is refused.",
      ja: "秘密情報やその他の属性は変わりません。すでに使われている名前には変更できません。"),
    examples: [
      Example("omamori keychain rename github github-old", HelpText("Rename it.", ja: "名前を変更します。"))
    ],
    exitCodes: [
      ExitMeaning(
        .findings,
        HelpText("There is no such item, or the new name is taken.", ja: "該当する項目がない、または新しい名前がすでにあります。"))
    ]
  ) { declare in
    let old = declare.argument("NAME", as: String.self, help: HelpText("The name.", ja: "現在の名前。"))
    let new = declare.argument("NEW", as: String.self, help: HelpText("The new name.", ja: "新しい名前。"))
    let item = ItemHandles(&declare)
    let keychain = KeychainHandles(&declare)
    return { arguments in
      let (account, name) = (try arguments[old], try arguments[new])
      guard !name.isEmpty else { throw KeychainError.invalidRequest(.emptyName) }
      let query = try item.query(arguments, account: account)
      let changes = ItemChanges(attributes: try item.attributes(arguments, account: name))
      let opened = try await OpenedKeychain(arguments, keychain)
      let found = try await opened.find(query, withSecrets: false)
      guard found.count == 1, let item = found.first else {
        throw found.isEmpty ? CryptoFault.noItem(account) : CryptoFault.severalItems(account, found.count)
      }
      let count = try await opened.backend.update(
        ItemQuery(item.reference), changes, access: opened.access)
      guard count > 0 else { throw CryptoFault.noItem(account) }
      await opened.checkRecord()
      return .success
    }
  }
}

/// The parameters of `omamori keychain remove`.
struct RemoveHandles: Sendable {
  let account: Parameter<String?>
  let isEverything: Parameter<Bool>
  let isAgreed: Parameter<Bool>
  let item: ItemHandles
  let keychain: KeychainHandles

  init(_ declare: inout Declaration) {
    account = declare.optionalArgument(
      "NAME", as: String.self, help: HelpText("The name (the account) of the item.", ja: "項目の名前（アカウント）。"))
    isEverything = declare.flag(
      "--all", help: HelpText("All items that the options choose.", ja: "オプションで指定した項目をすべて削除します。"))
    isAgreed = declare.flag("-y", "--yes", help: HelpText("Do not ask.", ja: "確認を求めません。"))
    item = ItemHandles(&declare)
    keychain = KeychainHandles(&declare)
  }
}

/// One run of `omamori keychain remove`.
struct RemoveRun {
  let arguments: Arguments
  let handles: RemoveHandles

  init(_ arguments: Arguments, _ handles: RemoveHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Removes the items.
  func run() async throws -> ExitCode {
    let account = try arguments[handles.account]
    guard try (account == nil) == arguments[handles.isEverything] else {
      throw CryptoFault.usage(
        HelpText("give either a name or --all", ja: "名前か --all のどちらかを指定してください"),
        hint: HelpText("--all removes all items of the service", ja: "--all はサービスの項目をすべて削除します"))
    }
    let query = try handles.item.query(arguments, account: account)
    let opened = try await OpenedKeychain(arguments, handles.keychain)
    let found = try await opened.backend.find(query)
    guard !found.isEmpty else { throw CryptoFault.noItem(account ?? "") }
    if found.count > 1, try !arguments[handles.isAgreed] {
      let question = LocalizedText(
        "Remove \(found.count) items for good? Type yes: ",
        ja: "\(found.count) 件の項目を完全に削除します。よろしければ yes と入力してください: ")
      guard try await Agreement.ask(arguments, question) else { return .findings }
    }
    if found.count == 1, let item = found.first {
      guard try await opened.backend.remove(ItemQuery(item.reference)) > 0 else {
        throw CryptoFault.noItem(account ?? "")
      }
    } else {
      _ = try await opened.backend.remove(query)
    }
    await opened.checkRecord()
    return .success
  }
}
