import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

extension BiometricLogin: RotationListener {
  /// Seals the session's new refresh token in place of the old one; nobody is asked.
  ///
  /// When that fails the old one is removed, so that nobody shows it to the server again.
  ///
  /// - Parameter refreshToken: The new token.
  /// - Returns: Whether there is a login, and it has the new token.
  @discardableResult
  public func reseal(_ refreshToken: SecretText) async -> Bool {
    await gate.enter()
    defer { gate.leave() }
    do throws(KeychainError) {
      guard let place = try await wanted() else { return false }
      guard let key = try await stored.publicKey() else { throw .invalidated }
      try await stored.store(refreshToken, to: key, in: place)
      handle(.resealed(nil))
      return true
    } catch {
      let problem = BiometricLoginProblem(error)
      handle(.resealed(problem))
      await removeCopies(problem)
      return false
    }
  }

  /// Seals the new token.
  public func refreshTokenChanged(to refreshToken: SecretText) async { await reseal(refreshToken) }

  /// Removes every copy; a failure is seen in ``state`` and told to the security events.
  public func sessionEnded() async {
    await gate.enter()
    defer { gate.leave() }
    let problem = await removeCopies(nil)
    handle(.ended(problem))
  }
}
