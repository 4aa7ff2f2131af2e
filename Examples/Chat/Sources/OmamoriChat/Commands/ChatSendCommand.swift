import OmamoriCore
import OmamoriMessaging

extension ChatTool {
  static let chatSendCommand = Command(
    "send", LocalizedText("Send a message or a file", ja: "メッセージまたはファイルを送信する"),
    discussion: LocalizedText(
      """
      Without a text the message is standard input. A message has at most 64000 bytes; what is longer goes as a file. Everybody on the machine can see the words of a command, so what is \
      private belongs there. A message that cannot be sent now is kept and goes out with the next command; a file needs the \
      relay.
      """,
      ja: """
        テキストを省略すると標準入力を送信します。メッセージは 64000 バイトまでで、それより長いものはファイルとして送信します。コマンドの引数はマシンの全ユーザーから見えるため、他人に見られたくない内容は標準入力で\
        渡してください。今すぐ送信できないメッセージは保存され、次のコマンドで送信されます。ファイルの送信にはリレーへの接続が必要です。
        """),
    examples: [
      Example(
        "omamori-chat send bob 'See you at noon.'", LocalizedText("Send a message.", ja: "メッセージを送信します。")),
      Example(
        "omamori-chat send bob < note.txt", LocalizedText("Send a private one.", ja: "他人に見えないように送信します。")),
      Example("omamori-chat send bob --file photo.jpg", LocalizedText("Send a file.", ja: "ファイルを送信します。")),
      Example(
        "omamori-chat send --group friends < note.txt", LocalizedText("Send to a group.", ja: "グループに送信します。")),
    ],
    exitCodes: [
      ExitMeaning(.success, LocalizedText("The relay has it.", ja: "リレーに届きました。")),
      ExitMeaning(
        .findings,
        LocalizedText(
          "The peer is not registered, or has another identity than before.",
          ja: "相手が登録されていないか、識別情報が以前と異なります。")),
      ExitMeaning(
        .failure,
        LocalizedText(
          "It was kept and goes out later, or could not be kept.", ja: "保存されて後で送信されるか、保存できませんでした。")),
    ]
  ) { declare in
    let peer = declare.optionalArgument(
      "PEER", as: String.self,
      help: LocalizedText("Who it is for; left out with --group.", ja: "相手の名前。--group を指定する場合は省略します。"))
    let text = declare.optionalArgument(
      "TEXT", as: String.self,
      help: LocalizedText("The message; standard input without.", ja: "メッセージ。省略時は標準入力です。")
    )
    let file = declare.option(
      "-f", "--file", value: "FILE", as: FilePath.self,
      help: LocalizedText("Send this file, at most 16 MiB.", ja: "このファイルを送信します（16 MiB まで）。"))
    let group = declare.option(
      "--group", value: "GROUP", as: String.self,
      help: LocalizedText("Send the text to this group.", ja: "テキストをこのグループに送信します。"))
    let json = declare.flag("--json", help: LocalizedText("Write JSON.", ja: "JSON で出力します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let (first, second, path) = (try arguments[peer], try arguments[text], try arguments[file]?.string)
      if let word = try arguments[group] {
        guard path == nil else { throw ChatFault.fileForGroup }
        guard second == nil else { throw ChatFault.peerOrGroup }
        let content = try ChatContent(typed: first ?? ChatInput.text())
        return try await ChatAccount.using(arguments, handles) { account in
          try await send(content, to: word, account, arguments, isJSON: try arguments[json])
        }
      }
      guard let first else { throw ChatFault.peerOrGroup }
      guard let peer = PeerName(commandLine: first)?.address else { throw ChatFault.noPeerName(first) }
      let text = second
      guard text == nil || path == nil else {
        throw ChatFault.usage(
          LocalizedText("TEXT and --file exclude each other", ja: "TEXT と --file は同時に指定できません"),
          hint: LocalizedText("send one after the other", ja: "一つずつ送信してください"))
      }
      let typed = try path == nil ? ChatContent(typed: text ?? ChatInput.text()) : nil
      return try await ChatAccount.using(arguments, handles) { account in
        do {
          try await account.askWhetherHere()
          try await account.begin(with: peer)
        } catch is RelayUnreachable where path == nil {
          // It waits in the outbox until the relay is there.
        }
        let content: ChatContent
        if let typed { content = typed } else { content = .file(try await account.upload(path ?? "")) }
        try await account.write(content, to: peer)
        let dispatch = try await account.dispatch()
        if try arguments[json] {
          let state = dispatch.faults[peer.name] == nil && dispatch.unreachable == nil ? "sent" : "waiting"
          let object: JSONValue = ["peer": .string(peer.name), "state": .string(state)]
          try arguments.output.write(Printable.json(object) + "\n")
        }
        if let fault = dispatch.faults[peer.name] { throw fault }
        if let fault = dispatch.unreachable {
          arguments.warn(.keptMessage, hint: .keptMessageHint)
          throw fault
        }
        return .success
      }
    }
  }

  private static func send(
    _ content: ChatContent, to word: String, _ account: ChatAccount, _ arguments: Arguments, isJSON: Bool
  ) async throws -> ExitCode {
    do {
      try await account.askWhetherHere()
    } catch is RelayUnreachable {
      // It waits in the outbox until the relay is there.
    }
    let group = try await account.ownGroup(called: word).group
    try await account.write(content, to: group.identifier)
    let dispatch = try await account.dispatch()
    if isJSON {
      let state = dispatch.unreachable == nil ? "sent" : "waiting"
      let object: JSONValue = ["group": .string(group.identifier.text), "state": .string(state)]
      try arguments.output.write(Printable.json(object) + "\n")
    }
    let printer = ChatPrinter(arguments)
    for (name, fault) in dispatch.faults { printer.warn(fault, from: name) }
    if let fault = dispatch.unreachable {
      arguments.warn(.keptMessage, hint: .keptMessageHint)
      throw fault
    }
    return .success
  }
}

extension LocalizedText {
  static let peer = LocalizedText("Who it is about.", ja: "相手の名前。")

  fileprivate static let keptMessage = LocalizedText("the message is kept", ja: "メッセージは保存されました")
  fileprivate static let keptMessageHint = LocalizedText(
    "it goes out with the next command that reaches the relay", ja: "次にリレーに接続できたコマンドで送信されます")
}
