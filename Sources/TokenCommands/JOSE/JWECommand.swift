import CommandLineKit
import CommandSupport
import OmamoriAuth

extension OmamoriTool {
  static let jweCommand = Command(
    "jwe", HelpText("Decrypt messages (JSON Web Encryption)", ja: "暗号化メッセージ（JSON Web Encryption）を復号する"),
    discussion: HelpText(
      """
      What was encrypted with a public key may come from anybody: decrypting proves nothing about who wrote it. A token \
      inside has to be verified with 'omamori jwt verify'. For files, use 'omamori encrypt' and 'omamori decrypt'.
      """,
      ja: """
        公開鍵で暗号化された内容は、誰でも作成できます。復号できても、作成者の証明にはなりません。内側のトークンは 'omamori jwt \
        verify' で検証してください。ファイルには 'omamori encrypt' と 'omamori decrypt' を使用してください。
        """),
    examples: [
      Example(
        "omamori jwe decrypt message.jwe --key private.json -a ECDH-ES+A256KW",
        HelpText("Decrypt with a private key.", ja: "秘密鍵で復号します。"))
    ],
    commands: [jweDecryptCommand])
}

extension OmamoriTool {
  static let jweDecryptCommand = Command(
    "decrypt", HelpText("Write the content of an encrypted message", ja: "暗号化メッセージの内容を出力する"),
    discussion: HelpText(
      """
      Reads the compact form and both JSON forms (RFC 7516). The content is written whole or not at all. RSA1_5 is not \
      offered. What was encrypted with a public key may come from anybody: decide nothing on it before a signature inside \
      was verified.
      """,
      ja: """
        コンパクト形式と 2 つの JSON 形式（RFC 7516）に対応します。内容は完全な形でのみ出力します。RSA1_5 には対応しません。公開鍵で\
        暗号化された内容は誰でも作成できます。内側の署名を検証するまで、内容に基づいて判断しないでください。
        """),
    examples: [
      Example(
        "omamori jwe decrypt message.jwe --key private.json -a ECDH-ES+A256KW",
        HelpText("With a private key.", ja: "秘密鍵で復号します。")),
      Example(
        "omamori jwe decrypt message.jwe -p -a PBES2-HS256+A128KW -o document",
        HelpText("With a password that is asked for, into a file.", ja: "尋ねられたパスワードで復号し、ファイルに書き込みます。")),
      Example(
        "omamori jwe decrypt token.jwe --key private.pem -a RSA-OAEP-256 | omamori jwt verify --issuer https://login.example.com --audience app -a ES256 --keys jwks.json",
        HelpText("A token inside, which is verified then.", ja: "内側のトークンを復号後に検証します。")),
    ],
    exitCodes: [
      ExitMeaning(.success, HelpText("The content was written.", ja: "内容を出力しました。")),
      ExitMeaning(
        .findings,
        HelpText(
          "The key or the password is wrong, the message was changed, or its algorithms are not taken.",
          ja: "鍵またはパスワードの誤り、メッセージの改変、または許可していないアルゴリズムです。")),
    ]
  ) { declare in
    let handles = JWEDecryptHandles(&declare)
    return { arguments in try await JWEDecryptRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori jwe decrypt`.
struct JWEDecryptHandles: Sendable {
  let file: Parameter<FilePath?>
  let keys: Parameter<[FilePath]>
  let asksPassword: Parameter<Bool>
  let password: PasswordOptions
  let algorithms: Parameter<[KeyManagementAlgorithm]>
  let encryptions: Parameter<[ContentEncryptionAlgorithm]>
  let takesCompressed: Parameter<Bool>
  let output: ContentOutput
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    file = declare.optionalArgument(
      "FILE", as: FilePath.self,
      help: HelpText("The message; standard input by default.", ja: "メッセージのファイル。既定は標準入力です。"))
    keys = declare.options(
      "--key", value: "FILE",
      help: HelpText(
        "Decrypt with this private key or secret, or one of this set (JSON or PEM).",
        ja: "この秘密鍵、共通鍵、または鍵セットの鍵（JSON または PEM）で復号します。"))
    asksPassword = declare.flag(
      "-p", "--password", help: HelpText("Ask for the password.", ja: "パスワードを尋ねます。"))
    password = PasswordOptions(&declare)
    algorithms = declare.options(
      "-a", "--algorithm", value: "NAME", isRequired: true,
      help: HelpText("How its key may be encrypted (alg).", ja: "許可する鍵の暗号化方式（alg）。"))
    encryptions = declare.options(
      "--encryption", value: "NAME",
      help: HelpText(
        "How the content may be encrypted (enc); all by default.", ja: "許可する内容の暗号化方式（enc）。既定はすべてです。"))
    takesCompressed = declare.flag(
      "--allow-compressed",
      help: HelpText(
        "Take compressed content (zip), of at most 256 KiB.", ja: "圧縮された内容（zip）を 256 KiB まで許可します。"))
    output = ContentOutput(&declare)
    json = declare.flag(
      "--json",
      help: HelpText(
        "Write a report in JSON; the content is in it (base64url) without --output.",
        ja: "結果を JSON で出力します。--output がなければ内容（base64url）も含みます。"))
  }
}
