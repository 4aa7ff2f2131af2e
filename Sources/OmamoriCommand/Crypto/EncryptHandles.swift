import CommandLineKit

/// The parameters of `omamori encrypt`.
struct EncryptHandles: Sendable {
  let path: Parameter<FilePath?>
  let recipients: Parameter<[String]>
  let recipientFiles: Parameter<[FilePath]>
  let identities: Parameter<[FilePath]>
  let asksPassword: Parameter<Bool>
  let password: PasswordOptions
  let format: Parameter<FileFormat>
  let armor: Parameter<Bool>
  let work: WorkOptions

  init(_ declare: inout Declaration) {
    recipients = declare.options(
      "-r", "--recipient", value: "RECIPIENT",
      help: HelpText("Encrypt for this recipient (age1…).", ja: "この公開鍵（age1…）に向けて暗号化します。"))
    recipientFiles = declare.options(
      "-R", "--recipients-file", value: "FILE",
      help: HelpText("Encrypt for the recipients in a file.", ja: "ファイルに書かれた公開鍵に向けて暗号化します。"))
    identities = declare.options(
      "-i", "--identity", value: "FILE",
      help: HelpText("Encrypt for the owner of these identities.", ja: "この秘密鍵の持ち主に向けて暗号化します。"))
    asksPassword = declare.flag(
      "-p", "--password", help: HelpText("Ask for a password to encrypt with.", ja: "暗号化に使うパスワードを尋ねます。"))
    password = PasswordOptions(&declare)
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
