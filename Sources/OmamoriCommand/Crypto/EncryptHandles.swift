import CommandLineKit

/// The parameters of `omamori encrypt`.
struct EncryptHandles: Sendable {
  let path: Parameter<FilePath?>
  let audience: AudienceHandles
  let format: Parameter<FileFormat>
  let armor: Parameter<Bool>
  let work: WorkOptions

  init(_ declare: inout Declaration) {
    audience = AudienceHandles(&declare)
    format = declare.option(
      "--format", value: "FORMAT", default: .omamori,
      help: HelpText("The format of the result.", ja: "出力形式。"))
    armor = declare.flag(
      "-a", "--armor", help: HelpText("Write text instead of bytes (age only).", ja: "テキストで出力します（age のみ）。"))
    work = WorkOptions(&declare)
    path = declare.optionalArgument(
      "PATH", as: FilePath.self,
      help: HelpText("A file or a folder; standard input by default.", ja: "ファイルまたはフォルダー。既定は標準入力です。"))
  }
}
