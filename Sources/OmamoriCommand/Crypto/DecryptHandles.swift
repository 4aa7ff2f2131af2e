import CommandLineKit

/// The parameters of `omamori decrypt`.
struct DecryptHandles: Sendable {
  let path: Parameter<FilePath?>
  let identities: Parameter<[FilePath]>
  let asksPassword: Parameter<Bool>
  let password: PasswordOptions
  let extract: Parameter<DirectoryPath?>
  let allowsOutsideLinks: Parameter<Bool>
  let work: WorkOptions

  init(_ declare: inout Declaration) {
    identities = declare.options(
      "-i", "--identity", value: "FILE",
      help: HelpText("Decrypt with the identities in a file.", ja: "ファイルに書かれた秘密鍵で復号します。"))
    asksPassword = declare.flag(
      "-p", "--password", help: HelpText("Ask for the password.", ja: "パスワードを尋ねます。"))
    password = PasswordOptions(&declare)
    extract = declare.option(
      "--extract", value: "FOLDER", as: DirectoryPath.self,
      help: HelpText("Unpack an encrypted folder into a new folder.", ja: "暗号化されたフォルダーを新しいフォルダーに展開します。"))
    allowsOutsideLinks = declare.flag(
      "--allow-outside-links",
      help: HelpText(
        "With --extract, accept symbolic links that lead out of the folder.",
        ja: "--extract で、フォルダーの外を指すシンボリックリンクを許可します。"))
    work = WorkOptions(&declare)
    path = declare.optionalArgument(
      "FILE", as: FilePath.self,
      help: HelpText("The encrypted file; standard input by default.", ja: "暗号化されたファイル。既定は標準入力です。"))
  }
}
