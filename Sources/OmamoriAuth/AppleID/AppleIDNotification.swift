public import OmamoriCore

/// What Apple tells an app's server about a person without being asked.
///
/// Prints its kind only. Source:
/// <https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts>.
public struct AppleIDNotification: Sendable {
  /// What happened.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The person no longer lets mail be forwarded.
    case emailDisabled = "email-disabled"
    /// The person lets mail be forwarded again.
    case emailEnabled = "email-enabled"
    /// The person withdrew the consent; the server ends the sessions.
    case consentRevoked = "consent-revoked"
    /// The person deleted the Apple ID; the server ends the sessions.
    case accountDeleted = "account-deleted"

    /// Reads a name; Apple has used two for the last.
    init?(name: String) {
      self.init(rawValue: name == "account-delete" ? "account-deleted" : name)
    }
  }

  /// What happened; `nil` for something that is not known yet and can be ignored.
  public let kind: Kind?
  /// The person's identifier.
  public let subject: String
  /// The mail address, where it matters.
  public let email: String?
  /// When it happened, where Apple says it.
  public let date: Date?
  /// Stands for this notification; a server that has seen it before ignores it.
  public let identifier: String
}

extension AppleIDNotification: RedactedDescription {
  /// The kind.
  public var description: String { "Apple ID notification (\(kind?.rawValue ?? "unknown"))" }
}

/// The claims of a notification: the event is an object, or a text that holds one.
struct AppleIDNotificationClaims: TokenClaims {
  let notification: AppleIDNotification

  init(_ claims: ClaimSet) throws(AuthError) {
    let event = try Self.event(try claims.required("events", claims.members["events"]))
    guard let type = event["type"]?.stringValue, let subject = event["sub"]?.stringValue, !subject.isEmpty
    else {
      throw .token(.claimMalformed(.events))
    }
    notification = AppleIDNotification(
      kind: .init(name: type), subject: subject, email: event["email"]?.stringValue,
      date: event["event_time"]?.doubleValue.flatMap(Self.date),
      identifier: try claims.required("jti", try claims.text("jti")))
  }

  private static func event(_ value: JSONValue) throws(AuthError) -> JSONObject {
    if let object = value.objectValue { return object }
    let limits = JSONLimits(depth: 4, size: 16 << 10, values: 100)
    guard let text = value.stringValue,
      let object = (try? StrictJSON.parse(text, limits: limits))?.objectValue
    else { throw .token(.claimMalformed(.events)) }
    return object
  }

  /// Apple writes seconds, and in some notifications milliseconds.
  private static func date(_ time: Double) -> Date? {
    let seconds = time > 1e11 ? time / 1000 : time
    return 0...1e11 ~= seconds ? Date(timeIntervalSince1970: seconds) : nil
  }
}

/// Verifies the notifications that Apple sends to an app's server.
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
