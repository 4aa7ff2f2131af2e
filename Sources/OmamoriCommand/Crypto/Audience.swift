import CommandLineKit
import OmamoriCrypto

/// Who a command line encrypts for.
enum Audience: Sendable {
  case recipients([Recipient])
  /// A password, which is asked for last.
  case password

  /// Reads the recipients that a command line names.
  ///
  /// - Throws: ``CryptoFault``.
  init(_ arguments: Arguments, _ handles: AudienceHandles) throws {
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
