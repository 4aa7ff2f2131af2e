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
