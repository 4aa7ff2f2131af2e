import CommandLineKit

/// The parameters of `omamori password verify`.
struct PasswordVerifyHandles: Sendable {
  let hash: Parameter<String?>
  let hashFile: Parameter<FilePath?>
  let json: Parameter<Bool>
  let password: PasswordOptions

  init(_ declare: inout Declaration) {
    hash = declare.optionalArgument(
      "HASH", as: String.self,
      help: HelpText("The hash, in single quotes.", ja: "ハッシュ（一重引用符で囲みます）。"))
    hashFile = declare.option(
      "--hash-file", value: "FILE",
      help: HelpText("Read the hash from a file; - is standard input.", ja: "ハッシュをファイルから読み込みます。- は標準入力です。"))
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    password = PasswordOptions(&declare)
  }
}
