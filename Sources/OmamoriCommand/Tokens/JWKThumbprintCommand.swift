#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuth
import OmamoriCore

extension OmamoriTool {
  static let jwkThumbprintCommand = Command(
    "thumbprint", HelpText("Print the thumbprints of keys", ja: "鍵のサムプリントを出力する"),
    discussion: HelpText(
      """
      The SHA-256 thumbprint of RFC 7638 in base64url: the same for a private key and its public half, in JSON or PEM, \
      whatever the key is called. Do not publish that of a secret: others can try guesses at it.
      """,
      ja: """
        RFC 7638 の SHA-256 サムプリントを base64url で出力します。秘密鍵と公開鍵、JSON と PEM、鍵の名前の違いによらず同じ値です。\
        共通鍵のサムプリントは推測の手掛かりになるため、公開しないでください。
        """),
    examples: [Example("omamori jwk thumbprint key.json", HelpText("The name of a key.", ja: "鍵のサムプリントです。"))]
  ) { declare in
    let file = declare.optionalArgument(
      "FILE", as: FilePath.self,
      help: HelpText("A key, or a set of keys; standard input by default.", ja: "鍵または鍵セットのファイル。既定は標準入力です。"))
    return { arguments in
      let document = try KeyDocument(try arguments[file]?.string ?? "-", arguments)
      try arguments.output.write(document.keys.map { $0.thumbprint + "\n" }.joined())
      return .success
    }
  }
}
#endif
