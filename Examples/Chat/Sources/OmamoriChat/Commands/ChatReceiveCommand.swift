import OmamoriCore

extension ChatTool {
  static let chatReceiveCommand = Command(
    "receive", LocalizedText("Fetch and show what came", ja: "届いたメッセージを受信して表示する"),
    discussion: LocalizedText(
      """
      Sends what waits, fetches what came, and shows each message that was not shown before. A question mark behind a name \
      says that nobody has compared the safety number yet.
      """,
      ja: """
        送信待ちのメッセージを送り、届いたメッセージのうちまだ表示していないものを表示します。名前の後の疑問符は、安全番号がまだ照合されていない\
        ことを示します。
        """),
    examples: [
      Example("omamori-chat receive", LocalizedText("Fetch once.", ja: "一度だけ受信します。")),
      Example(
        "omamori-chat receive --follow --json", LocalizedText("Go on, for programs.", ja: "プログラム向けに受信し続けます。")),
    ],
    exitCodes: [
      ExitMeaning(.success, LocalizedText("Everything was fetched.", ja: "すべて受信しました。")),
      ExitMeaning(
        .findings, LocalizedText("Something could not be opened.", ja: "開けないメッセージがありました。")),
    ]
  ) { declare in
    let follows = declare.flag(
      "-f", "--follow", help: LocalizedText("Go on until interrupted.", ja: "中断されるまで受信し続けます。"))
    let json = declare.flag(
      "--json", help: LocalizedText("Write a JSON object a message.", ja: "メッセージごとに JSON オブジェクトを出力します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let follows = try arguments[follows]
      let printer = ChatPrinter(arguments, isJSON: try arguments[json])
      return try await ChatAccount.using(arguments, handles) { account in
        var isWhole = true
        var isFirst = true
        while true {
          do {
            if isFirst, let fault = try await account.keepPublished() { printer.warn(fault) }
            for (_, fault) in try await account.dispatch().faults { printer.warn(fault) }
            let delivery = try await account.receive(wait: isFirst ? 0 : RelayClient.longestWait)
            for fault in delivery.faults { printer.warn(fault.error, from: fault.peer) }
            if !delivery.faults.isEmpty { isWhole = false }
            isFirst = false
          } catch let error as RelayUnreachable where follows {
            if isFirst { printer.warn(error) }
            isFirst = false
            try await Task.sleep(for: .seconds(1))
          } catch let refusal as RelayRefusal where follows && refusal.isPassing {
            if isFirst { printer.warn(refusal) }
            isFirst = false
            try await Task.sleep(for: .seconds(1))
          }
          try await printer.showUnseen(of: account)
          guard follows else { return isWhole ? .success : .findings }
        }
      }
    }
  }
}
