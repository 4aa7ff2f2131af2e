package import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore
package import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile

/// The kinds of slots as words of the command line.
enum SlotWord: String, CaseIterable, CommandLineValue {
  case password
  case keyFile = "key-file"
  case recoveryCode = "recovery-code"
  case tpm
  case secretService = "secret-service"
  case systemdCredential = "systemd-credential"

  var kind: SlotKind {
    switch self {
    case .password: .passphrase
    case .keyFile: .keyFile
    case .recoveryCode: .recoveryCode
    case .tpm: .tpm
    case .secretService: .secretService
    case .systemdCredential: .systemdCredential
    }
  }

  /// The word for a kind.
  init(_ kind: SlotKind) { self = Self.allCases.first { $0.kind == kind } ?? .password }
}

/// A slot on its way into a keychain, with the recovery code to be shown when it is there.
struct PreparedSlot {
  let slot: NewSlot
  var recoveryCode: RecoveryCode?
  /// The password, where it is one.
  var password: Password?
}

extension PreparedSlot {
  /// A slot with a password that is asked for.
  init(asking arguments: Arguments, _ options: PasswordOptions, name: String) async throws {
    let subject = LocalizedText("the keychain", ja: "キーチェーン")
    let password = try await options.password(arguments, isNew: true, of: subject)
    try PasswordHint.show(password, arguments)
    self.init(slot: NewSlot(name, .passphrase(password)), password: password)
  }

  /// A slot with a key file: one that is there, or a new one.
  init(keyFile path: String, name: String) {
    let path = KeychainFolder(commandLine: path)?.path ?? path
    // because the name is a string that outlives the call
    let isThere = unsafe access(path, F_OK) == 0
    self.init(slot: NewSlot(name, isThere ? .keyFile(path: path) : .newKeyFile(path: path)))
  }

  /// A slot with a new recovery code.
  init(recoveryCodeNamed name: String) throws {
    let code = try RecoveryCode()
    self.init(slot: NewSlot(name, .recoveryCode(code)), recoveryCode: code)
  }

  /// Prints the recovery code, once and for all; the code is not kept anywhere.
  func showRecoveryCode(_ arguments: Arguments) throws {
    guard let recoveryCode else { return }
    if try !arguments[sharedOptions.quiet] {
      let text = HelpText(
        "Write the recovery code down and keep it away from this machine; it is not shown again:",
        ja: "復旧コードを書き留め、このマシンとは別の場所に保管してください。再表示はできません:")
      arguments.note(text[arguments.language] + "\n")
    }
    let code = SecretFile.write(recoveryCode.text(), to: arguments.output.descriptor)
    guard code == 0 else { throw CommandLineError.writeFailed(path: nil, code: code) }
    try arguments.output.write("\n")
  }
}

/// Says when a new password is easy to guess.
package enum PasswordHint {
  package static func show(_ password: Password, _ arguments: Arguments) throws {
    guard password.byteCount < 14, try !arguments[sharedOptions.quiet] else { return }
    arguments.warn(
      HelpText("the password is short", ja: "パスワードが短めです"),
      hint: HelpText(
        "whoever copies the keychain can guess as long as they like: four random words or more are better",
        ja: "キーチェーンをコピーされると無制限に推測されます。無作為な 4 語以上を推奨します"))
  }
}
