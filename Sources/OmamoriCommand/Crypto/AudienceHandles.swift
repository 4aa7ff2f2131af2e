import CommandLineKit

/// The parameters that say who a file is encrypted for.
struct AudienceHandles: Sendable {
  let recipients: Parameter<[String]>
  let recipientFiles: Parameter<[FilePath]>
  let identities: Parameter<[FilePath]>
  let asksPassword: Parameter<Bool>
  let password: PasswordOptions

  /// Declares the parameters.
  ///
  /// - Parameters:
  ///   - declare: Collects them.
  ///   - prefix: What the names of the options for the password begin with, where a command takes two.
  init(_ declare: inout Declaration, prefix: String = "") {
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
      "-p", "--\(prefix)password",
      help: HelpText("Ask for a password to encrypt with.", ja: "暗号化に使うパスワードを尋ねます。"))
    password = PasswordOptions(&declare, prefix: prefix)
  }
}
