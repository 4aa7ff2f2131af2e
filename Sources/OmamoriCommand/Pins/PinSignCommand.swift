import CommandLineKit
import OmamoriCore
import OmamoriTransport

extension OmamoriTool {
  static let pinSignCommand = Command(
    "sign", HelpText("Sign a pin set that apps can fetch", ja: "アプリが取得できるピンセットに署名する"),
    discussion: HelpText(
      """
      Every list needs a pin in use and one in reserve. The sequence has to grow with every set: apps never go back to a \
      smaller one. When the set ends, the pins that the app was built with count again.
      """,
      ja: """
        どの一覧にも、使用中のピンと予備のピンが必要です。番号はピンセットごとに増やしてください。アプリが小さい番号に戻ることは\
        ありません。期限が過ぎると、アプリに組み込まれたピンが再び有効になります。
        """),
    examples: [
      Example(
        "omamori pin sign pins.json --key pin-key.txt --audience com.example.app --sequence 7 -o pins.signed",
        HelpText("Sign for an app.", ja: "アプリ用に署名します。"))
    ]
  ) { declare in
    let handles = PinSignHandles(&declare)
    return { arguments in try PinSignRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori pin sign`.
struct PinSignHandles: Sendable {
  let file: Parameter<FilePath>
  let source: Parameter<PinFormat?>
  let keys: Parameter<[FilePath]>
  let audience: Parameter<String>
  let sequence: Parameter<Int>
  let days: Parameter<Int>
  let output: Parameter<FilePath?>

  init(_ declare: inout Declaration) {
    file = declare.argument(
      "PINFILE", as: FilePath.self,
      help: HelpText("The pins, in any format; - is standard input.", ja: "ピンのファイル（形式は自動判別）。- は標準入力です。"))
    source = declare.option(
      "--from", value: "FORMAT",
      help: HelpText("The format of PINFILE; found out by default.", ja: "PINFILE の形式。省略すると自動で判別します。"))
    keys = declare.options(
      "--key", value: "FILE",
      help: HelpText("The private key; up to four, each signs.", ja: "秘密鍵のファイル。4 個まで指定でき、それぞれが署名します。"))
    audience = declare.requiredOption(
      "--audience", value: "NAME",
      help: HelpText("Whom the set is for, such as an app's identifier.", ja: "対象。アプリの識別子など。"))
    sequence = declare.requiredOption(
      "--sequence", value: "N",
      help: HelpText("A number greater than in every set before.", ja: "これまでのどのピンセットより大きい番号。"))
    days = declare.option(
      "--days", value: "DAYS", default: 90,
      help: HelpText("How long the set counts.", ja: "ピンセットの有効日数。"))
    output = declare.option(
      "-o", "--output", value: "FILE", help: HelpText("Write to this file.", ja: "このファイルに書き込みます。"))
  }
}
