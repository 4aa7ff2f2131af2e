#if !canImport(Darwin)
public import CommandLineKit
import OmamoriCore
public import OmamoriTransport

extension PinVerdict.List: CommandLineValue {}

extension OmamoriTool {
  static let pinAddCommand = Command(
    "add", HelpText("Add the pin of a key in reserve", ja: "予備の鍵のピンを追加する"),
    discussion: HelpText(
      """
      Writes the pins again, in the same format, with a backup pin for each host. The key in reserve is given as a \
      certificate, as a public key or as the digest of a pin; a key that is pinned as one in use is no reserve. Keep its \
      private half off-line until the server changes to it.
      """,
      ja: """
        各ホストに予備のピンを加えて、同じ形式で出力します。予備の鍵は、証明書、公開鍵、またはピンのダイジェストで指定します。使用中の\
        鍵としてピン留めされている鍵は予備になりません。秘密鍵は、サーバーを切り替えるまでオフラインで保管してください。
        """),
    examples: [
      Example(
        "omamori pin add pins.json --backup next-public.pem > complete.json",
        HelpText("A public key in reserve.", ja: "予備の公開鍵を追加します。")),
      Example(
        "omamori pin add pins.json --host api.example.com --backup sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E= -o complete.json",
        HelpText("A digest, for one host.", ja: "1 つのホストにダイジェストを追加します。")),
    ]
  ) { declare in
    let handles = PinAddHandles(&declare)
    return { arguments in try PinAddRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori pin add`.
struct PinAddHandles: Sendable {
  let file: Parameter<FilePath>
  let source: Parameter<PinFormat?>
  let backups: Parameter<[FilePath]>
  let hosts: Parameter<[String]>
  let list: Parameter<PinVerdict.List?>
  let output: Parameter<FilePath?>

  init(_ declare: inout Declaration) {
    file = declare.argument(
      "PINFILE", as: FilePath.self,
      help: HelpText("The pins, in any format; - is standard input.", ja: "ピンのファイル（形式は自動判別）。- は標準入力です。"))
    source = declare.option(
      "--from", value: "FORMAT",
      help: HelpText("The format of PINFILE; found out by default.", ja: "PINFILE の形式。省略すると自動で判別します。"))
    backups = declare.options(
      "--backup", value: "KEY", isRequired: true,
      help: HelpText(
        "The key in reserve: the file of a certificate or a public key (PEM or DER), or sha256/ and a digest.",
        ja: "予備の鍵。証明書または公開鍵（PEM または DER）のファイル、または sha256/ とダイジェスト。"))
    hosts = declare.options(
      "--host", value: "HOST", help: HelpText("Add it to this host only.", ja: "このホストだけに追加します。"))
    list = declare.option(
      "--list", value: "LIST",
      help: HelpText(
        "The list to add it to, where a host has several.", ja: "ホストに複数の一覧がある場合に、追加する一覧。"))
    output = declare.option(
      "-o", "--output", value: "FILE",
      help: HelpText(
        "Write to this file, which is replaced if it exists.", ja: "このファイルに書き込みます（上書きします）。"))
  }
}
#endif
