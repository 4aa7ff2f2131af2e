import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile

extension OmamoriTool {
  static let keychainSlotCommand = Command(
    "slot", HelpText("Manage what opens a keychain", ja: "キーチェーンを開く手段を管理する"),
    examples: [
      Example("omamori keychain slot list", HelpText("What opens it.", ja: "スロットを一覧します。")),
      Example(
        "omamori keychain slot add recovery-code", HelpText("Add a code on paper.", ja: "復旧コードを追加します。")),
      Example("omamori keychain slot remove tpm", HelpText("Remove one.", ja: "スロットを削除します。")),
    ],
    commands: [slotListCommand, slotAddCommand, slotRemoveCommand])

  private static let slotListCommand = Command(
    "list", HelpText("List the slots; nothing has to be unlocked", ja: "スロットを一覧する（ロック解除は不要）"),
    examples: [
      Example("omamori keychain slot list --json", HelpText("For programs.", ja: "プログラム向けに出力します。"))
    ]
  ) { declare in
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let keychain = KeychainHandles(&declare)
    return { arguments in
      let folder = try keychain.folder(arguments)
      let file = try await KeychainFile.open(at: folder)
      let slots = try await file.slots()
      if try arguments[json] {
        let list = JSONValue.array(
          slots.map { slot in
            [
              "name": .string(slot.name), "kind": .string(SlotWord(slot.kind).rawValue),
              "id": .string(slot.id.description), "created": .string(slot.created.formatted(.iso8601)),
              "pin": .bool(slot.hasPIN),
            ]
          })
        try arguments.output.write(list.text(.pretty) + "\n")
      } else {
        let rows = slots.map { slot in
          [SlotWord(slot.kind).rawValue, String(slot.created.formatted(.iso8601).prefix(10)), slot.name]
        }
        try arguments.output.write(TextColumns.text(rows))
      }
      return .success
    }
  }

  private static let slotAddCommand = Command(
    "add", HelpText("Add a slot", ja: "スロットを追加する"),
    discussion: HelpText(
      "Opens the keychain with one of its slots first. A new key file is made unless FILE is there.",
      ja: "まず既存のスロットでキーチェーンを開きます。鍵ファイルは、FILE がなければ新しく作成します。"),
    examples: [
      Example(
        "omamori keychain slot add password --name laptop",
        HelpText("A further password.", ja: "パスワードを追加します。")),
      Example(
        "omamori keychain slot add key-file --file /media/usb/key",
        HelpText("A key file on a stick.", ja: "USB メモリ上の鍵ファイルを追加します。")),
      Example(
        "omamori keychain slot add tpm --pin", HelpText("The TPM, with a PIN.", ja: "PIN 付きの TPM を追加します。")),
    ]
  ) { declare in
    let handles = SlotAddHandles(&declare)
    return { arguments in try await SlotAddRun(arguments, handles).run() }
  }

  private static let slotRemoveCommand = Command(
    "remove", HelpText("Remove a slot", ja: "スロットを削除する"),
    discussion: HelpText(
      """
      The key that all slots lead to is renewed, so that who had the slot cannot open what is stored from now on. The last \
      slot cannot be removed. With the last password all items that need one (when-passphrase-set) are lost for good.
      """,
      ja: """
        すべてのスロットが指す鍵を更新するため、削除したスロットでは以後のデータを開けません。最後のスロットは削除できません。最後の\
        パスワードを削除すると、パスワードを条件とする項目（when-passphrase-set）は完全に失われます。
        """),
    examples: [
      Example(
        "omamori keychain slot remove tpm",
        HelpText("Remove the slot named tpm.", ja: "tpm という名前のスロットを削除します。"))
    ],
    exitCodes: [
      ExitMeaning(
        .findings, HelpText("There is no such slot, or you did not agree.", ja: "該当するスロットがない、または同意されませんでした。"))
    ]
  ) { declare in
    let name = declare.argument(
      "NAME", as: String.self, help: HelpText("Its name, or its identifier.", ja: "スロットの名前または識別子。"))
    let isAgreed = declare.flag("-y", "--yes", help: HelpText("Do not ask.", ja: "確認を求めません。"))
    let keychain = KeychainHandles(&declare)
    return { arguments in
      let file = try await OpenedFile(arguments, keychain).file
      let (slots, word) = (try await file.slots(), try arguments[name])
      guard let slot = slots.first(where: { $0.name == word || $0.id.description == word }) else {
        throw KeychainError.slot(.notFound)
      }
      let isLastPassword = slot.kind == .passphrase && slots.count { $0.kind == .passphrase } == 1
      if isLastPassword, slots.count > 1, try !arguments[isAgreed] {
        let question = LocalizedText(
          """
          This is the last password. All items that need one are lost for good, and items that ask for it cannot be \
          opened. Type yes to remove it: 
          """,
          ja: """
            これは最後のパスワードです。パスワードを条件とする項目は完全に失われ、パスワードを求める項目は開けなくなります。\
            削除する場合は yes と入力してください: 
            """)
        guard try await Agreement.ask(arguments, question) else { return .findings }
      }
      try await file.removeSlot(slot.id, acceptingLoss: isLastPassword)
      return .success
    }
  }
}
