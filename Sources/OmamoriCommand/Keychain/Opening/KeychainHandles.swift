#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// The parameters of every command that works on a keychain: which one, and what opens it.
struct KeychainHandles: Sendable {
  let keychain: Parameter<KeychainFolder?>
  let witness: Parameter<FilePath?>
  let acceptsMissingWitness: Parameter<Bool>
  let isWithoutAgent: Parameter<Bool>
  let password: PasswordOptions
  let keyFile: Parameter<FilePath?>
  let isRecovering: Parameter<Bool>
  let usesTPM: Parameter<Bool>
  let usesSecretService: Parameter<Bool>
  let usesSystemd: Parameter<Bool>

  init(_ declare: inout Declaration) {
    keychain = declare.option(
      "-k", "--keychain", value: "FOLDER", environment: "OMAMORI_KEYCHAIN",
      help: HelpText("The folder of the keychain.", ja: "キーチェーンのフォルダー。"))
    witness = declare.option(
      "--witness", value: "FILE", environment: "OMAMORI_WITNESS",
      help: HelpText(
        "Note the newest state in this file, best on another disk, and refuse older copies of the keychain.",
        ja: "最新の状態をこのファイル（別のディスクを推奨）に記録し、古いコピーのキーチェーンを拒否します。"))
    acceptsMissingWitness = declare.flag(
      "--accept-missing-witness",
      help: HelpText(
        """
        Open the keychain also when the witness that knew it is gone or out of reach: an older copy goes unnoticed this \
        once. A damaged witness is refused all the same; move it away first.
        """,
        ja: """
          このキーチェーンを記録していた証人ファイルがない場合や読めない場合にも開きます。このときだけは、古いコピーのキーチェーンを\
          検出できません。壊れた証人ファイルは拒否されるため、先に別の場所へ移してください。
          """))
    isWithoutAgent = declare.flag(
      "--no-agent", help: HelpText("Do not use the agent.", ja: "エージェントを使用しません。"))
    password = PasswordOptions(&declare)
    keyFile = declare.option(
      "--key-file", value: "FILE", help: HelpText("Open it with this key file.", ja: "この鍵ファイルで開きます。"))
    isRecovering = declare.flag(
      "--recovery-code", help: HelpText("Ask for a recovery code.", ja: "復旧コードを尋ねます。"))
    usesTPM = declare.flag("--tpm", help: HelpText("Open it with the TPM.", ja: "TPM で開きます。"))
    usesSecretService = declare.flag(
      "--secret-service", help: HelpText("Open it with the Secret Service.", ja: "Secret Service で開きます。"))
    usesSystemd = declare.flag(
      "--systemd-credential",
      help: HelpText("Open it with a credential of systemd.", ja: "systemd のクレデンシャルで開きます。"))
  }

  /// The folder of the keychain, whether there is one or not.
  func folder(_ arguments: Arguments) throws -> String {
    try arguments[keychain]?.path ?? KeychainFile.defaultFolder
  }

  /// What opens the keychain, as far as the command line says it.
  ///
  /// - Returns: What was asked for, or `nil` when nothing was.
  /// - Throws: ``CryptoFault``, `KeychainError`, `CancellationError`.
  func typedCredential(_ arguments: Arguments) async throws -> SlotCredential? {
    let isPassword = try password.isGiven(arguments)
    let (recovering, tpm) = (try arguments[isRecovering], try arguments[usesTPM])
    let (service, systemd) = (try arguments[usesSecretService], try arguments[usesSystemd])
    let file = try arguments[keyFile]?.string
    // A PIN comes the same way as a password.
    let ways = [isPassword && !tpm, file != nil, recovering, tpm, service, systemd]
    guard ways.count(where: \.self) <= 1 else {
      throw CryptoFault.usage(
        HelpText("several ways to open the keychain were given", ja: "キーチェーンを開く方法が複数指定されています"),
        hint: HelpText("give one of them", ja: "どれか 1 つを指定してください"))
    }
    if let file { return .keyFile(path: KeychainFolder(commandLine: file)?.path ?? file) }
    if tpm { return .tpm(pin: isPassword ? try await password.password(arguments, isNew: false) : nil) }
    if service { return .secretService }
    if systemd { return .systemdCredential }
    if recovering { return .recoveryCode(try await Self.recoveryCode(arguments)) }
    return isPassword ? .passphrase(try await password.password(arguments, isNew: false)) : nil
  }

  /// Asks for the password.
  func askedCredential(_ arguments: Arguments) async throws -> SlotCredential {
    let subject = LocalizedText("the keychain", ja: "キーチェーン")
    do {
      return .passphrase(try await password.password(arguments, isNew: false, of: subject))
    } catch let fault as CryptoFault where fault == .noTerminal {
      throw CryptoFault.locked
    }
  }

  private static func recoveryCode(_ arguments: Arguments) async throws -> RecoveryCode {
    let question = LocalizedText("Recovery code: ", ja: "復旧コード: ")
    return try RecoveryCode(reading: try await TerminalPrompt.ask(question[arguments.reportLanguage]).copy())
  }
}

extension CryptoFault {
  /// The keychain is locked, and there is nobody to ask.
  static let locked = CryptoFault(
    .failure,
    HelpText(
      "the keychain is locked, and there is no terminal to ask for its password",
      ja: "キーチェーンがロックされており、パスワードを入力する端末がありません"),
    hint: HelpText(
      "run 'omamori keychain unlock' before, or give --password-file or --password-fd",
      ja: "先に 'omamori keychain unlock' を実行するか、--password-file または --password-fd を指定してください"))
}
#endif
