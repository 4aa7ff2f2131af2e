public import OmamoriCore

/// What Sign in with Apple is asked for; made anew for every attempt.
///
/// Prints its scopes only. A value; safe to share between threads. Source:
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

extension AppleIDRequest: CustomStringConvertible, CustomReflectable {
  /// The scopes.
  public var description: String { scopes.map(\.rawValue).sorted().joined(separator: " ") }
  /// The scopes.
  public var customMirror: Mirror { Mirror(self, children: ["scopes": description]) }
}
