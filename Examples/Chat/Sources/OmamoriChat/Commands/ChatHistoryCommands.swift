import OmamoriCore
import OmamoriMessaging

extension ChatTool {
  static let chatHistoryCommand = Command(
    "history", LocalizedText("Show what was said with a peer or in a group", ja: "相手またはグループとの会話の履歴を表示する"),
    discussion: LocalizedText(
      "The history is encrypted on the disk and stays on this machine.",
      ja: "履歴はディスク上で暗号化され、このマシンにのみ保存されます。"),
    examples: [
      Example("omamori-chat history bob --last 20", LocalizedText("The newest lines.", ja: "最新のメッセージを表示します。"))
    ]
  ) { declare in
    let peer = declare.optionalArgument("PEER", as: PeerName.self, help: .peer)
    let group = declare.option("--group", value: "GROUP", as: String.self, help: .group)
    let last = declare.option(
      "-n", "--last", value: "N", as: Int.self,
      help: LocalizedText("Only the last N.", ja: "最後の N 件だけを表示します。"))
    let json = declare.flag(
      "--json", help: LocalizedText("Write a JSON object a message.", ja: "メッセージごとに JSON オブジェクトを出力します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let (name, word, last) = (try arguments[peer]?.text, try arguments[group], try arguments[last])
      guard (name == nil) != (word == nil) else { throw ChatFault.peerOrGroup }
      let printer = ChatPrinter(arguments, isJSON: try arguments[json])
      return try await ChatAccount.using(arguments, handles) { account in
        try await account.step {}
        func lines(_ key: String, _ history: ChatHistory) throws -> [(number: Int, entry: HistoryEntry)] {
          let count = try history.count(with: key)
          return try history.entries(with: key, from: last.map { max(0, count - max(0, $0)) } ?? 0)
        }
        if let name {
          let lines = try lines(name, account.history)
          try arguments.output.write(lines.map { printer.line($0.entry, $0.number, with: name) }.joined())
        } else if let word {
          let group = try await account.group(called: word).identifier
          let shown = ShownGroup(identifier: group, name: try await account.groupName(group))
          let lines = try lines(group.text, account.groupHistory)
          try arguments.output.write(lines.map { printer.line($0.entry, $0.number, in: shown) }.joined())
        }
        return .success
      }
    }
  }

  static let chatSaveCommand = Command(
    "save", LocalizedText("Fetch a file that was sent, and save it", ja: "送られたファイルを取得して保存する"),
    discussion: LocalizedText(
      "The relay keeps sealed files for 30 days. A file that was changed on the way is refused.",
      ja: "リレーは封印されたファイルを 30 日間保管します。途中で改変されたファイルは保存されません。"),
    examples: [
      Example("omamori-chat save bob", LocalizedText("The last file.", ja: "最後のファイルを保存します。")),
      Example(
        "omamori-chat save bob 3 -o photo.jpg",
        LocalizedText("That of message 3.", ja: "メッセージ 3 のファイルを保存します。")),
    ]
  ) { declare in
    let peer = declare.argument("PEER", as: PeerName.self, help: .peer)
    let number = declare.optionalArgument(
      "NUMBER", as: Int.self,
      help: LocalizedText(
        "The number of the message; the last one with a file unless given.", ja: "メッセージの番号。省略時は最後のファイルです。"))
    let output = declare.option(
      "-o", "--output", value: "FILE", as: FilePath.self,
      help: LocalizedText(
        "Where to save it; its own name in this folder unless given.", ja: "保存先。省略時は元の名前で現在のフォルダに保存します。"))
    let force = declare.flag(
      "--force", help: LocalizedText("Replace a file that is there already.", ja: "既にあるファイルを上書きします。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let (name, number) = (try arguments[peer].text, try arguments[number])
      let (output, force) = (try arguments[output]?.string, try arguments[force])
      return try await ChatAccount.using(arguments, handles) { account in
        try await account.step {}
        let file = try account.file(number, with: name)
        let path = try await account.save(file, to: output, replacing: force)
        if try !arguments[sharedOptions.quiet] { try arguments.output.write(path + "\n") }
        return .success
      }
    }
  }
}

extension ChatAccount {
  /// Fetches a file, opens it and saves it.
  ///
  /// - Parameters:
  ///   - file: What the message said about it.
  ///   - output: Where; under its own name in the current folder when `nil`.
  ///   - isReplacing: Whether a file that stands there is replaced.
  /// - Returns: The path.
  /// - Throws: ``ChatFault``, `MessagingError`, and what the relay refuses.
  func save(_ file: ChatFile, to output: String?, replacing isReplacing: Bool = false) async throws -> String
  {
    let path = output ?? file.name
    if !isReplacing, FileStatus.isThere(path) { throw ChatFault.exists(path) }
    try await download(file, to: path, replacing: isReplacing)
    return path
  }
}
