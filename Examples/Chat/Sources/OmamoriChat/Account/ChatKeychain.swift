import Glibc
import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile

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
  /// - Throws: `KeychainError`, ``WriteFailure``.
  static func create(at place: ChatPlace, passphrase: Password?) async throws -> KeychainFile {
    try FileManager.default.createDirectory(
      atPath: place.root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for folder in [place.folder, place.history] {
      // because the name is a string that outlives the call
      if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST {
        throw WriteFailure(path: folder, code: errno)
      }
    }
    let secret: NewSlot.Secret
    if let passphrase {
      secret = .passphrase(passphrase)
    } else {
      // A key file of a registration that was interrupted serves as well.
      let isThere = FileStatus.isThere(place.keyFile)
      secret = isThere ? .keyFile(path: place.keyFile) : .newKeyFile(path: place.keyFile)
    }
    return try await KeychainFile.create(
      at: place.keychain, slot: NewSlot(slotName, secret), options: options)
  }

  /// Opens the keychain of an account: with the password that the command line names, the key file of the account, or a
  /// passphrase that is asked for.
  ///
  /// - Throws: ``ChatFault``, `KeychainError`, `CancellationError`.
  static func open(
    at place: ChatPlace, _ password: PasswordOptions, _ arguments: Arguments
  ) async throws -> KeychainFile {
    let file = try await KeychainFile.open(at: place.keychain, options: options)
    do {
      try await file.unlock(with: try await credential(at: place, password, arguments))
    } catch {
      await file.close()
      let isRefused = error as? KeychainError == .slot(.notFound)
      if isRefused, try password.isGiven(arguments), FileStatus.isThere(place.keyFile) {
        throw ChatFault.noAccountPassword
      }
      throw error
    }
    return file
  }

  private static func credential(
    at place: ChatPlace, _ password: PasswordOptions, _ arguments: Arguments
  ) async throws -> SlotCredential {
    if try !password.isGiven(arguments), FileStatus.isThere(place.keyFile) {
      return .keyFile(path: place.keyFile)
    }
    return .passphrase(try await password.password(arguments, isNew: false, of: .account))
  }
}
