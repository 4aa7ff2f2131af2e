/// Keeps secrets under names; a port that the Keychain, a file or a test fulfils.
///
/// "There is none" is an answer, `nil` or `false`; everything that keeps the store from knowing is thrown. So a caller
/// never makes a new key because the store was locked. Safe to use from any thread.
public protocol SecretStore: Sendable {
  /// The secret called `name`, or `nil` when there is none.
  ///
  /// - Parameter name: The name, which is not secret.
  /// - Returns: A copy of the secret.
  /// - Throws: ``CoreError/secretStore(_:)``.
  func secret(named name: String) async throws(CoreError) -> SecretBytes?

  /// Adds a secret unless there is one of that name, in one step that no other caller can come between.
  ///
  /// - Parameters:
  ///   - secret: The secret; the store keeps a copy.
  ///   - name: The name, which is not secret.
  /// - Returns: Whether it was added; `false` when there was one already, which stays.
  /// - Throws: ``CoreError/secretStore(_:)``.
  func insert(_ secret: borrowing SecretBytes, named name: String) async throws(CoreError) -> Bool

  /// Puts a secret in the place of the one called `name`, or adds it.
  ///
  /// - Parameters:
  ///   - secret: The secret; the store keeps a copy.
  ///   - name: The name, which is not secret.
  /// - Throws: ``CoreError/secretStore(_:)``.
  func replace(_ secret: borrowing SecretBytes, named name: String) async throws(CoreError)

  /// Removes the secret called `name`.
  ///
  /// - Parameter name: The name, which is not secret.
  /// - Returns: Whether there was one.
  /// - Throws: ``CoreError/secretStore(_:)``.
  func remove(named name: String) async throws(CoreError) -> Bool
}

extension SecretStore {
  /// The secret called `name`; if there is none, random bytes are stored first.
  ///
  /// When two callers race, both get the secret of the one that came first.
  ///
  /// - Parameters:
  ///   - name: The name, which is not secret.
  ///   - count: The number of bytes of a new secret.
  ///   - randomness: The source of a new secret.
  /// - Returns: A copy of the stored secret.
  /// - Throws: ``CoreError/secretStore(_:)`` and ``CoreError/randomnessUnavailable(code:)``; nothing is made then.
  public func secret(
    named name: String,
    orInsertingRandom count: Int,
    from randomness: some Randomness = SystemRandomness()
  ) async throws(CoreError) -> SecretBytes {
    if let found = try await secret(named: name) { return found }
    let made = try SecretBytes(randomCount: count, from: randomness)
    if try await insert(made, named: name) { return made }
    guard let found = try await secret(named: name) else { throw .secretStore(.unavailable) }
    return found
  }
}

/// Why a ``SecretStore`` could not answer; absence is an answer and not among these.
@nonexhaustive
public enum SecretStoreProblem: Sendable, Hashable, CaseIterable {
  /// The store is locked until the device or its owner unlocks it.
  case locked
  /// The caller may not use the secret.
  case denied
  /// The person cancelled the request.
  case cancelled
  /// The secret was bound to something that changed, such as the enrolled fingerprints.
  case invalidated
  /// What is stored is damaged.
  case corrupt
  /// The store cannot be reached.
  case unavailable

  /// The problem as the end of the sentence "the secret store could not answer: …".
  package var explanation: LocalizedText {
    switch self {
    case .locked: LocalizedText("it is locked", ja: "ロックされています")
    case .denied: LocalizedText("access was denied", ja: "アクセスが拒否されました")
    case .cancelled: LocalizedText("the request was cancelled", ja: "要求が取り消されました")
    case .invalidated: LocalizedText("the secret is no longer valid", ja: "シークレットが無効になっています")
    case .corrupt: LocalizedText("the stored data is damaged", ja: "保存されたデータが壊れています")
    case .unavailable: LocalizedText("it cannot be reached", ja: "接続できません")
    }
  }

  /// What to do about it, as a sentence.
  package var recovery: LocalizedText {
    switch self {
    case .locked:
      LocalizedText("Unlock the device or the store and try again.", ja: "ロックを解除してから再試行してください。")
    case .denied:
      LocalizedText("Check who may use the secret.", ja: "シークレットの利用権限を確認してください。")
    case .cancelled: LocalizedText("Ask again when the person is ready.", ja: "準備ができたら再度要求してください。")
    case .invalidated:
      LocalizedText("Have the person sign in and store it anew.", ja: "サインインし直して、新しく保存してください。")
    case .corrupt:
      LocalizedText("Restore it from a backup; do not overwrite it.", ja: "上書きせず、バックアップから復元してください。")
    case .unavailable:
      LocalizedText("Check that the store exists and is running.", ja: "ストアが存在し、動作しているか確認してください。")
    }
  }
}

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
