package import CommandLineKit
package import CommandSupport
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile

/// The parameters of every command that works on a keychain: which one, and what opens it.
package struct KeychainHandles: Sendable {
  let keychain: Parameter<KeychainFolder?>
  let witness: Parameter<FilePath?>
  let acceptsMissingWitness: Parameter<Bool>
  let isWithoutAgent: Parameter<Bool>
  package let password: PasswordOptions
  let keyFile: Parameter<FilePath?>
  let isRecovering: Parameter<Bool>
  let recoveryFile: Parameter<FilePath?>
  let recoveryDescriptor: Parameter<Int?>
  let usesTPM: Parameter<Bool>
  let usesSecretService: Parameter<Bool>
  let usesSystemd: Parameter<Bool>

  package init(_ declare: inout Declaration) {
    keychain = declare.option(
      "-k", "--keychain", value: "FOLDER", environment: "OMAMORI_KEYCHAIN",
      help: HelpText("The folder of the keychain.", ja: "キーチェーンのフォルダ。"))
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
    recoveryFile = declare.option(
      "--recovery-code-file", value: "FILE",
      help: HelpText("Read the recovery code from a file.", ja: "復旧コードをファイルから読み込みます。"))
    recoveryDescriptor = declare.option(
      "--recovery-code-fd", value: "N",
      help: HelpText(
        "Read the recovery code from this open file descriptor.", ja: "復旧コードをこのファイルディスクリプタから読み込みます。"))
    usesTPM = declare.flag("--tpm", help: HelpText("Open it with the TPM.", ja: "TPM で開きます。"))
    usesSecretService = declare.flag(
      "--secret-service", help: HelpText("Open it with the Secret Service.", ja: "Secret Service で開きます。"))
    usesSystemd = declare.flag(
      "--systemd-credential",
      help: HelpText("Open it with a credential of systemd.", ja: "systemd のクレデンシャルで開きます。"))
  }

  /// The folder of the keychain, whether there is one or not.
  package func folder(_ arguments: Arguments) throws -> String {
    if let named = try arguments[keychain]?.path { return named }
    let folder = KeychainFile.defaultFolder
    guard arguments.environment["HOME"] != nil || arguments.environment["XDG_DATA_HOME"] != nil else {
      throw CryptoFault.usage(
        HelpText(
          "HOME is not set, so there is no usual place of a keychain",
          ja: "HOME が設定されていないため、キーチェーンの既定の場所が決まりません"),
        hint: HelpText("set HOME, or give --keychain FOLDER", ja: "HOME を設定するか、--keychain FOLDER を指定してください"))
    }
    return folder
  }

  /// What opens the keychain, as far as the command line says it.
  ///
  /// - Returns: What was asked for, or `nil` when nothing was.
  /// - Throws: ``CryptoFault``, `KeychainError`, `CancellationError`.
  func typedCredential(_ arguments: Arguments) async throws -> SlotCredential? {
    let isPassword = try password.isGiven(arguments)
    let (recovering, tpm) = (try isRecoveryCodeGiven(arguments), try arguments[usesTPM])
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
    if recovering { return .recoveryCode(try await recoveryCode(arguments)) }
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

  /// The files that the keychain is opened with, and its witness.
  func files(_ arguments: Arguments) throws -> [String] {
    let recovery =
      try arguments[recoveryFile]?.string ?? arguments[recoveryDescriptor].map { "/dev/fd/\($0)" }
    let named = [try password.source(arguments), try arguments[keyFile]?.string, recovery]
    return (named + [try witnessPath(arguments)]).compactMap(\.self)
  }

  /// Whether a recovery code is to open the keychain, wherever it comes from.
  func isRecoveryCodeGiven(_ arguments: Arguments) throws -> Bool {
    try arguments[isRecovering] || arguments[recoveryFile] != nil || arguments[recoveryDescriptor] != nil
  }

  /// Whether what opens the keychain takes all of standard input.
  func usesStandardInput(_ arguments: Arguments) throws -> Bool {
    try password.usesStandardInput(arguments) || arguments[recoveryDescriptor] == 0
      || arguments[recoveryFile]?.string == "-"
  }

  /// Gets the recovery code from a file, a descriptor or the terminal.
  private func recoveryCode(_ arguments: Arguments) async throws -> RecoveryCode {
    switch (try arguments[recoveryDescriptor], try arguments[recoveryFile]?.string) {
    case (.some, .some):
      throw CryptoFault.usage(
        HelpText(
          "--recovery-code-fd and --recovery-code-file exclude each other",
          ja: "--recovery-code-fd と --recovery-code-file は同時に指定できません"),
        hint: HelpText("give one of them", ja: "どちらか一方を指定してください"))
    case (let number?, nil):
      let name = "--recovery-code-fd \(number)"
      let text = try PasswordOptions.read(number, name: name, limit: RecoveryCode.maximumTextByteCount)
      return try RecoveryCode(reading: text)
    case (nil, let path?):
      arguments.warnIfOthersCanRead(path)
      return try RecoveryCode(reading: SecretInput.read(path, limit: RecoveryCode.maximumTextByteCount))
    case (nil, nil):
      let question = LocalizedText("Recovery code: ", ja: "復旧コード: ")
      do {
        return try RecoveryCode(
          reading: try await TerminalPrompt.ask(question[arguments.reportLanguage]).copy())
      } catch let fault as CryptoFault where fault == .noTerminal {
        throw CryptoFault.usage(
          HelpText("there is no terminal to ask for the recovery code", ja: "復旧コードを入力するターミナルがありません"),
          hint: HelpText(
            "give --recovery-code-file or --recovery-code-fd",
            ja: "--recovery-code-file または --recovery-code-fd を指定してください"))
      }
    }
  }
}

extension CryptoFault {
  /// The keychain is locked, and there is nobody to ask.
  static let locked = CryptoFault(
    .failure,
    HelpText(
      "the keychain is locked, and there is no terminal to ask for its password",
      ja: "キーチェーンがロックされており、パスワードを入力するターミナルがありません"),
    hint: HelpText(
      "run 'omamori keychain unlock' before, or give --password-file or --password-fd",
      ja: "先に 'omamori keychain unlock' を実行するか、--password-file または --password-fd を指定してください"))
}

/// The folder of a keychain as it was typed; shells complete it.
package struct KeychainFolder: CommandLineValue, Hashable {
  /// The path, absolute.
  package let path: String

  package init?(commandLine word: String) {
    guard !word.isEmpty, !word.utf8.contains(0) else { return nil }
    path = word.hasPrefix("/") ? word : FileManager.default.currentDirectoryPath + "/" + word
  }

  package var commandLineWord: String { path }
  package static var completion: Completion { .directory }
  package static var expectation: HelpText? { HelpText("the path of a folder", ja: "フォルダのパス") }
}
