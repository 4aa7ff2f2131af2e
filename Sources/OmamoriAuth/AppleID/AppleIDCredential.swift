import OmamoriCore

/// What the system gave an app after the person consented; nothing in it is verified.
///
/// The server verifies the identity token; the user identifier beside it is a claim of the device and decides nothing.
/// Prints nothing of the person. A value; safe to share between threads.
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

extension AppleIDCredential: CustomStringConvertible, CustomReflectable {
  /// Fixed words.
  public var description: String { "Apple ID credential" }
  /// A mirror without the credential.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
