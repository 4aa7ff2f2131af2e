/// Asks the system for a person's consent; a port.
///
/// On Apple systems AuthenticationServices fulfils it. Safe to use from any thread.
public protocol AppleIDProvider: Sendable {
  /// Asks the person and waits.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: What the system gave; the caller checks it against the request.
  /// - Throws: ``AuthError/cancelled`` when the person declined, ``AuthError/callback(_:)``, ``AuthError/person(_:)``.
  func credential(for request: AppleIDRequest) async throws(AuthError) -> AppleIDCredential

  /// Whether a person still lets the app use the Apple ID.
  ///
  /// - Parameter user: The person's identifier.
  /// - Returns: The state.
  /// - Throws: ``AuthError/unsupported`` or ``AuthError/callback(_:)`` when the system does not say.
  func state(of user: String) async throws(AuthError) -> AppleIDState
}
