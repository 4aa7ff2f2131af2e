import OmamoriCore
import OmamoriTransport

/// What can go wrong in a command: the exit code, the message and the cure.
struct ChatFault: ExitCodeProviding, Equatable {
  let exitCode: ExitCode
  let message: LocalizedText
  let hint: LocalizedText?

  init(_ exitCode: ExitCode, _ message: LocalizedText, hint: LocalizedText? = nil) {
    (self.exitCode, self.message, self.hint) = (exitCode, message, hint)
  }

  /// The options do not fit together, or the input is wrong.
  static func usage(_ message: LocalizedText, hint: LocalizedText) -> ChatFault {
    ChatFault(.usage, message, hint: hint)
  }
}

// MARK: - Accounts

extension ChatFault {
  /// There is no account, or none of that name.
  static func noChatAccount(named name: String?) -> ChatFault {
    let (english, japanese) =
      name.map { (" called \(Printable.quote($0))", "\(Printable.quote($0)) という") } ?? ("", "")
    return ChatFault(
      .failure,
      LocalizedText("there is no account\(english) here", ja: "ここに\(japanese)アカウントはありません"),
      hint: LocalizedText(
        "register one with 'omamori-chat register', or name another place with --folder",
        ja: "'omamori-chat register' で登録するか、--folder で別の場所を指定してください"))
  }

  /// A password was given for an account that has none.
  static let noAccountPassword = ChatFault.usage(
    LocalizedText(
      "the account opens with its key file and has no password", ja: "このアカウントは鍵ファイルで開き、パスワードはありません"),
    hint: LocalizedText(
      "leave out --password-file and --password-fd; an export has a password of its own: --export-password-file FILE",
      ja: "--password-file と --password-fd を省いてください。書き出すファイルのパスワードは --export-password-file FILE で指定します"))

  /// The account was restored on another machine and goes on there.
  static func restoredElsewhere(_ date: Date) -> ChatFault {
    let time = LocalTime(date)
    return ChatFault(
      .failure,
      LocalizedText(
        "the account was restored on another machine on \(time.day) at \(time.clock)",
        ja: "このアカウントは \(time.day) \(time.clock) に別のマシンで復元されました"),
      hint: LocalizedText(
        """
        go on there; what came here before is in 'omamori-chat history'. To go on here instead, make an export here, move the \
        folder of the account away, and restore the export
        """,
        ja: """
          復元先で使い続けてください。それまでに届いたメッセージは 'omamori-chat history' で確認できます。ここで使い続けるには、ここで書き出し、\
          アカウントのフォルダを移動してから、書き出したファイルを復元してください
          """))
  }

  /// Several accounts, and none was named.
  static let severalChatAccounts = ChatFault.usage(
    LocalizedText("there are several accounts here", ja: "ここに複数のアカウントがあります"),
    hint: LocalizedText("say which with --as NAME", ja: "--as NAME で指定してください"))

  /// The account has another relay than the one that was named.
  static func otherRelay(_ server: ServerAddress) -> ChatFault {
    .usage(
      LocalizedText(
        "the account is registered at \(Printable.quote(server.commandLineWord))",
        ja: "このアカウントは \(Printable.quote(server.commandLineWord)) に登録されています"),
      hint: LocalizedText(
        "leave out --relay and --pin, or choose another name", ja: "--relay と --pin を省くか、別の名前を指定してください"))
  }

  /// Somebody else has the name at this relay.
  static let takenChatName = ChatFault(
    .findings, LocalizedText("the name is taken at this relay", ja: "この名前はリレーですでに使用されています"),
    hint: LocalizedText("choose another name", ja: "別の名前を指定してください"))

  /// A registration needs a relay.
  static let noRelayNamed = ChatFault.usage(
    LocalizedText("a new account needs a relay and its pin", ja: "新しいアカウントにはリレーとピンが必要です"),
    hint: LocalizedText(
      "give --relay HOST:PORT and --pin PIN, which 'omamori-chat relay' prints",
      ja: "'omamori-chat relay' が出力する --relay HOST:PORT と --pin PIN を指定してください"))
}

// MARK: - Relays

extension ChatFault {
  /// What to do about a relay that cannot be reached.
  static let relayHint = LocalizedText(
    "check that the relay runs and the network works; nothing is lost",
    ja: "リレーが動作しているか、ネットワークを確認してください。メッセージは失われません")

  /// Something answers, and it has no certificate.
  static func noRelay(_ server: ServerAddress) -> ChatFault {
    ChatFault(
      .failure,
      LocalizedText(
        "\(Printable.quote(server.commandLineWord)): no certificate was shown",
        ja: "\(Printable.quote(server.commandLineWord)): 証明書が提示されませんでした"),
      hint: LocalizedText("check the host and the port", ja: "ホストとポートを確認してください"))
  }

  /// The server has another key.
  static func wrongPin(_ server: ServerAddress, found: String) -> ChatFault {
    ChatFault(
      .findings,
      LocalizedText(
        "\(Printable.quote(server.commandLineWord)) has another key than the pin says: sha256//\(found)",
        ja: "\(Printable.quote(server.commandLineWord)) の鍵がピンと一致しません: sha256//\(found)"),
      hint: LocalizedText(
        "ask whoever runs the relay for its pin; without a match nothing is sent",
        ja: "リレーの運用者にピンを確認してください。一致しない限り何も送信しません"))
  }

