import OmamoriCore

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
