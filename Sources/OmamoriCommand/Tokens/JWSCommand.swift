#if !canImport(Darwin)
import CommandLineKit

extension OmamoriTool {
  static let jwsCommand = Command(
    "jws", HelpText("Verify signed messages (JSON Web Signature)", ja: "署名付きメッセージ（JSON Web Signature）を検証する"),
    discussion: HelpText(
      """
      The content of a JSON Web Signature is anything: a text, a file, a document. Where it is claims of a token, use 'omamori \
      jwt verify', which also looks at who issued them, for whom and until when.
      """,
      ja: """
        JSON Web Signature の内容は、テキストやファイルなど何でも構いません。トークンのクレームには、発行者、対象者、有効期限も\
        確認する 'omamori jwt verify' を使用してください。
        """),
    examples: [
      Example(
        "omamori jws verify message.jws -a ES256 --key public.pem -o document",
        HelpText("Write the content if its signature holds.", ja: "署名が正しければ内容を書き出します。"))
    ],
    commands: [jwsVerifyCommand])
}
#endif
