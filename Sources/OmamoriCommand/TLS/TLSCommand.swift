#if !canImport(Darwin)
import CommandLineKit

extension OmamoriTool {
  static let tlsCommand = Command(
    "tls", HelpText("Examine the TLS of servers", ja: "サーバーの TLS を調べる"),
    discussion: HelpText(
      "Servers are asked by handshakes alone; not a byte of HTTP is sent.",
      ja: "ハンドシェイクだけで調べます。HTTP のデータは一切送信しません。"),
    examples: [
      Example(
        "omamori tls diagnose api.example.com",
        HelpText("Would iOS connect, and if not, why?", ja: "iOS から接続できるかと、できない理由を調べます。"))
    ],
    commands: [tlsDiagnoseCommand])
}
#endif
