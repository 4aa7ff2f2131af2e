import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile

/// A keychain file that is unlocked.
struct OpenedFile {
  /// The file.
  let file: KeychainFile
  /// The password that opened it.
  let password: SharedSecretBytes?

  /// Opens and unlocks the file that the command line names.
  ///
  /// Without an option that says how, the key file of this machine is tried where there is one, then a password is asked
  /// for.
  ///
  /// - Throws: ``CryptoFault``, `KeychainError`, `CancellationError`.
  init(_ arguments: Arguments, _ handles: KeychainHandles) async throws {
    let folder = try handles.folder(arguments)
    let file = try await KeychainFile.open(at: folder, options: try handles.options(arguments))
    self.file = file
    if let typed = try await handles.typedCredential(arguments) {
      password = Self.password(typed)
      try await handles.unlock(file, with: typed, arguments)
      return
    }
    if StandardKeychain.hasKeyFile, try await file.slots().contains(where: { $0.kind == .keyFile }) {
      do {
        try await handles.unlock(file, with: .keyFile(path: StandardKeychain.keyFile), arguments)
        password = nil
        return
      } catch KeychainError.wrongCredential {
        // It may belong to another keychain.
      }
    }
    let asked = try await handles.askedCredential(arguments)
    password = Self.password(asked)
    try await handles.unlock(file, with: asked, arguments)
  }

  private static func password(_ credential: SlotCredential) -> SharedSecretBytes? {
    guard case .passphrase(let password) = credential else { return nil }
    return password.withBytes { SharedSecretBytes(SecretBytes(copying: $0)) }
  }
}

extension Arguments {
  /// Warns that no witness has the newest state of a keychain that has one.
  func warnOfUnrecordedState() {
    warn(
      HelpText(
        "this keychain has a witness, which does not record the newest state, so an older copy may go unnoticed",
        ja: "このキーチェーンには証人ファイルがありますが、最新の状態が記録されていないため、古いコピーを検出できないことがあります"),
      hint: HelpText(
        """
        give --witness FILE or set OMAMORI_WITNESS, for an agent when it starts, and check that the file is yours and has \
        the permissions 0600
        """,
        ja: """
          --witness FILE または OMAMORI_WITNESS を指定し（エージェントでは起動時に）、自分が所有する権限 0600 のファイルであることを\
          確認してください
          """))
  }

  /// Warns that the keychain was opened although its witness is missing.
  func warnOfMissingWitness() {
    warn(
      HelpText(
        "the witness was gone, so nobody can say whether this is the newest state of the keychain",
        ja: "証人ファイルがなかったため、これがキーチェーンの最新の状態かどうかは確認できません"),
      hint: HelpText(
        "look whether your latest changes are there; a new witness notes the state from now on",
        ja: "最近の変更が残っているか確認してください。以後の状態は新しい証人ファイルに記録されます"))
  }
}

extension KeychainHandles {
  /// Unlocks a file, without its witness where the command line accepts that.
  func unlock(
    _ file: KeychainFile, with credential: SlotCredential, _ arguments: Arguments
  ) async throws {
    do throws(KeychainError) {
      try await file.unlock(with: credential)
    } catch {
      guard error.meansMissingWitness, try arguments[acceptsMissingWitness] else { throw error }
      try await file.unlock(with: credential, acceptingMissingRecord: true)
      return arguments.warnOfMissingWitness()
    }
    // With a witness, the file has said so already.
    if file.hasUnrecordedState, try witnessPath(arguments) == nil { arguments.warnOfUnrecordedState() }
  }

  /// How the command uses the keychain file.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - anchors: Where the newest state is remembered besides the witness.
  /// - Returns: The options.
  /// - Throws: `CommandLineError`.
  func options(
    _ arguments: Arguments, _ anchors: [any RollbackAnchor] = []
  ) throws -> KeychainFileOptions {
    let witness = try witnessPath(arguments).map { WitnessFile(path: $0) }
    return KeychainFileOptions(
      accessGroups: .every, anchors: anchors + (witness.map { [$0] } ?? []),
      onUnrecordedState: { arguments.warnOfUnrecordedState() })
  }

  /// The place of the witness; `nil` when there is to be none.
  func witnessPath(_ arguments: Arguments) throws -> String? {
    try arguments[witness].map { KeychainFolder(commandLine: $0.string)?.path ?? $0.string }
  }

  /// Whether the command line says what opens the keychain.
  func isCredentialGiven(_ arguments: Arguments) throws -> Bool {
    let isGiven =
      try password.isGiven(arguments) || arguments[keyFile] != nil || isRecoveryCodeGiven(arguments)
    return try isGiven || arguments[usesTPM] || arguments[usesSecretService] || arguments[usesSystemd]
  }
}

/// Asks a person to agree to something that cannot be undone.
enum Agreement {
  /// Asks at the terminal; only `yes` agrees.
  ///
  /// - Throws: ``CryptoFault`` when there is nobody to ask, `CancellationError`.
  static func ask(_ arguments: Arguments, _ question: LocalizedText) async throws -> Bool {
    do {
      let answer = try await TerminalPrompt.ask(question[arguments.reportLanguage], isHidden: false)
      return TerminalText.text(answer)?.lowercased() == "yes"
    } catch let fault as CryptoFault where fault == .noTerminal {
      throw CryptoFault.usage(
        HelpText("there is no terminal to ask for your agreement", ja: "同意を確認するターミナルがありません"),
        hint: HelpText("give --yes", ja: "--yes を指定してください"))
    } catch let fault as CryptoFault where fault == .noAnswer {
      return false
    }
  }
}
