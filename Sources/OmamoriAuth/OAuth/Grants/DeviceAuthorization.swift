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

/// When to ask a server again whether a person has approved a device (RFC 8628 §3.5), as a machine.
package struct DevicePolling: Sendable {
  /// The longest pause between two questions.
  package static let greatestInterval = Duration.seconds(300)

  /// What is to be done.
  @nonexhaustive
  package enum Action: Sendable, Equatable {
    /// Wait, then ask.
    case ask(after: Duration)
    /// Nothing more: it has failed.
    case fail(AuthError)
  }

  private let expiry: Date
  /// The pause before the next question.
  package private(set) var interval: Duration

  /// Begins to ask.
  ///
  /// - Parameters:
  ///   - interval: The pause that the server asks for.
  ///   - expiry: Until when it is of use to ask.
  package init(interval: Duration, expiry: Date) { (self.interval, self.expiry) = (interval, expiry) }

  /// What to do first.
  ///
  /// - Parameter now: The time.
  /// - Returns: What is to be done.
  package func begin(at now: Date) -> Action { next(now) }

  /// Takes a refusal.
  ///
  /// - Parameters:
  ///   - error: What the question gave.
  ///   - now: The time.
  /// - Returns: What is to be done.
  package mutating func handle(_ error: AuthError, at now: Date) -> Action {
    switch error {
    case .server(.authorizationPending, _): return next(now)
    case .server(.slowDown, _):
      interval = min(interval + .seconds(5), Self.greatestInterval)
      return next(now)
    case .server(.expiredToken, _): return .fail(.timedOut)
    default: break
    }
    guard error.refreshFailure == .transient, error != .cancelled else { return .fail(error) }
    // A connection that failed: twice the pause (§3.5).
    interval = min(interval * 2, Self.greatestInterval)
    return next(now)
  }

  private func next(_ now: Date) -> Action {
    now + Double(interval.components.seconds) < expiry ? .ask(after: interval) : .fail(.timedOut)
  }
}

extension OAuthClient {
  /// Asks for codes by which a person logs this device in from another one (RFC 8628).
  ///
  /// - Parameter scope: The scopes.
  /// - Returns: What to show to the person.
  /// - Throws: ``AuthError``.
  public func beginDeviceLogin(scope: [String] = []) async throws(AuthError) -> DeviceAuthorization {
    var form = FormFields()
    form.set("scope", try FormText.scope(scope))
    // A public client names itself in any case, and servers expect it here from others, too.
    form.set("client_id", identifier)
    let (answer, sentAt) = try await submit(form, to: .deviceAuthorization)
    return try DeviceAuthorization(answer.members(), sentAt: sentAt)
  }

  /// Waits until the person has approved the device.
  ///
  /// - Parameters:
  ///   - authorization: What the person was shown.
  ///   - sleeper: The clock that pauses are measured with.
  /// - Returns: The tokens and, when the server says so, who logged in.
  /// - Throws: ``AuthError/timedOut`` when nobody did in time; ``AuthError/server(_:status:)`` with
  ///   ``ServerErrorCode/accessDenied``; ``AuthError/cancelled`` when the task is cancelled.
  public func completeDeviceLogin(
    _ authorization: DeviceAuthorization, sleeper: some Clock<Duration> = ContinuousClock()
  ) async throws(AuthError) -> Login {
    var form = FormFields()
    form.set("grant_type", "urn:ietf:params:oauth:grant-type:device_code")
    form["device_code"] = authorization.deviceCode
    var polling = DevicePolling(interval: authorization.interval, expiry: authorization.expiry)
    var action = polling.begin(at: clock.date)
    while true {
      switch action {
      case .fail(let error): throw error
      case .ask(let pause):
        do { try await sleeper.sleep(for: pause) } catch { throw .cancelled }
      }
      let answer: TokenAnswer
      do throws(AuthError) {
        answer = try await tokens(for: form)
      } catch {
        action = polling.handle(error, at: clock.date)
        continue
      }
      return Login(tokens: answer, identity: try await verifyIdentity(of: answer))
    }
  }

  /// Verifies an identity token that came without a nonce, if there is one.
  private func verifyIdentity(of answer: TokenAnswer) async throws(AuthError) -> VerifiedToken<
    IdentityClaims
  >? {
    guard let token = answer.identityToken else { return nil }
    var expectation = IdentityExpectation()
    expectation.accessToken = answer.accessToken
    expectation.clockOffset = answer.serverClockOffset
    return try await identityVerifier().verify(token, expecting: expectation)
  }
}
