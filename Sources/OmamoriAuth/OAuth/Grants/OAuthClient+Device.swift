import OmamoriCore

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
