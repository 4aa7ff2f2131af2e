public import OmamoriCore

/// Signs a person in with Apple: asks, checks the answer, keeps what is said once, and lets the app's server decide.
///
/// Safe to share between threads.
public struct AppleIDSignIn: Sendable {
  private let provider: any AppleIDProvider
  private let profiles: AppleIDProfiles
  private let randomness: any Randomness

  /// Makes one.
  ///
  /// - Parameters:
  ///   - provider: Asks the person.
  ///   - profiles: Keeps what Apple says once.
  ///   - randomness: Where nonces and states come from.
  public init(
    provider: any AppleIDProvider, profiles: AppleIDProfiles, randomness: any Randomness = SystemRandomness()
  ) {
    (self.provider, self.profiles, self.randomness) = (provider, profiles, randomness)
  }

  /// Signs in.
  ///
  /// - Parameters:
  ///   - scopes: What of the person the app wants to know.
  ///   - exchange: Sends the credential, the raw nonce and the profile to the app's server, which verifies the token with
  ///     ``AppleIDVerifier``; whatever it throws, the profile is kept for the next attempt.
  /// - Returns: What `exchange` returns. Should the store fail after that, the profile is forgotten the next time.
  /// - Throws: ``AuthError``, and what `exchange` throws.
  public func signIn<Session: Sendable>(
    scopes: Set<AppleIDRequest.Scope> = [.fullName, .email],
    exchange: (AppleIDCredential, AppleIDNonce, AppleIDProfile) async throws(AuthError) -> Session
  ) async throws(AuthError) -> Session {
    let request = try AppleIDRequest(scopes: scopes, randomness: randomness)
    let credential = try await provider.credential(for: request)
    try credential.check(against: request)
    let profile = try await profiles.keep(credential)
    let session = try await exchange(credential, request.nonce, profile)
    // The code is used up and the session is there: a store that fails now only keeps the profile longer.
    try? await profiles.forget(credential.user)
    return session
  }
}
