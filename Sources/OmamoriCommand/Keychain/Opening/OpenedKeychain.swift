#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriKeychain

/// A keychain that a command works on: the agent's.
struct OpenedKeychain {
  /// The items.
  let backend: any KeychainBackend
  /// What the person can be asked for.
  let access: ItemAccess

  /// Opens the keychain that the command line names.
  init(_ arguments: Arguments, _ handles: KeychainHandles) async throws {
    backend = try await AgentKeychain.connect()
    access = .none
  }

  /// Finds items.
  func find(_ query: ItemQuery, withSecrets: Bool) async throws -> [Item] {
    try await backend.find(query, withSecrets: withSecrets, access: access)
  }
}
#endif
