public import OmamoriCore

/// Verifies the notifications that Apple sends to an app's server.
///
/// A value; safe to share between threads.
public struct AppleIDNotificationVerifier: Sendable {
  private let tokens: TokenVerifier

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - clientID: The client that the notifications are for.
  ///   - keys: Apple's keys, from ``AppleIDVerifier/keysURL``.
  ///   - greatestAge: How long ago a notification may have been issued; from 1 minute to 30 days.
  ///   - clock: The time.
  /// - Throws: ``AuthError/configuration(_:)``.
  public init(
    clientID: String, keys: any KeySource, greatestAge: Duration = .seconds(86_400),
    clock: any WallClock = SystemWallClock()
  ) throws(AuthError) {
    guard Duration.seconds(60)...Duration.seconds(30 * 86_400) ~= greatestAge else {
      throw .configuration(.lifetime)
    }
    var rules = TokenRules()
    // Apple gives notifications no expiry; their age takes its place.
    rules.requiresExpiry = false
    rules.maximumAge = greatestAge
    rules.requiredClaims = [.identifier, .events]
    tokens = try TokenVerifier(
      issuer: AppleIDVerifier.issuer, audience: clientID, algorithms: [.rs256, .es256], keys: keys,
      rules: rules,
      clock: clock)
  }

  /// Verifies the body of a notification.
  ///
  /// - Parameter body: The body: an object of JSON with the member `payload`; at most 64 KiB.
  /// - Returns: What happened. Apple may send one several times.
  /// - Throws: ``AuthError/token(_:)``, and what the keys throw.
  public func verify(_ body: Data) async throws(AuthError) -> AppleIDNotification {
    let limits = JSONLimits(depth: 2, size: UnverifiedToken.sizeLimit + 64, values: 16)
    guard let object = (try? StrictJSON.parse(body, limits: limits))?.objectValue,
      let payload = object["payload"]?.stringValue
    else { throw .token(.malformed) }
    return try await tokens.verify(payload, as: AppleIDNotificationClaims.self).claims.notification
  }
}
