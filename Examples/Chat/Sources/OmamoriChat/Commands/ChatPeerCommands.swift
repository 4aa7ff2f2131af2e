import OmamoriCore
import OmamoriMessaging

extension ChatTool {
  static let chatPeersCommand = Command(
    "peers", LocalizedText("List the people whose keys are known", ja: "鍵を受け取ったことのある相手を一覧表示する（未照合を含む）"),
    examples: [Example("omamori-chat peers", LocalizedText("Who there is.", ja: "相手を一覧表示します。"))]
  ) { declare in
    let json = declare.flag("--json", help: LocalizedText("Write JSON.", ja: "JSON で出力します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let isJSON = try arguments[json]
      return try await ChatAccount.using(arguments, handles) { account in
        var list: [JSONValue] = []
        var text = ""
        for peer in try await account.messenger.peers() {
          let trust = try await account.messenger.conversation(with: peer).trust()
          let count = try account.history.count(with: peer.name)
          list.append(
            [
              "name": .string(peer.name), "trust": .string(trust.word), "messages": .integer(count),
              "waiting": .integer(try await account.waitingCount(to: peer)),
            ])
          text += "\(Printable.plain(peer.name))\t\(trust.text[arguments.language])\n"
        }
        try arguments.output.write(isJSON ? Printable.json(.array(list), .pretty) + "\n" : text)
        return .success
      }
    }
  }

  static let chatAcceptCommand = Command(
    "accept", LocalizedText("Answer a changed identity", ja: "変更された識別情報を承認または拒否する"),
    discussion: LocalizedText(
      """
      When somebody uses another identity under a peer's name, nothing is sent and nothing is shown until you answer. A new \
      machine is the usual reason, an impostor the other one: compare the safety number first. What was written in between \
      goes out, and what came is shown, after the new identity is accepted.
      """,
      ja: """
        相手の名前で別の識別情報が使われると、回答するまで送信も表示も行いません。多くは使用するマシンの変更によるものですが、なりすましの可能性もあります。\
        先に安全番号を照合してください。承認すると、それまでに書いたメッセージが送信され、届いていたメッセージが表示されます。
        """),
    examples: [
      Example("omamori-chat verify bob", LocalizedText("Show the new safety number.", ja: "新しい安全番号を表示します。")),
      Example("omamori-chat accept bob", LocalizedText("It is bob.", ja: "本人と確認し、承認します。")),
      Example("omamori-chat accept bob --refuse", LocalizedText("It is not.", ja: "本人ではないため、拒否します。")),
    ],
    exitCodes: [ExitMeaning(.findings, LocalizedText("There is nothing to answer.", ja: "変更された識別情報はありません。"))]
  ) { declare in
    let peer = declare.argument("PEER", as: PeerName.self, help: .peer)
    let refuses = declare.flag(
      "--refuse", help: LocalizedText("Stay with the identity before.", ja: "以前の識別情報を維持します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let (peer, refuses) = (try arguments[peer].address, try arguments[refuses])
      return try await ChatAccount.using(arguments, handles) { account in
        guard try await account.answer(peer, accepting: !refuses) else {
          throw ChatFault.unchangedIdentity(peer.name)
        }
        return .success
      }
    }
  }

  static let chatResetCommand = Command(
    "reset", LocalizedText("Begin a new session with a peer", ja: "相手との新しいセッションを開始する"),
    discussion: LocalizedText(
      "For a conversation whose messages cannot be opened any more. Identities and the history stay as they are.",
      ja: "メッセージを開けなくなった会話に使用します。識別情報と履歴は変わりません。"),
    examples: [Example("omamori-chat reset bob", LocalizedText("Begin anew.", ja: "新しく開始します。"))]
  ) { declare in
    let peer = declare.argument("PEER", as: PeerName.self, help: .peer)
    let handles = ChatHandles(&declare)
    return { arguments in
      let peer = try arguments[peer].address
      return try await ChatAccount.using(arguments, handles) { account in
        guard let bundle = try await account.relay.keys(of: peer) else {
          throw ChatFault.unknownPeer(peer.name)
        }
        let envelope = try await account.messenger.conversation(with: peer).reset(
          with: bundle, isForced: true)
        try await account.enqueue(envelope, to: peer)
        let dispatch = try await account.dispatch()
        if let fault = dispatch.faults[peer.name] { throw fault }
        if let fault = dispatch.unreachable { throw fault }
        return .success
      }
    }
  }
}

extension ChatAccount {
  /// Answers another identity under a peer's address.
  ///
  /// - Returns: Whether there was one.
  func answer(_ peer: MessagingAddress, accepting isAccepted: Bool) async throws -> Bool {
    let conversation = messenger.conversation(with: peer)
    guard case .changed(let identity) = try await conversation.trust() else { return false }
    if isAccepted {
      try await conversation.accept(identity)
    } else {
      try await conversation.refuse(identity)
    }
    lookAgain()
    return true
  }
}

extension PeerTrust {
  /// The trust as a word for programs.
  var word: String {
    switch self {
    case .unknown: "unknown"
    case .unverified: "unverified"
    case .verified: "verified"
    case .changed: "changed"
    }
  }

  /// The trust for people.
  var text: LocalizedText {
    switch self {
    case .unknown: LocalizedText("not known yet", ja: "鍵は未受信")
    case .unverified: LocalizedText("not verified", ja: "未照合")
    case .verified: LocalizedText("verified", ja: "照合済み")
    case .changed: LocalizedText("changed: verify and accept, or refuse", ja: "変更あり: 照合して承認または拒否してください")
    }
  }
}

extension ChatFault {
  /// There is no other identity to answer.
  fileprivate static func unchangedIdentity(_ name: String) -> ChatFault {
    ChatFault(
      .findings,
      LocalizedText(
        "the identity of \(Printable.quote(name)) has not changed",
        ja: "\(Printable.quote(name)) の識別情報は変更されていません"),
      hint: LocalizedText("there is nothing to answer", ja: "必要な操作はありません"))
  }
}
