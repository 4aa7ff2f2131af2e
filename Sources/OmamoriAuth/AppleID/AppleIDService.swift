public import OmamoriCore
import OmamoriTransport

/// Apple's REST interface for Sign in with Apple, for an app's server.
///
/// Nothing is repeated by itself. Tokens must be revoked when a person deletes the account (Apple's TN3194). Safe to use
/// from any thread. Source: <https://developer.apple.com/documentation/signinwithapplerestapi>.
public struct AppleIDService: Sendable {
  /// Makes the client secrets.
  public let secrets: AppleClientSecrets
  let exchange: any HTTPExchange
  let clock: any WallClock

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - secrets: Makes the client secrets, for one client.
  ///   - exchange: The network.
  ///   - clock: The time.
  public init(
    secrets: AppleClientSecrets, exchange: any HTTPExchange, clock: any WallClock = SystemWallClock()
  ) {
    (self.secrets, self.exchange, self.clock) = (secrets, exchange, clock)
  }

  /// Exchanges the code of a credential for tokens; a code is worth five minutes and one exchange.
  ///
  /// The identity token of the answer is to be verified with ``AppleIDVerifier``, and its subject has to be the one that
  /// signed in.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - redirectURI: The address that the code came to, for a web page; `nil` for an app.
  /// - Returns: The tokens; the refresh token is the one to keep.
  /// - Throws: ``AuthError/server(_:status:)``, ``AuthError/response(_:)``, ``AuthError/transport(_:)``.
  public func redeem(_ code: SecretText, redirectURI: RedirectURI? = nil) async throws(AuthError)
    -> TokenAnswer
  {
    var form = FormFields()
    form.set("grant_type", "authorization_code")
    form["code"] = code
    form.set("redirect_uri", redirectURI?.description)
    return try await client().tokens(for: form)
  }

  /// Asks whether a person's consent still stands; Apple wants this once a day at most.
  ///
  /// - Parameter refreshToken: The refresh token, which stays as it is.
  /// - Returns: The tokens; ``ServerErrorCode/invalidGrant`` says that the consent is gone.
  /// - Throws: As ``redeem(_:redirectURI:)``.
  public func validate(_ refreshToken: SecretText) async throws(AuthError) -> TokenAnswer {
    try await client().refresh(refreshToken)
  }

  /// Revokes a token, and with it the person's consent.
  ///
  /// Apple answers with success for whatever it is shown, a token of another client too: success says that the request
  /// arrived, and not that there was such a token.
  ///
  /// - Parameters:
  ///   - token: The token; of the client that got it.
  ///   - hint: What kind of token it is.
  /// - Throws: As ``redeem(_:redirectURI:)``.
  public func revoke(_ token: SecretText, hint: TokenHint = .refreshToken) async throws(AuthError) {
    try await client().revoke(token, hint: hint)
  }

  /// A client with the secret of this moment.
  func client() throws(AuthError) -> OAuthClient {
    let metadata = ServerMetadata(
      issuer: try Issuer(AppleIDVerifier.issuer),
      endpoints: [.token: try Self.url("token"), .revocation: try Self.url("revoke")])
    return try OAuthClient(
      metadata: metadata, identifier: secrets.clientID, authentication: .secretInBody(try secrets.secret()),
      exchange: exchange, clock: clock)
  }

  /// The address of a part of the interface.
  static func url(_ name: String) throws(AuthError) -> RequestURL {
    try AuthError.transporting { () throws(TransportError) in
      try RequestURL(AppleIDVerifier.issuer + "/auth/" + name)
    }
  }
}

/// Persons of an app that is transferred to another team: their identifiers differ from team to team.
///
/// Source: <https://developer.apple.com/documentation/signinwithapple/transferring-your-apps-and-users-to-another-team>.
extension AppleIDService {
  /// Makes the identifier by which the new team finds a person; for the old team, before the transfer.
  ///
  /// - Parameters:
  ///   - subject: The person's identifier for the old team.
  ///   - team: The identifier of the new team.
  /// - Returns: The transfer identifier.
  /// - Throws: ``AuthError/server(_:status:)``, ``AuthError/response(_:)``, ``AuthError/transport(_:)``.
  public func transferSubject(of subject: String, to team: String) async throws(AuthError) -> String {
    let object = try await migrate([("sub", subject), ("target", team)])
    return try Self.text("transfer_sub", in: object)
  }

  /// Finds a person by a transfer identifier; for the new team, within 60 days after the transfer.
  ///
  /// - Parameter transferSubject: The transfer identifier, also from ``AppleIDClaims/transferSubject``.
  /// - Returns: The person's identifier and address for the new team.
  /// - Throws: ``AuthError/server(_:status:)``, ``AuthError/response(_:)``, ``AuthError/transport(_:)``.
  public func migratedPerson(_ transferSubject: String) async throws(AuthError) -> AppleIDMigration {
    let object = try await migrate([("transfer_sub", transferSubject)])
    let isPrivate = object["is_private_email"]
    return AppleIDMigration(
      subject: try Self.text("sub", in: object), email: object["email"]?.stringValue,
      isPrivateEmail: isPrivate?.boolValue ?? (isPrivate?.stringValue == "true"))
  }

  private func migrate(_ fields: [(String, String)]) async throws(AuthError) -> JSONObject {
    var grant = FormFields()
    grant.set("grant_type", "client_credentials")
    grant.set("scope", "user.migration")
    let token = try await client().tokens(for: grant).accessToken
    var form = FormFields()
    for (name, value) in fields {
      guard 1...256 ~= value.utf8.count, FormText.isCredential(value) else {
        throw .configuration(.parameter)
      }
      form.set(name, value)
    }
    form.set("client_id", secrets.clientID)
    form["client_secret"] = try secrets.secret()
    let (url, body) = (try Self.url("usermigrationinfo"), form.body)
    let request = try AuthError.transporting { () throws(TransportError) in
      let headers = try HeaderFields([
        "Authorization": "Bearer " + token.reveal(), "Accept": "application/json",
      ])
      return try HTTPRequest(.post, url, headers: headers, body: body)
    }
    let answer = try await exchange.checkedAnswer(to: request, limit: 64 << 10)
    guard answer.status == 200 else { throw AuthError(refusal: answer) }
    let limits = JSONLimits(depth: 4, size: 64 << 10, values: 100)
    guard let object = (try? StrictJSON.parse(answer.body, limits: limits))?.objectValue else {
      throw .response(.malformed)
    }
    return object
  }

  private static func text(_ name: String, in object: JSONObject) throws(AuthError) -> String {
    guard let text = object[name]?.stringValue, 1...256 ~= text.utf8.count else {
      throw .response(.missingMember)
    }
    return text
  }
}

/// What an app with a session has to do after it asked for a person's consent.
@nonexhaustive
public enum AppleIDConsequence: Sendable, Hashable, CaseIterable {
  /// Nothing.
  case goOn
  /// End the session and offer to sign in.
  case endSession
  /// Let the server exchange the person's identifier, and sign in again without a question.
  case migrate
  /// Ask again later; the session stays.
  case askLater
}

/// A person of an app that was transferred, as the new team knows them.
///
/// Prints nothing of the person.
public struct AppleIDMigration: Sendable, Hashable {
  /// The person's identifier for the new team.
  public let subject: String
  /// The mail address, where Apple says one.
  public let email: String?
  /// Whether the address forwards to one that the person did not show.
  public let isPrivateEmail: Bool
}

extension AppleIDMigration: RedactedDescription {
  /// Fixed words.
  public var description: String { "migrated Apple ID" }
}

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
