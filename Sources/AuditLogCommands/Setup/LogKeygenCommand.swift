import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

extension OmamoriTool {
  static let logKeygenCommand = Command(
    "keygen", HelpText("Make the key with which an auditor reads logs", ja: "監査者がログを読むための鍵を作る"),
    discussion: HelpText(
      """
      Writes the secret half to a new file that only you can read, and prints the half that 'omamori log init' takes. Make \
      it on the auditor's machine: with the secret half beside the log, whoever takes the machine reads everything.
      """,
      ja: """
        秘密鍵を自分だけが読める新しいファイルに書き込み、'omamori log init' に渡す公開鍵を出力します。監査者のマシンで作成してください。\
        秘密鍵をログと同じマシンに置くと、マシンを奪った者がすべてを読めます。
        """),
    examples: [
      Example(
        "omamori log keygen -o auditor.key",
        HelpText("Make a key and print its public half.", ja: "鍵を作り、公開鍵を表示します。")),
      Example(
        "omamori log keygen -y auditor.key", HelpText("Print the public half again.", ja: "公開鍵をもう一度表示します。")),
    ]
  ) { declare in
    let output = declare.option(
      "-o", "--output", value: "FILE", as: FilePath.self,
      help: HelpText("Where to write the secret half; never replaced.", ja: "秘密鍵の書き込み先。上書きはしません。"))
    let existing = declare.option(
      "-y", "--public-of", value: "FILE", as: FilePath.self,
      help: HelpText("Make no key; print the public half of this one.", ja: "鍵を作らず、この鍵の公開鍵を出力します。"))
    let json = declare.flag(
      "--json", help: HelpText("Write JSON, without the secret half.", ja: "JSON で出力します（秘密鍵は含みません）。"))
    return { arguments in
      let identity: AuditorIdentity
      let path: String
      switch (try arguments[output]?.string, try arguments[existing]?.string) {
      case (let output?, nil):
        (identity, path) = (try AuditorIdentity(), output)
        try SecretFile.create(output, identity.exportFile())
      case (nil, let existing?):
        (identity, path) = (try LogReaders.identity(inFile: existing, arguments), existing)
      default:
        throw CryptoFault.usage(
          HelpText("give either --output or --public-of", ja: "--output か --public-of のどちらかを指定してください"),
          hint: HelpText(
            "write 'omamori log keygen -o auditor.key' to make a key",
            ja: "鍵を作るには 'omamori log keygen -o auditor.key' と入力します"))
      }
      let text: JSONValue = ["file": .string(path), "auditor": .string(identity.key.text)]
      try arguments.output.write(
        (try arguments[json] ? text.text(.pretty) : identity.key.text) + "\n")
      return .success
    }
  }
}
