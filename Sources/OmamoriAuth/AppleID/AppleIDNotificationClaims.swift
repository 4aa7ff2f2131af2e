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
    let time = event["event_time"]?.numberValue.map { NumericDate($0) }
    notification = AppleIDNotification(
      kind: .init(name: type), subject: subject, email: event["email"]?.stringValue,
      date: time.map(Self.date), identifier: try claims.required("jti", try claims.text("jti")))
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
  private static func date(_ time: NumericDate) -> Date {
    time.seconds > 100_000_000_000 ? Date(timeIntervalSince1970: Double(time.seconds) / 1000) : time.date
  }
}
