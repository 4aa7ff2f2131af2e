public import OmamoriCore
public import OmamoriTransport

/// An app's own service for logging in, refreshing and logging out with JSON, by name and password.
///
/// This is not the password grant of OAuth, which is not offered (RFC 9700 §2.4): the service is the app's own and issues
/// tokens for itself. It answers like a token endpoint: `access_token`, `token_type`, and where they exist
/// `refresh_token`, `expires_in` and `scope`. The password is written into the one request and is kept nowhere. Safe to
/// use from any thread.
public struct CredentialLogin: Sendable {
  /// The greatest size of an answer, in bytes.
  package static let greatestAnswerSize = 1 << 20

  /// The address of the service; what refers to the session by it is compared byte for byte.
  public let service: RequestURL
  private let loginEndpoint: Endpoint
  private let refreshEndpoint: Endpoint?
  private let logoutEndpoint: Endpoint?
  private let fields: CredentialFields
  private let exchange: any HTTPExchange
  private let clock: any WallClock

  /// Describes a service.
  ///
  /// - Parameters:
  ///   - service: The address that the endpoints are below.
  ///   - login: Where a name and a password are exchanged for tokens.
  ///   - refresh: Where a refresh token is exchanged for tokens; `nil` when there is no such thing.
  ///   - logout: Where a token is given back; `nil` when there is no such thing.
  ///   - fields: What the members of the requests are called.
  ///   - exchange: The network.
  ///   - clock: The time of day.
  public init(
    service: RequestURL, login: Endpoint, refresh: Endpoint? = nil, logout: Endpoint? = nil,
    fields: CredentialFields = CredentialFields(), exchange: any HTTPExchange,
    clock: any WallClock = SystemWallClock()
  ) {
    (self.service, loginEndpoint, refreshEndpoint, logoutEndpoint) = (service, login, refresh, logout)
    (self.fields, self.exchange, self.clock) = (fields, exchange, clock)
  }

  /// Where sessions of this service belong.
  public var identity: SessionIdentity { SessionIdentity(issuer: service.text, client: "") }

  /// Exchanges a name and a password for tokens.
  ///
  /// - Parameters:
  ///   - user: The person's name or address.
  ///   - password: The password; it is sent once.
  /// - Returns: What the service granted.
  /// - Throws: ``AuthError``: `person(.failed)` when name or password are wrong, `person(.lockout)` and
  ///   `session(.postponed(seconds:))` after too many attempts.
  public func login(user: String, password: SecretText) async throws(AuthError) -> TokenAnswer {
    let sentAt = clock.date
    let answer = try await send(
      [(fields.user, SecretText(copying: user)), (fields.password, password)], to: loginEndpoint)
    switch answer.status {
    case 400, 401, 403, 404, 422: throw .person(.failed)
    case 423: throw .person(.lockout)
    default: return try TokenAnswer(answer, sentAt: sentAt, expecting: .bearer)
    }
  }

  /// Sends secrets as the members of a JSON object.
  private func send(
    _ members: [(name: String, value: SecretText)], to endpoint: Endpoint
  ) async throws(AuthError) -> HTTPAnswer {
    let request = try AuthError.transporting { () throws(TransportError) in
      var headers = HeaderFields()
      try headers.set("Accept", "application/json")
      return try HTTPRequest(.post, service.appending(endpoint), headers: headers, body: .once(members))
    }
    let answer = try await exchange.checkedAnswer(to: request, limit: Self.greatestAnswerSize)
    if answer.status == 429 || answer.status == 503, let seconds = answer.retryAfter {
      throw .session(.postponed(seconds: seconds))
    }
    return answer
  }
}

extension CredentialLogin: TokenGrant {
  /// Whether there is an endpoint for logging out.
  public var canRevoke: Bool { logoutEndpoint != nil }

  /// Exchanges a refresh token for new tokens.
  public func refresh(_ refreshToken: SecretText) async throws(AuthError) -> TokenAnswer {
    guard let refreshEndpoint else { throw .configuration(.endpointMissing) }
    let sentAt = clock.date
    let answer = try await send([(fields.refreshToken, refreshToken)], to: refreshEndpoint)
    // Services of this kind say with the status what an authorization server says with a code; a page for people with the
    // status 403 is that of a firewall on the way.
    if answer.status == 401 || (answer.status == 403 && !answer.isPage) {
      throw .server(.invalidGrant, status: answer.status)
    }
    return try TokenAnswer(answer, sentAt: sentAt, expecting: .bearer)
  }

  /// Logs out: gives a token back.
  public func revoke(_ token: SecretText, kind: TokenHint) async throws(AuthError) {
    guard let logoutEndpoint else { throw .configuration(.endpointMissing) }
    let name = kind == .refreshToken ? fields.refreshToken : fields.accessToken
    let answer = try await send([(name, token)], to: logoutEndpoint)
    // A token that the service does not know any more is as good as one that it took back.
    guard (200...299).contains(answer.status) || answer.status == 401 || answer.status == 404 else {
      throw AuthError(refusal: answer)
    }
  }
}

extension CredentialLogin: RedactedDescription {
  /// The service's origin.
  public var description: String { "a login at \(service)" }
}

/// What the members of an app's own login and refresh requests are called.
public struct CredentialFields: Sendable, Hashable {
  /// The person's name or address.
  public var user: String
  /// The password.
  public var password: String
  /// The refresh token.
  public var refreshToken: String
  /// The access token, for a service without refresh tokens that logs out with it.
  public var accessToken: String

  /// Names the members.
  ///
  /// - Parameters:
  ///   - user: The person's name or address.
  ///   - password: The password.
  ///   - refreshToken: The refresh token.
  ///   - accessToken: The access token.
  public init(
    user: String = "email", password: String = "password", refreshToken: String = "refresh_token",
    accessToken: String = "access_token"
  ) {
    (self.user, self.password) = (user, password)
    (self.refreshToken, self.accessToken) = (refreshToken, accessToken)
  }
}

extension TokenSession {
  /// Logs in by name and password, and keeps the session.
  ///
  /// - Parameters:
  ///   - user: The person's name or address.
  ///   - password: The password; it is sent once and kept nowhere.
  ///   - login: The service, which the session has to belong to.
  /// - Throws: ``AuthError``, as ``CredentialLogin/login(user:password:)`` and ``adopt(_:subject:)``;
  ///   `session(.otherIdentity)` for another service.
  public func login(
    user: String, password: SecretText, with login: CredentialLogin
  ) async throws(AuthError) {
    guard login.identity == identity else { throw .session(.otherIdentity) }
    try await adopt(try await login.login(user: user, password: password))
  }
}
