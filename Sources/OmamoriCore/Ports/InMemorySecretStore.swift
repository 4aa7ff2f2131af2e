/// A store that lives as long as the program, for tests of code that uses a ``SecretStore``.
///
/// Safe to use from any thread.
@_spi(Testing)
public final class InMemorySecretStore: SecretStore {
  private struct State {
    var secrets: [String: SharedSecretBytes] = [:]
    var problem: SecretStoreProblem?
  }

  private let state = Protected(State())

  /// Makes an empty store.
  public init() {}

  /// What every call throws, or `nil` to work again.
  public var problem: SecretStoreProblem? {
    get { state.withLock { $0.problem } }
    set { state.withLock { $0.problem = newValue } }
  }

  /// A copy of the secret called `name`, or `nil` when there is none.
  public func secret(named name: String) async throws(CoreError) -> SecretBytes? {
    try access { $0[name] }?.copy()
  }

  /// Adds a secret and says `true`, or says `false` when there is one of that name.
  public func insert(_ secret: borrowing SecretBytes, named name: String) async throws(CoreError) -> Bool {
    let shared = SharedSecretBytes(secret.copy())
    return try access { secrets in
      guard secrets[name] == nil else { return false }
      secrets[name] = shared
      return true
    }
  }

  /// Puts a secret in the place of the one called `name`, or adds it.
  public func replace(_ secret: borrowing SecretBytes, named name: String) async throws(CoreError) {
    let shared = SharedSecretBytes(secret.copy())
    try access { $0[name] = shared }
  }

  /// Removes the secret called `name` and says whether there was one.
  public func remove(named name: String) async throws(CoreError) -> Bool {
    try access { $0.removeValue(forKey: name) != nil }
  }

  private func access<Result: Sendable>(
    _ body: (inout [String: SharedSecretBytes]) -> Result
  ) throws(CoreError) -> Result {
    try state.withLock { state throws(CoreError) in
      if let problem = state.problem { throw .secretStore(problem) }
      return body(&state.secrets)
    }
  }
}
