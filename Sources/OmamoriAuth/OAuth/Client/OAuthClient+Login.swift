import OmamoriCore
public import OmamoriTransport

extension OAuthClient {
  /// Lets a person log in: opens the server's page, takes the callback, exchanges the code and verifies who it is.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - browser: Shows the page.
  /// - Returns: The tokens and who logged in.
  /// - Throws: ``AuthError``; ``AuthError/server(_:status:)`` with ``ServerErrorCode/accessDenied`` when the person
  ///   declines.
  public func logIn(
    _ request: AuthorizationRequest, with browser: any Browser
  ) async throws(AuthError) -> Login {
    let (page, pending) = try await beginLogin(request)
    let callback = try await browser.callback(from: page, to: request.redirectURI) {
      pending.isAnswered(by: $0)
    }
    return try await completeLogin(callback, of: pending)
  }

  /// Begins a login whose callback comes another way, as at a web server or in an app that may be ended meanwhile.
  ///
  /// - Parameter request: What is asked for.
  /// - Returns: The page to show, and what has to be kept for the callback of this person, sealed.
  /// - Throws: ``AuthError``.
  public func beginLogin(
    _ request: AuthorizationRequest
  ) async throws(AuthError) -> (page: RequestURL, pending: PendingAuthorization) {
    var flow = try AuthorizationFlow(
      request, at: metadata, clientIdentifier: identifier, keyThumbprint: possession?.thumbprint,
      randomness: randomness, now: clock.date)
    var action = flow.handle(.begin)
    if case .push(let items) = action {
      do throws(AuthError) {
        action = flow.handle(.pushed(requestURI: try await push(items)))
      } catch {
        action = flow.handle(.failed(error))
      }
    }
    switch action {
    case .open(let page): return (page, flow.pending)
    case .fail(let error): throw error
    default: throw .callback(.malformed)
    }
  }

  /// Completes a login.
  ///
  /// - Parameters:
  ///   - callback: The whole URL that the browser came back with.
  ///   - pending: What ``beginLogin(_:)`` gave; it is to be forgotten before, so that no callback is taken twice.
  /// - Returns: The tokens and who logged in.
  /// - Throws: ``AuthError``.
  public func completeLogin(
    _ callback: SecretText, of pending: PendingAuthorization
  ) async throws(AuthError) -> Login {
    guard pending.clientIdentifier.hasBytes(of: identifier) else { throw .configuration(.clientIdentifier) }
    var flow = try AuthorizationFlow(resuming: pending, at: metadata)
    var action = flow.handle(.callback(callback, at: clock.date))
    var code: SecretText?
    var identity: VerifiedToken<IdentityClaims>?
    while true {
      switch action {
      case .redeem(let authorization):
        code = authorization.code
        action = flow.handle(.granted(try await tokens(for: authorization.form)))
      case .identify(let answer):
        identity = try await verifyIdentity(of: answer, of: pending, code: code)
        action = flow.handle(.identified)
      case .finish(let answer): return Login(tokens: answer, identity: identity)
      case .refuse(let error), .fail(let error): throw error
      case .push, .open: throw .callback(.malformed)
      }
    }
  }

  private func verifyIdentity(
    of answer: TokenAnswer, of pending: PendingAuthorization, code: SecretText?
  ) async throws(AuthError) -> VerifiedToken<IdentityClaims> {
    guard let token = answer.identityToken else { throw .response(.missingMember) }
    var expectation = IdentityExpectation()
    expectation.nonce = pending.nonce
    expectation.maximumAge = pending.maximumAge
    expectation.accessToken = answer.accessToken
    expectation.code = code
    expectation.clockOffset = answer.serverClockOffset
    return try await identityVerifier().verify(token, expecting: expectation)
  }

  /// Leaves the parameters of a login at the server (RFC 9126).
  private func push(_ items: [QueryItem]) async throws(AuthError) -> String {
    var form = FormFields()
    for item in items { form.set(item.name, item.value) }
    let (answer, _) = try await submit(form, to: .pushedAuthorization)
    let object = try answer.members(of: [200, 201])
    guard let name = object["request_uri"]?.stringValue else { throw .response(.missingMember) }
    guard (1...2048).contains(name.utf8.count), FormText.isCredential(name) else {
      throw .response(.malformed)
    }
    return name
  }
}

extension TokenAnswer {
  /// How far the server's clock is ahead of the local one; nothing for what the way of the answer explains.
  var serverClockOffset: TimeInterval {
    guard let serverDate else { return 0 }
    let offset = serverDate.timeIntervalSince(sentAt)
    return offset.magnitude > 30 ? offset : 0
  }
}
