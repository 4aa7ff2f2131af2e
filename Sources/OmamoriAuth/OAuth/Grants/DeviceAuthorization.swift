public import OmamoriCore
public import OmamoriTransport

/// What a person does on another device to log this one in (RFC 8628 §3.2).
///
/// Shows what the person has to see; the code of the device itself prints as `<redacted>`. A value; safe to share between
/// threads.
public struct DeviceAuthorization: Sendable {
  /// What the person types, at most 64 visible characters.
  public let userCode: String
  /// Where the person types it.
  public let verificationURL: RequestURL
  /// The same page with the code already typed, to be shown as a picture; `nil` when the server has none.
  public let completeVerificationURL: RequestURL?
  /// Until when, by the local clock.
  public let expiry: Date
  /// How long to wait between questions.
  public let interval: Duration
  let deviceCode: SecretText

  /// Reads the server's answer.
  init(_ object: JSONObject, sentAt: Date) throws(AuthError) {
    guard let code = object["device_code"]?.stringValue, let userCode = object["user_code"]?.stringValue,
      // The name in drafts, which some servers still use.
      let page = (object["verification_uri"] ?? object["verification_url"])?.stringValue,
      let seconds = object["expires_in"]?.doubleValue
    else { throw .response(.missingMember) }
    guard (1...4096).contains(code.utf8.count), FormText.isVisible(code) else {
      throw .response(.malformedToken)
    }
    guard (1...64).contains(userCode.utf8.count), FormText.isVisible(userCode), seconds > 0,
      let url = try? RequestURL(page)
    else { throw .response(.malformed) }
    (self.userCode, verificationURL, deviceCode) = (userCode, url, SecretText(copying: code))
    completeVerificationURL = object["verification_uri_complete"]?.stringValue.flatMap { try? RequestURL($0) }
    expiry = sentAt + min(seconds, 3600)
    let pause = object["interval"]?.doubleValue ?? 5
    let wait = Int(min(max(pause, 1), 300))
    interval = .seconds(wait)
    // Nobody could log in with it, and the person would type it in vain.
    guard seconds > Double(wait) else { throw .response(.codeExpiresTooSoon) }
  }
}
