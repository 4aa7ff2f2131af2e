#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

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
      try await file.unlock(with: typed)
      return
    }
    if StandardKeychain.hasKeyFile, try await file.slots().contains(where: { $0.kind == .keyFile }) {
      do throws(KeychainError) {
        try await file.unlock(with: .keyFile(path: StandardKeychain.keyFile))
        password = nil
        return
      } catch {
        // It may belong to another keychain.
        guard error == .wrongCredential else { throw error }
      }
    }
    let asked = try await handles.askedCredential(arguments)
    password = Self.password(asked)
    try await file.unlock(with: asked)
  }

  private static func password(_ credential: SlotCredential) -> SharedSecretBytes? {
    guard case .passphrase(let password) = credential else { return nil }
    return password.withBytes { SharedSecretBytes(SecretBytes(copying: $0)) }
  }
}

extension KeychainHandles {
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
    let path = try arguments[witness]?.string
    let witness = path.map { WitnessFile(path: KeychainFolder(commandLine: $0)?.path ?? $0) }
    return KeychainFileOptions(accessGroups: .every, anchors: anchors + (witness.map { [$0] } ?? []))
  }

  /// Whether the command line says what opens the keychain.
  func isCredentialGiven(_ arguments: Arguments) throws -> Bool {
    let isGiven = try password.isGiven(arguments) || arguments[keyFile] != nil || arguments[isRecovering]
    return try isGiven || arguments[usesTPM] || arguments[usesSecretService] || arguments[usesSystemd]
  }
}
#endif
