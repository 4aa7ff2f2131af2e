import OmamoriCore
import OmamoriMessaging

extension ChatTool {
  static let chatRegisterCommand = Command(
    "register", LocalizedText("Make an account and register it at a relay", ja: "アカウントを作成し、リレーに登録する"),
    discussion: LocalizedText(
      """
      Makes an identity and keys in a keychain of the account's own and publishes the public ones. A key file beside it, for \
      your eyes only, opens it unless --passphrase says otherwise. The relay must have the key of the pin. Again is as good \
      as once.
      """,
      ja: """
        アカウント専用のキーチェーンに識別情報と鍵を作成し、公開鍵をリレーに公開します。--passphrase を指定しない限り、隣に置かれる本人専用の\
        鍵ファイルで開きます。リレーの鍵はピンと一致しなければなりません。繰り返し実行しても問題ありません。
        """),
    examples: [
      Example(
        "omamori-chat register alice --relay 127.0.0.1:7443 --pin sha256//…",
        LocalizedText("Register as alice.", ja: "alice として登録します。"))
    ],
    exitCodes: [
      ExitMeaning(.success, LocalizedText("The account is registered.", ja: "登録されています。")),
      ExitMeaning(
        .findings,
        LocalizedText("The name is taken, or the relay has another key.", ja: "名前が使用済みか、リレーの鍵が一致しません。")),
    ]
  ) { declare in
    let name = declare.argument(
      "NAME", as: PeerName.self, help: LocalizedText("What others call you.", ja: "自分の名前。"))
    let registration = ChatRegistration(&declare)
    let json = declare.flag("--json", help: LocalizedText("Write JSON.", ja: "JSON で出力します。"))
    let handles = ChatHandles(&declare, isNamed: false)
    return { arguments in
      let account = try await registration.account(as: try arguments[name].address, handles, arguments)
      do {
        try await account.register()
      } catch {
        await account.close()
        throw error
      }
      let (site, identity) = (account.relay.site, account.messenger.identity)
      let own = account.messenger.address.name
      await account.close()
      if try arguments[json] {
        let object: JSONValue = [
          "name": .string(own), "relay": .string(site.server.commandLineWord),
          "pin": .string(site.pin.commandLineWord), "identity": .string(Base64URL.encode(identity.encoded)),
        ]
        try arguments.output.write(Printable.json(object, .pretty) + "\n")
      } else if try !arguments[sharedOptions.quiet] {
        let text = LocalizedText(
          "Registered \(Printable.quote(own)) at \(site.server.commandLineWord).",
          ja: "\(Printable.quote(own)) を \(site.server.commandLineWord) に登録しました。")
        try arguments.output.write(text[arguments.language] + "\n")
      }
      return .success
    }
  }
}
