import OmamoriCore
import OmamoriMessaging

extension ChatTool {
  static let chatVerifyCommand = Command(
    "verify", LocalizedText("Show and compare the safety number with a peer", ja: "相手との安全番号を表示し、照合する"),
    discussion: LocalizedText(
      """
      Both sides see the same 60 digits unless somebody sits between them. Read them to each other on the telephone, or \
      exchange the codes (text for a QR code) when you meet; then confirm. An identity that changes later has to be accepted \
      and compared again.
      """,
      ja: """
        間に第三者がいない限り、双方に同じ 60 桁の番号が表示されます。電話で読み上げるか、対面でコード（QR コード用のテキスト）を交換して照合し、\
        確定してください。後で識別情報が変わった場合は、承認と照合をやり直す必要があります。
        """),
    examples: [
      Example("omamori-chat verify bob", LocalizedText("Show the number and the code.", ja: "番号とコードを表示します。")),
      Example(
        "omamori-chat verify bob --confirm",
        LocalizedText("The digits were the same.", ja: "番号が一致したことを確定します。")),
      Example(
        "omamori-chat verify bob --code AQ…", LocalizedText("Compare with bob's code.", ja: "相手のコードと照合します。")),
    ],
    exitCodes: [
      ExitMeaning(.success, LocalizedText("Shown, or it fits.", ja: "表示しました、または一致しました。")),
      ExitMeaning(
        .findings,
        LocalizedText("The code does not fit, or the peer is not known.", ja: "コードが一致しないか、相手が不明です。")),
    ]
  ) { declare in
    let peer = declare.argument("PEER", as: PeerName.self, help: .peer)
    let isConfirmed = declare.flag(
      "--confirm", help: LocalizedText("The digits were the same on both sides.", ja: "双方の番号が一致したことを確定します。"))
    let code = declare.option(
      "--code", value: "CODE", as: String.self,
      help: LocalizedText("Compare with the code that the peer shows.", ja: "相手が表示したコードと照合します。"))
    let json = declare.flag("--json", help: LocalizedText("Write JSON.", ja: "JSON で出力します。"))
    let handles = ChatHandles(&declare)
    return { arguments in
      let (peer, code) = (try arguments[peer].address, try arguments[code])
      let (isConfirmed, isJSON) = (try arguments[isConfirmed], try arguments[json])
      return try await ChatAccount.using(arguments, handles) { account in
        let number = try await account.safetyNumber(with: peer)
        if let code, number.code.compare(withText: code) != .match {
          throw ChatFault.otherSafetyNumber(peer.name)
        }
        if isConfirmed || code != nil { try await account.confirm(peer) }
        let trust = try await account.messenger.conversation(with: peer).trust()
        if isJSON {
          let object: JSONValue = [
            "peer": .string(peer.name), "safetyNumber": .string(number.digits),
            "code": .string(number.code.text), "trust": .string(trust.word),
          ]
          try arguments.output.write(Printable.json(object, .pretty) + "\n")
        } else {
          try arguments.output.write(SafetyNumberText(number, trust).text(arguments))
        }
        return .success
      }
    }
  }
}

/// A safety number as people compare it.
struct SafetyNumberText {
  private let number: SafetyNumber
  private let trust: PeerTrust

  init(_ number: SafetyNumber, _ trust: PeerTrust) { (self.number, self.trust) = (number, trust) }

  /// Three lines of four groups of five digits, the code, and what was said about it so far.
  func text(_ arguments: Arguments) -> String {
    let groups = number.description.split(separator: " ")
    var lines = stride(from: 0, to: groups.count, by: 4).map { start in
      "  " + groups[start..<min(start + 4, groups.count)].joined(separator: " ")
    }
    let title = LocalizedText("Code", ja: "コード")[arguments.language]
    lines.append("\(title): \(number.code.text)")
    lines.append(trust.text[arguments.language])
    return lines.map { $0 + "\n" }.joined()
  }
}

extension ChatAccount {
  /// The safety number with a peer; asks the relay for the peer's keys when none are known.
  func safetyNumber(with peer: MessagingAddress) async throws -> SafetyNumber {
    let conversation = messenger.conversation(with: peer)
    if let number = try await conversation.safetyNumber() { return number }
    try await begin(with: peer)
    guard let number = try await conversation.safetyNumber() else { throw ChatFault.strangePeer(peer.name) }
    return number
  }

  /// Takes note that a person compared the identity of a peer.
  func confirm(_ peer: MessagingAddress) async throws {
    let conversation = messenger.conversation(with: peer)
    guard let identity = try await conversation.peerIdentity() else {
      throw ChatFault.strangePeer(peer.name)
    }
    try await conversation.markVerified(identity)
  }
}
