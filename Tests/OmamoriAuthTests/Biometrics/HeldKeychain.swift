import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

/// A keychain that lets the next item wait before it is stored, so that another call can come between.
final class HeldKeychain: KeychainBackend {
  private struct State {
    var isHolding = false
    var held: CheckedContinuation<Void, Never>?
    var problem: KeychainError?
  }

  private let kept: KeychainFile
  private let state = Protected(State())

  init(_ kept: KeychainFile) { self.kept = kept }

  /// Holds the next password that is stored.
  func hold() { state.withLock { $0.isHolding = true } }

  /// Refuses everything until it is told otherwise.
  func fail(_ problem: KeychainError?) { state.withLock { $0.problem = problem } }

  /// Whether a password is held.
  var isHeld: Bool { state.withLock { $0.held != nil } }

  /// Lets it go on.
  func release() {
    state.withLock { state in
      defer { state.held = nil }
      return state.held
    }?.resume()
  }

  var capabilities: KeychainCapabilities { kept.capabilities }
  func lockState() async -> KeychainLockState { await kept.lockState() }
  func put(
    _ item: NewItem, if condition: PutCondition, access: ItemAccess
  ) async throws(KeychainError) -> KeychainItem? {
    if item.itemClass == .genericPassword { await pause() }
    try check()
    return try await kept.put(item, if: condition, access: access)
  }
  func find(
    _ query: ItemQuery, withSecrets: Bool, access: ItemAccess
  ) async throws(KeychainError) -> [KeychainItem] {
    try check()
    return try await kept.find(query, withSecrets: withSecrets, access: access)
  }
  func update(
    _ query: ItemQuery, _ changes: ItemChanges, access: ItemAccess
  ) async throws(KeychainError) -> Int { try await kept.update(query, changes, access: access) }
  func remove(_ query: ItemQuery) async throws(KeychainError) -> Int {
    try check()
    return try await kept.remove(query)
  }
  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any KeychainTransaction) throws(KeychainError) -> Result
  ) async throws(KeychainError) -> Result { try await kept.transaction(body) }
  func changes() throws(KeychainError) -> KeychainChanges { try kept.changes() }

  private func check() throws(KeychainError) {
    if let problem = state.withLock({ $0.problem }) { throw problem }
  }

  private func pause() async {
    guard state.withLock({ $0.isHolding }) else { return }
    await withCheckedContinuation { continuation in
      state.withLock { ($0.isHolding, $0.held) = (false, continuation) }
    }
  }
}
