import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriMessaging

extension ChatTool {
  static let chatExportCommand = Command(
    "export", LocalizedText("Write the account into an encrypted file", ja: "アカウントを暗号化ファイルに書き出す"),
    discussion: LocalizedText(
      """
      The file has the identity, the verified peers and what was said, under a passphrase of its own; no session is in it. \
      Whoever opens it can speak as you. Of long histories it has the newest lines, 48 MiB of all together and 15 MiB of one. \
      Files that were sent are not in it.
      """,
      ja: """
        識別情報、照合済みの相手、会話の履歴を、専用のパスフレーズで暗号化して書き出します。セッションは含まれません。このファイルを開ける者は\
        あなたになりすませます。履歴が長い場合は新しいものから、全体で 48 MiB、相手ごとに 15 MiB まで含まれます。送受信したファイルの内容は\
        含まれません。
        """),
    examples: [
      Example(
        "omamori-chat export alice.backup", LocalizedText("Ask for a passphrase.", ja: "パスフレーズを尋ねて書き出します。"))
    ]
  ) { declare in
    let file = declare.argument(
      "FILE", as: FilePath.self, help: LocalizedText("The new file.", ja: "書き出すファイル。"))
    let password = PasswordOptions(&declare, prefix: "export-", of: .export)
    let handles = ChatHandles(&declare)
    return { arguments in
      let path = try arguments[file].string
      if FileStatus.isThere(path) { throw ChatFault.backupExists(path) }
      try arguments.shareStandardInput(
        password.usesStandardInput(arguments), handles.password.usesStandardInput(arguments))
      return try await ChatAccount.using(arguments, handles) { account in
        let passphrase = try await password.password(arguments, isNew: true, of: .export)
        try PasswordHint.show(passphrase, arguments)
        let records = try await account.step { try await ExportingStore(account) }
        let export = try await MessagingExport.make(
          from: records, sealedWith: .passphrase(passphrase))
        try SmallFile.create(path, export)
        return .success
      }
    }
  }

  static let chatRestoreCommand = Command(
    "restore", LocalizedText("Make an account from an export", ja: "書き出したファイルからアカウントを復元する"),
    discussion: LocalizedText(
      """
      The account must not be there. Every session begins anew, under the same identity, and new keys are published. Do not go \
      on with the account on the machine that the export is from, since each would take messages that only the other can \
      open. When that machine asks the relay the next time it is told, and stops.
      """,
      ja: """
        同じアカウントが存在しない場合にのみ復元できます。識別情報はそのままで、すべてのセッションが新しく始まり、新しい鍵が公開されます。\
        書き出し元のマシンでは、このアカウントを使い続けないでください。もう一方でしか開けないメッセージを受け取ってしまいます。書き出し元の\
        マシンは、次にリレーに接続したときに復元を知り、停止します。
        """),
    examples: [
      Example(
        "omamori-chat restore alice.backup --as alice",
        LocalizedText("Bring alice back.", ja: "alice を復元します。"))
    ]
  ) { declare in
    let file = declare.argument(
      "FILE", as: FilePath.self, help: LocalizedText("The export.", ja: "書き出したファイル。"))
    let export = PasswordOptions(&declare, prefix: "export-", of: .export)
    let usesPassphrase = declare.flag(
      "--passphrase",
      help: LocalizedText(
        "Protect the account with a passphrase, not with a key file.", ja: "アカウントを鍵ファイルではなくパスフレーズで保護します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      try AgentProcess.protect()
      let bytes = try SmallFile.read(try arguments[file].string, limit: 66 << 20)
      guard let own = try handles.own(arguments) else {
        throw ChatFault.usage(
          LocalizedText("the account needs a name", ja: "アカウント名が必要です"),
          hint: LocalizedText("give --as NAME", ja: "--as NAME を指定してください"))
      }
      let place = ChatPlace(own.name, in: try handles.root(arguments))
      guard !place.isThere else { throw MessagingError.storage(.exists) }
      try arguments.shareStandardInput(
        export.usesStandardInput(arguments), handles.password.usesStandardInput(arguments))
      let secret = try await export.password(arguments, isNew: false, of: .export)
      var passphrase: Password?
      if try arguments[usesPassphrase] || handles.password.isGiven(arguments) {
        passphrase = try await handles.password.password(arguments, isNew: true, of: .account)
      }
      let hadKeyFile = FileStatus.isThere(place.keyFile)
      let keychain = try await ChatKeychain.create(at: place, passphrase: passphrase)
      var restoring: RestoringStore?
      do {
        let store = RestoringStore(
          into: try KeychainConversationStore(in: keychain), histories: place.history)
        restoring = store
        try await MessagingExport.restore(bytes, openedWith: .passphrase(secret), into: store)
        let account = try await ChatAccount.open(place, keychain)
        guard account.messenger.address == own else {
          throw ChatFault.otherAccount(account.messenger.address.name)
        }
        let registered: Result<Void, any Error>
        do { registered = .success(try await account.register()) } catch { registered = .failure(error) }
        await account.close()
        try registered.get()
        try tellToStop(arguments)
        return .success
      } catch let error where error is RelayUnreachable || (error as? RelayRefusal)?.isPassing == true {
        // The account is complete; the next command publishes its keys.
        throw error
      } catch {
        await keychain.close()
        restoring?.undo()
        // A history that was put there before stays.
        try place.discardKeychain(keepsKeyFile: hadKeyFile)
        throw error
      }
    }
  }
}

/// Says that one machine alone goes on with an account.
private func tellToStop(_ arguments: Arguments) throws {
  guard try !arguments[sharedOptions.quiet] else { return }
  let text = LocalizedText(
    "The account goes on here. Do not use it on the other machine any more; there it stops when it asks the relay.",
    ja: "このアカウントはここで使い続けます。元のマシンではもう使わないでください（次にリレーに接続したときに停止します）。")
  arguments.note(text[arguments.language] + "\n")
}

extension LocalizedText {
  fileprivate static let export = LocalizedText("the export", ja: "書き出しファイル")
}

extension ChatFault {
  /// The export is of another account.
  fileprivate static func otherAccount(_ name: String) -> ChatFault {
    .usage(
      LocalizedText(
        "the export is of the account \(Printable.quote(name))",
        ja: "書き出したファイルは \(Printable.quote(name)) のアカウントです"),
      hint: LocalizedText("give its name with --as", ja: "--as でその名前を指定してください"))
  }
}
