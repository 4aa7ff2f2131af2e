#if !canImport(Darwin)
import CommandLineKit
import Glibc
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// Makes and opens the keychain of an account.
enum ChatKeychain {
  private static let slotName = "omamori chat"

  private static var options: KeychainFileOptions { KeychainFileOptions(accessGroups: .every) }

  /// Makes the folders of an account and its keychain.
  ///
  /// - Parameters:
  ///   - place: Where; nothing may be there.
  ///   - passphrase: What opens it; a key file in the folder does when `nil`.
  /// - Returns: The keychain, unlocked.
  /// - Throws: `KeychainError`, `CommandLineError`.
  static func create(at place: ChatPlace, passphrase: Password?) async throws -> KeychainFile {
    try FileManager.default.createDirectory(
      atPath: place.root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for folder in [place.folder, place.history] {
      // because the name is a string that outlives the call
      if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST {
        throw CommandLineError.writeFailed(path: folder, code: errno)
      }
    }
    let secret: NewSlot.Secret
    if let passphrase {
      secret = .passphrase(passphrase)
    } else {
      // A key file of a registration that was interrupted serves as well.
      let isThere = FileStatus(at: place.keyFile) != nil
      secret = isThere ? .keyFile(path: place.keyFile) : .newKeyFile(path: place.keyFile)
    }
    return try await KeychainFile.create(
      at: place.keychain, slot: NewSlot(slotName, secret), options: options)
  }

  /// Opens the keychain of an account: with the password that the command line names, the key file of the account, or a
  /// passphrase that is asked for.
  ///
  /// - Throws: ``CryptoFault``, `KeychainError`, `CancellationError`.
  static func open(
    at place: ChatPlace, _ password: PasswordOptions, _ arguments: Arguments
  ) async throws -> KeychainFile {
    let file = try await KeychainFile.open(at: place.keychain, options: options)
    do {
      try await file.unlock(with: try await credential(at: place, password, arguments))
    } catch {
      await file.close()
      let isRefused = error as? KeychainError == .slot(.notFound)
      if isRefused, try password.isGiven(arguments), FileStatus(at: place.keyFile) != nil {
        throw CryptoFault.noAccountPassword
      }
      throw error
    }
    return file
  }

  private static func credential(
    at place: ChatPlace, _ password: PasswordOptions, _ arguments: Arguments
  ) async throws -> SlotCredential {
    if try !password.isGiven(arguments), FileStatus(at: place.keyFile) != nil {
      return .keyFile(path: place.keyFile)
    }
    return .passphrase(try await password.password(arguments, isNew: false, of: .account))
  }
}
#endif
