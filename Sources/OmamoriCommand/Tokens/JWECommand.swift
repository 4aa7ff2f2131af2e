#if !canImport(Darwin)
import CommandLineKit

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
#endif
