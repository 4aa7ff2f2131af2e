import CommandLineKit
import CommandSupport
import OmamoriAuth
import OmamoriCore

extension OmamoriTool {
  static let jwkCommand = Command(
    "jwk", HelpText("Make JSON Web Keys and show their public halves", ja: "JSON Web Key を作成し、公開鍵を表示する"),
    discussion: HelpText(
      "Keys are read as JSON Web Keys, as sets of them, or in PEM. Private keys are written to new files that only you can read.",
      ja: "JSON Web Key、そのセット、PEM 形式の鍵を読み込めます。秘密鍵は自分だけが読める新しいファイルに書き込みます。"),
    examples: [
      Example(
        "omamori jwk generate P-256 --algorithm ES256 -o key.json",
        HelpText("Make a key and print its public half.", ja: "鍵を作り、公開鍵を表示します。")),
      Example(
        "omamori jwk public --set key.json next.json > jwks.json",
        HelpText("The set that a server publishes.", ja: "サーバーが公開する鍵セットを作ります。")),
    ],
    commands: [jwkGenerateCommand, jwkPublicCommand, jwkThumbprintCommand])
}

extension OmamoriTool {
  static let jwkPublicCommand = Command(
    "public", HelpText("Print the public half of keys", ja: "公開鍵を出力する"),
    discussion: HelpText(
      "Secrets that both sides share have no public half and are refused.", ja: "双方で共有する鍵には公開鍵がないため、エラーになります。"
    ),
    examples: [
      Example("omamori jwk public key.json", HelpText("One key.", ja: "1 つの鍵の公開鍵です。")),
      Example(
        "omamori jwk public AuthKey.p8", HelpText("A key in PEM, as JSON.", ja: "PEM 形式の鍵を JSON に変換します。")),
      Example(
        "omamori jwk public --set key.json next.json > jwks.json",
        HelpText("A set, such as servers publish.", ja: "サーバーが公開する鍵セットを作ります。")),
    ]
  ) { declare in
    let files = declare.arguments(
      "FILE", as: FilePath.self,
      help: HelpText("Keys, or sets of keys; standard input by default.", ja: "鍵または鍵セットのファイル。既定は標準入力です。"))
    let isSet = declare.flag("--set", help: HelpText("Write a set of keys.", ja: "鍵セットとして出力します。"))
    return { arguments in
      let (members, hasSet) = try publicKeys(try arguments[files].map(\.string), arguments)
      if try arguments[isSet] || hasSet {
        try arguments.output.write(TerminalJSON.text(["keys": .array(members)], .pretty) + "\n")
      } else {
        try arguments.output.write(members.map { TerminalJSON.text($0) + "\n" }.joined())
      }
      return .success
    }
  }

  /// The public keys of files, and whether one of them was a set.
  private static func publicKeys(_ paths: [String], _ arguments: Arguments) throws -> ([JSONValue], Bool) {
    var (members, hasSet, names): ([JSONValue], Bool, Set<String>) = ([], false, [])
    for path in paths.isEmpty ? ["-"] : paths {
      let document = try KeyDocument(path, arguments)
      if case .set = document { hasSet = true }
      for key in document.keys {
        guard let object = key.publicMembers else { throw CryptoFault.noPublicKey(path) }
        if let name = key.identifier, !names.insert(name).inserted {
          throw CryptoFault(AuthError.key(.duplicateIdentifier), about: path)
        }
        members.append(.object(object))
      }
    }
    return (members, hasSet)
  }
}

extension CryptoFault {
  fileprivate static func noPublicKey(_ path: String) -> CryptoFault {
    usage(
      HelpText(
        "\(Printable.quote(path)) has a secret, which has no public half",
        ja: "\(Printable.quote(path)) は共通鍵のため、公開鍵がありません"),
      hint: HelpText("never publish it; use a key pair instead", ja: "共通鍵は公開できません。鍵ペアを使用してください"))
  }
}

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
