import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport

extension OmamoriTool {
  static let pinKeygenCommand = Command(
    "keygen", HelpText("Make the key that signs pin sets", ja: "ピンセットに署名する鍵を作る"),
    discussion: HelpText(
      """
      Writes the private key to a new file that only you can read, and prints the public key, which is built into apps. \
      Keep the file on a machine that is not connected, and a copy of it. Build apps with a second public key, too, so \
      that the first can be given up.
      """,
      ja: """
        秘密鍵を自分だけが読める新しいファイルに書き込み、アプリに組み込む公開鍵を出力します。秘密鍵はネットワークに接続していない機器で\
        保管し、控えも取ってください。最初の鍵を交換できるように、アプリには 2 つ目の公開鍵も組み込んでください。
        """),
    examples: [
      Example(
        "omamori pin keygen -o pin-key.txt",
        HelpText("Make a key and print its public half.", ja: "鍵を作り、公開鍵を表示します。"))
    ]
  ) { declare in
    let output = declare.requiredOption(
      "-o", "--output", value: "FILE", as: FilePath.self,
      help: HelpText("Where to write the private key; never an existing file.", ja: "秘密鍵の書き込み先（既存のファイルは不可）。"))
    let json = declare.flag(
      "--json", help: HelpText("Write JSON, without the private key.", ja: "JSON で出力します（秘密鍵は含みません）。"))
    return { arguments in
      let path = try arguments[output].string
      let text = PinSigningKeyText(try PinSecretKeyFile.create(path))
      guard try arguments[json] else {
        try arguments.output.write(text.commandLineWord + "\n")
        return .success
      }
      var object: JSONObject = ["file": .string(path)]
      for member in text.json.objectValue?.members ?? [] { object[member.name] = member.value }
      try arguments.output.write(JSONValue.object(object).text(.pretty) + "\n")
      return .success
    }
  }
}

/// The public key of signed pin sets as it is typed: `omamori-pin-key:` and Base64URL.
struct PinSigningKeyText: CommandLineValue {
  static let prefix = "omamori-pin-key:"

  /// The key.
  let key: PinSigningKey

  init(_ key: PinSigningKey) { self.key = key }

  /// Reads a key.
  init?(commandLine word: String) {
    guard word.hasPrefix(Self.prefix), let bytes = try? Base64URL.decode(word.dropFirst(Self.prefix.count)),
      let key = try? PinSigningKey(rawRepresentation: Data(bytes))
    else { return nil }
    self.key = key
  }

  /// The key as a text.
  var commandLineWord: String { Self.prefix + Base64URL.encode(Array(key.rawRepresentation)) }

  /// Says which form is wanted.
  static var expectation: HelpText? {
    HelpText(
      "the public key that 'omamori pin keygen' printed (omamori-pin-key:…)",
      ja: "'omamori pin keygen' が出力した公開鍵（omamori-pin-key:…）")
  }

  /// For programs.
  var json: JSONValue {
    [
      "publicKey": .string(commandLineWord), "base64": .string(key.rawRepresentation.base64EncodedString()),
      "identifier": .string(Base64URL.encode(key.identifier)),
    ]
  }
}
