public import OmamoriCore
import OmamoriCrypto

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

/// What Sign in with Apple is asked for; made anew for every attempt.
///
/// Prints its scopes only. Source:
/// <https://developer.apple.com/documentation/authenticationservices/asauthorizationappleidrequest>.
public struct AppleIDRequest: Sendable {
  /// What of the person the app wants to know; Apple gives it at the first consent and never again.
  public enum Scope: String, Sendable, Hashable, CaseIterable {
    /// The name.
    case fullName = "name"
    /// The mail address, perhaps one that forwards.
    case email
  }

  /// What of the person the app wants to know.
  public let scopes: Set<Scope>
  /// Binds the identity token to this request.
  public let nonce: AppleIDNonce
  /// Binds the answer to this request.
  public let state: SecretText

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - scopes: What of the person the app wants to know.
  ///   - randomness: Where the nonce and the state come from.
  /// - Throws: ``AuthError/core(_:)`` without randomness.
  public init(
    scopes: Set<Scope> = [.fullName, .email], randomness: any Randomness = SystemRandomness()
  ) throws(AuthError) {
    self.scopes = scopes
    nonce = try AppleIDNonce(randomness: randomness)
    state = try AppleIDNonce(randomness: randomness).raw
  }
}

extension AppleIDRequest: RedactedDescription {
  /// The scopes.
  public var description: String { scopes.map(\.rawValue).sorted().joined(separator: " ") }
}

/// What the system gave an app after the person consented; nothing in it is verified.
///
/// The server verifies the identity token; the user identifier beside it is a claim of the device and decides nothing.
/// Prints nothing of the person.
public struct AppleIDCredential: Sendable {
  /// The person's identifier, as the device says.
  public let user: String
  /// The identity token as it came; for ``AppleIDVerifier``.
  public let identityToken: SecretText
  /// The code, which the server can exchange once within five minutes.
  public let authorizationCode: SecretText
  /// The state as it came back.
  public let state: SecretText?
  /// Name and address; empty but at the first consent.
  public let profile: AppleIDProfile

  /// Makes a credential.
  ///
  /// - Parameters:
  ///   - user: The person's identifier, 1 to 256 visible characters.
  ///   - identityToken: The identity token, at most 64 KiB.
  ///   - authorizationCode: The code, at most 4 KiB.
  ///   - state: The state as it came back.
  ///   - profile: Name and address.
  /// - Throws: ``AuthError/callback(_:)`` when the system left out what has to be there.
  public init(
    user: String, identityToken: SecretText?, authorizationCode: SecretText?, state: SecretText?,
    profile: AppleIDProfile = AppleIDProfile()
  ) throws(AuthError) {
    guard 1...256 ~= user.utf8.count, FormText.isCredential(user), let identityToken,
      1...UnverifiedToken.sizeLimit ~= identityToken.count
    else { throw .callback(.malformed) }
    guard let authorizationCode, 1...4096 ~= authorizationCode.count else { throw .callback(.codeMissing) }
    (self.user, self.identityToken, self.authorizationCode) = (user, identityToken, authorizationCode)
    (self.state, self.profile) = (state, profile)
  }

  /// Refuses a credential that does not answer a request.
  ///
  /// - Parameter request: The request.
  /// - Throws: ``AuthError/callback(_:)`` when the state is missing or another one.
  public func check(against request: AppleIDRequest) throws(AuthError) {
    guard let state, state == request.state else { throw .callback(.stateMismatch) }
  }
}

extension AppleIDCredential: RedactedDescription {
  /// Fixed words.
  public var description: String { "Apple ID credential" }
}

/// A nonce that binds an identity token of Apple to one request.
///
/// Apple is shown the digest and the server gets the nonce itself, so that a stolen token cannot be used with it. Prints
/// nothing of it.
public struct AppleIDNonce: Sendable, Equatable {
  /// The nonce itself, for the app and its server only.
  public let raw: SecretText

  /// Makes a nonce.
  ///
  /// - Parameter randomness: Where it comes from.
  /// - Throws: ``AuthError/core(_:)`` without randomness.
  public init(randomness: any Randomness = SystemRandomness()) throws(AuthError) {
    do throws(CoreError) {
      raw = SecretText(copying: Base64URL.encode(try randomness.bytes(count: 32)))
    } catch {
      throw .core(error)
    }
  }

  /// Takes over the nonce that an app brings along.
  ///
  /// - Parameter raw: The nonce itself, 16 to 1024 bytes; a server must have made it or seen it before.
  /// - Throws: ``AuthError/configuration(_:)`` for another size.
  public init(raw: SecretText) throws(AuthError) {
    guard 16...1024 ~= raw.count else { throw .configuration(.parameter) }
    self.raw = raw
  }

  /// What Apple is shown: the SHA-256 digest in 64 lower-case hexadecimal digits.
  public var digest: String {
    Hexadecimal.text(of: raw.withBytes { SHA256.hash(data: $0.byteArray) })
  }
}

extension AuthError {
  /// What a code of `ASAuthorizationError` means; an unknown one is a failure of the system's sheet.
  ///
  /// Source: <https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code>.
  ///
  /// - Parameter code: The code.
  package init(authorizationCode code: Int) {
    switch code {
    case 1001: self = .cancelled
    case 1002: self = .callback(.malformed)
    // Nobody is signed in on the device, or the app lacks its entitlement, for two.
    case 1000, 1003, 1005: self = .person(.notAvailable)
    case 1004: self = .person(.failed)
    default: self = .callback(.browserFailed)
    }
  }
}
