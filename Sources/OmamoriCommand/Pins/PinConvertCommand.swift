import CommandLineKit
import OmamoriCore
import OmamoriTransport

extension OmamoriTool {
  static let pinConvertCommand = Command(
    "convert", HelpText("Write pins in another format", ja: "ピンを別の形式に変換する"),
    discussion: HelpText(
      """
      The formats differ in which names below a host they pin, in what counts where entries meet, in roles, depths and \
      expiry. Every difference is said on standard error, or in the JSON.
      """,
      ja: """
        形式によって、下位の名前の扱い、項目が重なる場合の規則、役割、深さ、有効期限が異なります。違いはすべて標準エラー出力、または \
        JSON に示します。
        """),
    examples: [
      Example(
        "omamori pin convert Info.plist --to okhttp",
        HelpText("From NSPinnedDomains to OkHttp.", ja: "NSPinnedDomains を OkHttp 用に変換します。")),
      Example(
        "omamori pin convert pins.xml --from android --to json -o pins.json",
        HelpText("To the form that loses nothing.", ja: "何も失われない形式に変換します。")),
    ]
  ) { declare in
    let handles = PinConvertHandles(&declare)
    return { arguments in try PinConvertRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori pin convert`.
struct PinConvertHandles: Sendable {
  let file: Parameter<FilePath>
  let source: Parameter<PinFormat?>
  let target: Parameter<PinFormat>
  let host: Parameter<String?>
  let placement: Parameter<PinPlacement>
  let output: Parameter<FilePath?>
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    file = declare.argument(
      "FILE", as: FilePath.self,
      help: HelpText("The pins; - is standard input.", ja: "ピンのファイル。- は標準入力です。"))
    source = declare.option(
      "--from", value: "FORMAT",
      help: HelpText("The format of FILE; found out by default.", ja: "FILE の形式。省略すると自動で判別します。"))
    target = declare.requiredOption(
      "--to", value: "FORMAT", help: HelpText("The format to write.", ja: "出力する形式。"))
    host = declare.option(
      "--host", value: "HOST",
      help: HelpText("The host of curl's lines that name none.", ja: "URL のない curl の行に適用するホスト。"))
    placement = declare.option(
      "--placement", value: "LIST", default: .leaf,
      help: HelpText(
        "The list for pins of any depth, where a format tells the server's key from authorities'.",
        ja: "サーバーと認証局の鍵を区別する形式で、深さを問わないピンを入れる一覧。"))
    output = declare.option(
      "-o", "--output", value: "FILE", help: HelpText("Write to this file.", ja: "このファイルに書き込みます。"))
    json = declare.flag(
      "--json", help: HelpText("Write the result and its differences as JSON.", ja: "結果と違いを JSON で出力します。"))
  }
}
