package import CommandLineKit
package import CommandSupport
package import OmamoriCrypto

/// Who a command line encrypts for.
package enum Audience: Sendable {
  case recipients([Recipient])
  /// A password, which is asked for last.
  case password

  /// Reads the recipients that a command line names.
  ///
  /// - Throws: ``CryptoFault``.
  package init(_ arguments: Arguments, _ handles: AudienceHandles) throws {
    let files = KeyFiles(arguments: arguments)
    var recipients: [Recipient] = []
    for text in try arguments[handles.recipients] { recipients.append(try files.recipient(text)) }
    for file in try arguments[handles.recipientFiles] {
      recipients += try files.recipients(inFile: file.string)
    }
    for file in try arguments[handles.identities] {
      recipients += try files.identities(inFile: file.string).map(\.recipient)
    }
    let wantsPassword = try arguments[handles.asksPassword] || handles.password.isGiven(arguments)
    switch (recipients.isEmpty, wantsPassword) {
    case (false, false): self = .recipients(Self.unique(recipients))
    case (true, true): self = .password
    case (false, true):
      throw CryptoFault.usage(
        HelpText("a file is for recipients or for a password, not for both", ja: "公開鍵とパスワードは同時に使えません"),
        hint: HelpText("encrypt it twice, into two files", ja: "2 つのファイルに分けて暗号化してください"))
    case (true, false):
      throw CryptoFault.usage(
        HelpText("nobody to encrypt for", ja: "暗号化の宛先がありません"),
        hint: HelpText(
          "give -r RECIPIENT, -R FILE or -p; 'omamori keygen -o key.txt' makes a key",
          ja: "-r RECIPIENT、-R FILE、-p のいずれかを指定してください。鍵は 'omamori keygen -o key.txt' で作れます"))
    }
  }

  private static func unique(_ recipients: [Recipient]) -> [Recipient] {
    var seen: Set<Recipient> = []
    return recipients.filter { seen.insert($0).inserted }
  }
}

/// The parameters that say who a file is encrypted for.
package struct AudienceHandles: Sendable {
  let recipients: Parameter<[String]>
  package let recipientFiles: Parameter<[FilePath]>
  package let identities: Parameter<[FilePath]>
  let asksPassword: Parameter<Bool>
  package let password: PasswordOptions

  /// Declares the parameters.
  ///
  /// - Parameters:
  ///   - declare: Collects them.
  ///   - prefix: What the names of the options for the password begin with, where a command takes two.
  package init(_ declare: inout Declaration, prefix: String = "") {
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
