#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriTransport

extension OmamoriTool {
  static let pinFetchCommand = Command(
    "fetch", HelpText("Show the pins of servers", ja: "サーバーのピンを表示する"),
    discussion: HelpText(
      """
      Shows the chain of each server with the pins of every key and certificate. A chain that does not lead to a trusted \
      root is said to be unverified: it may be anybody's. With --format a document of pins is written, for verified chains \
      only.
      """,
      ja: """
        各サーバーのチェーンと、すべての鍵および証明書のピンを表示します。信頼するルートに至らないチェーンは「未検証」と表示します（別の\
        サーバーのものである可能性があります）。--format を指定すると、検証済みのチェーンに限りピンの文書を出力します。
        """),
    examples: [
      Example("omamori pin fetch api.example.com", HelpText("All pins.", ja: "すべてのピンを表示します。")),
      Example(
        "omamori pin fetch api.example.com --format nspinneddomains",
        HelpText("For Info.plist.", ja: "Info.plist 用に出力します。")),
      Example(
        "omamori pin fetch a.example.com b.example.com --format json > pins.json",
        HelpText("A set to work with.", ja: "作業用のピンセットを作ります。")),
    ],
    exitCodes: [
      ExitMeaning(.findings, HelpText("A chain is not verified.", ja: "検証できないチェーンがあります。"))
    ]
  ) { declare in
    let handles = PinFetchHandles(&declare)
    return { arguments in try await PinFetchRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori pin fetch`.
struct PinFetchHandles: Sendable {
  let servers: Parameter<[ServerAddress]>
  let format: Parameter<PinFormat?>
  let depth: Parameter<Int>
  let isUnverifiedAllowed: Parameter<Bool>
  let probe: ProbeOptions
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    servers = declare.arguments(
      "HOST[:PORT]", as: ServerAddress.self, isRequired: true,
      help: HelpText("The servers; the port is 443 by default.", ja: "サーバー。ポートの既定は 443 です。"))
    format = declare.option(
      "--format", value: "FORMAT",
      help: HelpText("Write a document of pins in this format.", ja: "この形式のピンの文書を出力します。"))
    depth = declare.option(
      "--depth", value: "N", default: 0,
      help: HelpText(
        "Whose key the document pins; 0 is the server's.", ja: "文書でピン留めする鍵の深さ。0 はサーバー自身の鍵です。"))
    isUnverifiedAllowed = declare.flag(
      "--unverified",
      help: HelpText("Write the pins of unverified chains, too.", ja: "未検証のチェーンのピンも文書に含めます。"))
    probe = ProbeOptions(&declare)
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
  }
}
#endif
