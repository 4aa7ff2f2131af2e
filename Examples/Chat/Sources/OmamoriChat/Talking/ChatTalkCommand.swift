import OmamoriCore

extension ChatTool {
  static let chatTalkCommand = Command(
    "talk", LocalizedText("Talk with a peer at the terminal", ja: "ターミナルで相手と会話する"),
    discussion: LocalizedText(
      """
      Each line that is typed is sent, and what comes is shown. Lines that begin with a slash are commands: /verify shows the \
      safety number and /verify yes confirms it, /attach FILE sends a file, /save [NUMBER] [FILE] fetches one, /accept and \
      /refuse answer a changed identity, /quit or control-D ends. Control-R shows again what was being typed when a message \
      came. With --relay and --pin an account that is not there yet is registered first.
      """,
      ja: """
        入力した行を送信し、届いたメッセージを表示します。スラッシュで始まる行はコマンドです。/verify は安全番号を表示し、/verify yes で確定します。\
        /attach FILE はファイルを送信、/save [番号] [FILE] は取得します。/accept と /refuse は変更された識別情報への回答です。/quit または Control-D で\
        終了します。入力中にメッセージが届いたときは、Control-R で入力中の内容を再表示できます。--relay と --pin を指定すると、まだないアカウントを\
        先に登録します。
        """),
    examples: [
      Example(
        "omamori-chat talk --as alice --relay 127.0.0.1:7443 --pin sha256//… bob",
        LocalizedText("Register as alice and talk to bob.", ja: "alice として登録し、bob と会話します。")),
      Example("omamori-chat talk bob", LocalizedText("Later.", ja: "2 回目以降。")),
    ],
    exitCodes: [
      ExitMeaning(
        .success,
        LocalizedText(
          "The conversation was ended; what waits goes out with the next command.",
          ja: "会話を終了しました。送信待ちのメッセージは次のコマンドで送信されます。"))
    ]
  ) { declare in
    let peer = declare.argument("PEER", as: PeerName.self, help: .peer)
    let registration = ChatRegistration(&declare)
    let handles = ChatHandles(&declare)
    return { arguments in
      let peer = try arguments[peer].address
      let account: ChatAccount
      if let own = try handles.own(arguments) {
        account = try await registration.account(as: own, handles, arguments)
      } else {
        account = try await ChatAccount.open(arguments, handles)
      }
      do {
        try await TalkRun(arguments, account, with: peer).run()
        await account.close()
        return .success
      } catch {
        await account.close()
        throw error
      }
    }
  }
}
