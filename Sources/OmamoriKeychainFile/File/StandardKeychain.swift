import Glibc
import OmamoriCore
package import OmamoriKeychain

/// The person's own keychain, where everything is in its usual place.
package enum StandardKeychain {
  /// The name of the slot that the key file opens.
  static let slotName = "key file of this machine"

  /// The key file: `omamori/keychain.key` in `$XDG_STATE_HOME` or in `~/.local/state`.
  package static var keyFile: String { StandardPlaces.ofPerson.keyFile }

  /// Opens the keychain by way of the agent, or with the key file; makes both when there is no keychain.
  ///
  /// - Returns: The keychain; locked when neither the agent nor the key file opens it.
  /// - Throws: `KeychainError`.
  package static func open() async throws(KeychainError) -> any KeychainBackend {
    try await open(.ofPerson)
  }

  static func open(_ places: StandardPlaces) async throws(KeychainError) -> any KeychainBackend {
    if let agent = try await agent(of: places.folder, at: places.socket) { return agent }
    // Another program may make the keychain at the same time.
    for _ in 0..<20 {
      do throws(KeychainError) {
        return try await openFile(places)
      } catch .unavailable(.store) {
        do throws(KeychainError) { return try await create(places) } catch .storeExists {
          // because a sleep ends early only with its task, and then the next attempt is as good
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
    }
    throw .busy
  }

  /// Makes the keychain with the key file as its one slot.
  ///
  /// - Parameter folder: The folder of the keychain; ``KeychainFile/defaultFolder`` when `nil`.
  /// - Returns: The keychain, unlocked.
  /// - Throws: `KeychainError.storeExists` when there is one already, and what ``KeychainFile/create(at:slot:options:)``
  ///   throws.
  package static func create(at folder: String? = nil) async throws(KeychainError) -> KeychainFile {
    var places = StandardPlaces.ofPerson
    if let folder { places.folder = folder }
    return try await create(places)
  }

  static func create(_ places: StandardPlaces) async throws(KeychainError) -> KeychainFile {
    try StoreLocation.makeFolder(places.stateFolder)
    // A key file that was left behind by an attempt that was interrupted serves as well.
    let path = places.keyFile
    let secret: NewSlot.Secret = places.hasKeyFile ? .keyFile(path: path) : .newKeyFile(path: path)
    let file = try await KeychainFile.create(
      at: places.folder, slot: NewSlot(slotName, secret), options: options)
    // because not every file system can say it; the check of the keychain tells
    _ = try? BackupExclusion.exclude(path)
    return file
  }

  /// The agent, when it serves this folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of a keychain.
  ///   - socket: Where the agent listens.
  /// - Returns: The agent, or `nil` when there is none or it serves another keychain.
  /// - Throws: `KeychainError.insecurePermissions(_:)` when somebody else listens there.
  package static func agent(
    of folder: String, at socket: AgentSocket = .standard
  ) async throws(KeychainError) -> AgentKeychain? {
    do throws(KeychainError) {
      let agent = try await AgentKeychain.connect(to: socket)
      return try await agent.status().keychain == resolved(folder) ? agent : nil
    } catch .unavailable(.agent) {
      return nil
    }
  }

  /// Whether there is a key file.
  package static var hasKeyFile: Bool { StandardPlaces.ofPerson.hasKeyFile }

  private static var options: KeychainFileOptions { KeychainFileOptions(accessGroups: .every) }

  private static func openFile(_ places: StandardPlaces) async throws(KeychainError) -> KeychainFile {
    let file = try await KeychainFile.open(at: places.folder, options: options)
    guard places.hasKeyFile else { return file }
    do throws(KeychainError) {
      try await file.unlock(with: .keyFile(path: places.keyFile))
    } catch .wrongCredential, .slot(.notFound) {
      // The keychain was made in another way; it stays locked.
    }
    return file
  }

  /// A path with every symbolic link resolved.
  private static func resolved(_ path: String) -> String {
    // because the result is freed below
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }  // because realpath allocated it
    return unsafe String(cString: resolved)
  }
}

/// Where the person's own keychain, its key file and its agent are.
struct StandardPlaces: Sendable {
  /// The folder of the keychain.
  var folder: String
  /// The folder of the key file.
  let stateFolder: String
  /// Where the agent listens.
  let socket: AgentSocket

  /// As the environment says.
  static var ofPerson: StandardPlaces {
    StandardPlaces(
      folder: KeychainFile.defaultFolder, stateFolder: AgentSocket.stateFolder, socket: .standard)
  }

  /// The key file.
  var keyFile: String { stateFolder + "/keychain.key" }

  /// Whether there is a key file.
  var hasKeyFile: Bool {
    unsafe access(keyFile, F_OK) == 0  // because the name is a string that outlives the call
  }
}
