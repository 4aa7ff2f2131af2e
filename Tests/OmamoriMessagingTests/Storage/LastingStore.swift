import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

@testable import OmamoriMessaging

/// The stores that outlive a process, each beside or in a keychain file of a test.
enum LastingStore: String, Codable, CaseIterable, Sendable {
  case keychain, folder

  /// A store that was opened, and the keychain file that holds it or its key.
  struct Opened: Sendable {
    let store: any ConversationStore
    let file: KeychainFile

    /// Looks the keychain file over and closes it.
    ///
    /// - Returns: Whether nothing is wrong with it.
    func close() async throws -> Bool {
      let isSound = try await file.verify().problems.isEmpty
      await file.close()
      return isSound
    }
  }

  private static let fast = KeychainFileOptions(isDurable: false)

  /// Makes a store in a folder that is there.
  func create(in path: String, _ options: KeychainFileOptions = fast) async throws -> Opened {
    try await opened(try await StorageFolder.create(in: path, options), path, options)
  }

  /// Opens the store in a folder.
  func open(_ path: String, _ options: KeychainFileOptions = fast) async throws -> Opened {
    try await opened(try await StorageFolder.open(path, options), path, options)
  }

  private func opened(
    _ file: KeychainFile, _ path: String, _ options: KeychainFileOptions
  ) async throws -> Opened {
    switch self {
    case .keychain: return Opened(store: try KeychainConversationStore(in: file), file: file)
    case .folder:
      let keys = KeychainSecretStore(Keychain(service: "test", backend: file))
      let store = try await FolderConversationStore.open(
        at: path + "/conversations", keyedBy: keys, isDurable: options.isDurable)
      return Opened(store: store, file: file)
    }
  }
}
