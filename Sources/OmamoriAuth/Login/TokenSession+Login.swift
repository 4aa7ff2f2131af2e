extension TokenSession {
  /// Logs in by name and password, and keeps the session.
  ///
  /// - Parameters:
  ///   - user: The person's name or address.
  ///   - password: The password; it is sent once and kept nowhere.
  ///   - login: The service, which the session has to belong to.
  /// - Throws: ``AuthError``, as ``CredentialLogin/login(user:password:)`` and ``adopt(_:subject:)``;
  ///   `session(.otherIdentity)` for another service.
  public func login(
    user: String, password: SecretText, with login: CredentialLogin
  ) async throws(AuthError) {
    guard login.identity == identity else { throw .session(.otherIdentity) }
    try await adopt(try await login.login(user: user, password: password))
  }
}
