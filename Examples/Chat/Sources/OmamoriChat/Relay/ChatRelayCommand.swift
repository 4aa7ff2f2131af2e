import ChatSystem
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriRelay
import OmamoriTransport

extension ChatTool {
  static let chatRelayCommand = Command(
    "relay", LocalizedText("Run a relay", ja: "リレーを起動する"),
    discussion: LocalizedText(
      """
      Keeps sealed envelopes, public keys and sealed files until they are fetched, and can open none of them. It makes its \
      own key and certificate the first time, prints its address and the pin of its key, and runs until it is interrupted. \
      Give people the pin in a way that cannot be changed: it is how they know this relay.
      """,
      ja: """
        暗号化されたメッセージとファイル、公開鍵を、受け取られるまで保管します。リレー自身はどれも開けません。初回に鍵と証明書を作成し、アドレスと\
        鍵のピンを表示して、中断されるまで動作します。ピンはこのリレーを識別する手段です。改変されない方法で利用者に伝えてください。
        """),
    examples: [
      Example("omamori-chat relay", LocalizedText("For people on this machine.", ja: "このマシンの利用者向けに起動します。")),
      Example(
        "omamori-chat relay --listen 0.0.0.0:7443 --name relay.example.org",
        LocalizedText("For others, too.", ja: "外部の利用者にも公開します。")),
    ],
    exitCodes: [
      ExitMeaning(
        .failure,
        LocalizedText("It cannot listen there, or its folder cannot be used.", ja: "待ち受けできないか、フォルダを使用できません。")
      ),
      ExitMeaning(.interrupted, LocalizedText("It was told to end.", ja: "終了を指示されました。")),
    ]
  ) { declare in
    let folder = declare.option(
      "--folder", value: "FOLDER", as: FolderPath.self, environment: "OMAMORI_CHAT_RELAY",
      help: LocalizedText(
        "What it keeps; $XDG_DATA_HOME/omamori/relay unless given.",
        ja: "保存先。省略時は $XDG_DATA_HOME/omamori/relay です。"))
    let host = declare.option(
      "--listen", value: "HOST:PORT", as: ListenAddress.self,
      help: LocalizedText(
        "Where it listens; 127.0.0.1:7443 unless given.", ja: "待ち受けるアドレス。省略時は 127.0.0.1:7443 です。"))
    let names = declare.options(
      "--name", value: "HOST", as: String.self,
      help: LocalizedText(
        "Another name or address of this machine, for the certificate; may be repeated.",
        ja: "証明書に入れる、このマシンの別の名前またはアドレス。繰り返し指定できます。"))
    let json = declare.flag("--json", help: LocalizedText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      try AgentProcess.protect()
      let place = try arguments[host] ?? .standard()
      var path =
        try arguments[folder]?.path ?? ChatHandles.standardFolder(arguments, "relay", option: "--folder")
      while path.count > 1, path.last == "/" { path.removeLast() }
      try FileManager.default.createDirectory(
        atPath: PrivateFile.folder(of: path), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      var options = RelayOptions(folder: path)
      (options.host, options.port) = (place.host.description, place.port)
      options.names = try arguments[names]
      let relay = try await Relay.start(options)
      // Clients that are being answered have that time to end.
      arguments.interruption.allow(seconds: 15)
      let shown = ListenAddress(place.host, port: relay.port).commandLineWord
      do {
        try tell(relay.pin, shown, path, isJSON: try arguments[json], arguments)
        while true { try await Task.sleep(for: .seconds(3600)) }
      } catch {
        await relay.stop()
        throw error
      }
    }
  }

  private static func tell(
    _ pin: String, _ address: String, _ folder: String, isJSON: Bool, _ arguments: Arguments
  ) throws {
    if isJSON {
      let object: JSONValue = ["address": .string(address), "pin": .string(pin), "folder": .string(folder)]
      return try arguments.output.write(Printable.json(object) + "\n")
    }
    try arguments.output.write("--relay \(address) --pin \(pin)\n")
    guard try !arguments[sharedOptions.quiet] else { return }
    let text = LocalizedText(
      """
      The relay runs. In other terminals, with what is above in the place of …:
        omamori-chat talk --as alice … bob
        omamori-chat talk --as bob … alice
      Control-C ends it.
      """,
      ja: """
        リレーが動作しています。別のターミナルで、… を上の行に置き換えて実行してください:
          omamori-chat talk --as alice … bob
          omamori-chat talk --as bob … alice
        Control-C で終了します。
        """)
    arguments.note(text[arguments.language] + "\n")
  }
}

extension ListenAddress {
  /// On this machine alone.
  fileprivate static func standard() throws -> ListenAddress {
    ListenAddress(try HostName("127.0.0.1"), port: 7443)
  }
}