  /// The relay has the right key in a certificate that cannot be used.
  static func unusableRelay(_ server: ServerAddress) -> ChatFault {
    ChatFault(
      .failure,
      LocalizedText(
        "the certificate of \(Printable.quote(server.commandLineWord)) is not for this name or this time",
        ja: "\(Printable.quote(server.commandLineWord)) の証明書が、この名前または現在の時刻に対して有効ではありません"),
      hint: LocalizedText(
        "check the clock, and that the relay was started with --name for this host",
        ja: "時計と、リレーがこのホストの --name を指定して起動されているかを確認してください"))
  }

  /// The relay takes no new keys of the account now.
  static func unpublishedKeys(_ refusal: RelayRefusal) -> ChatFault {
    ChatFault(
      .failure,
      LocalizedText(
        "new keys could not be published: \(refusal.message.english)",
        ja: "新しい鍵を公開できません: \(refusal.message.japanese)"),
      hint: LocalizedText(
        "messages go on; the next command tries again", ja: "メッセージの送受信は続けられます。次のコマンドで再試行します"))
  }

  /// The answer is not one of a relay.
  static let notRelay = ChatFault(
    .failure, LocalizedText("the answer is not one of a relay", ja: "リレーの応答として解釈できません"),
    hint: LocalizedText(
      "check the host and the port, and that both sides have the same version",
      ja: "ホストとポート、双方のバージョンを確認してください"))
}

// MARK: - Peers and messages

extension ChatFault {
  /// A word that is no name of an account.
  static func noPeerName(_ word: String) -> ChatFault {
    .usage(
      LocalizedText(
        "\(Printable.quote(word)) is no name of an account", ja: "\(Printable.quote(word)) はアカウント名として使用できません"),
      hint: LocalizedText("give a name of 1 to 128 bytes", ja: "1 から 128 バイトまでの名前を指定してください"))
  }

  /// The relay has no keys of the peer.
  static func unknownPeer(_ name: String) -> ChatFault {
    ChatFault(
      .findings,
      LocalizedText(
        "\(Printable.quote(name)) is not registered at the relay",
        ja: "\(Printable.quote(name)) はリレーに登録されていません"),
      hint: LocalizedText("check the name", ja: "名前を確認してください"))
  }

  /// Nothing was ever exchanged with the peer.
  static func strangePeer(_ name: String) -> ChatFault {
    ChatFault(
      .findings,
      LocalizedText(
        "no keys of \(Printable.quote(name)) are known yet", ja: "\(Printable.quote(name)) の鍵はまだ確認されていません"),
      hint: LocalizedText(
        "send or receive a message first", ja: "先にメッセージを送信または受信してください"))
  }

  /// A code or a number that is not that of the conversation.
  static func otherSafetyNumber(_ name: String) -> ChatFault {
    ChatFault(
      .findings,
      LocalizedText(
        "the code does not fit: this is not who \(Printable.quote(name)) showed it to",
        ja: "コードが一致しません。\(Printable.quote(name)) 本人ではない可能性があります"),
      hint: LocalizedText(
        "compare again over another channel; until it fits, say nothing secret",
        ja: "別の手段でもう一度照合してください。一致するまで秘密の情報は送らないでください"))
  }

  /// A message to oneself.
  static let ownName = ChatFault.usage(
    LocalizedText("that is the own account", ja: "自分自身のアカウントです"),
    hint: LocalizedText("give the name of somebody else", ja: "ほかの人の名前を指定してください"))

  /// A message that is no text a terminal could show.
  static let unsendableText = ChatFault.usage(
    LocalizedText("a message is UTF-8 text of 1 to 64000 bytes", ja: "メッセージは 1 から 64000 バイトまでの UTF-8 テキストです"),
    hint: LocalizedText(
      "send what is longer, or is no text, as a file: --file FILE, or /attach FILE while talking",
      ja: "それより長いものやテキスト以外は、--file FILE（会話中は /attach FILE）でファイルとして送信してください"))

  /// There is no such message or attachment.
  static func noAttachment(_ number: Int?) -> ChatFault {
    ChatFault(
      .findings,
      number.map { LocalizedText("message \($0) has no file", ja: "メッセージ \($0) にファイルはありません") }
        ?? LocalizedText("there is no file in this history", ja: "この履歴にファイルはありません"),
      hint: LocalizedText(
        "'omamori-chat history' shows the numbers", ja: "番号は 'omamori-chat history' で確認できます"))
  }

  /// A history that was changed.
  static let damagedHistory = ChatFault(
    .failure, LocalizedText("the history is damaged", ja: "履歴が破損しています"),
    hint: LocalizedText(
      "move it away to go on without it: the file of the peer in the folder 'history' of the account",
      ja: "アカウントの 'history' フォルダにある相手のファイルを移動すると、履歴なしで続行できます"))
}
