#if !canImport(Darwin)
import Glibc

/// Where the person's own keychain, its key file and its agent are.
///
/// A value; safe to share between threads.
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
#endif
