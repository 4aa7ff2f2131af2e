public import OmamoriCore
public import OmamoriTransport

/// A login with an authorization code, PKCE, state, nonce and issuer, as a machine: it takes events and says what to do.
///
/// It does nothing itself and asks for no time; ``OAuthClient/logIn(_:with:)`` drives it. Once it has failed or finished it
/// stays so. Prints its issuer only. A value; safe to share between threads. Follows RFC 6749 §4.1, 7636, 9126, 9207, 9700
/// and OpenID Connect Core §3.1.
public struct AuthorizationFlow: Sendable {
  /// What happened.
  @nonexhaustive
  public enum Event: Sendable {
    /// The login begins.
    case begin
    /// The server keeps the parameters under a name.
    case pushed(requestURI: String)
    /// The browser came back with a URL.
    case callback(SecretText, at: Date)
    /// The server granted tokens.
    case granted(TokenAnswer)
    /// The identity token was verified.
    case identified
    /// What was to be done has failed.
    case failed(AuthError)
  }

  /// What is to be done.
  @nonexhaustive
  public enum Action: Sendable {
    /// Leave the parameters at the server.
    case push([QueryItem])
    /// Show a page to the person.
    case open(RequestURL)
    /// Exchange a code for tokens.
    case redeem(AuthorizationCode)
    /// Verify the identity token of an answer.
    case identify(TokenAnswer)
    /// Nothing more: these are the tokens.
    case finish(TokenAnswer)
    /// The callback is of something else; go on waiting.
    case refuse(AuthError)
    /// Nothing more: the login has failed.
    case fail(AuthError)
  }

  private enum Phase {
    case ready([QueryItem])
    case pushing
    case waiting
    case redeeming
    case identifying(TokenAnswer)
    case finished
  }

  /// What has to be kept to take the callback.
  public let pending: PendingAuthorization
  private let metadata: ServerMetadata
  private let pushes: Bool
  private var phase: Phase

  /// Prepares a login.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - metadata: The server.
  ///   - clientIdentifier: The client's identifier.
  ///   - keyThumbprint: The thumbprint of the key that the tokens are to be bound to.
  ///   - randomness: Where state, nonce and verifier come from.
  ///   - now: The time by the local clock.
  /// - Throws: ``AuthError/metadata(_:)`` with ``MetadataFault/proofKeyUnsupported``; ``AuthError/configuration(_:)``;
  ///   ``AuthError/core(_:)``.
  public init(
    _ request: AuthorizationRequest, at metadata: ServerMetadata, clientIdentifier: String,
    keyThumbprint: String? = nil, randomness: any Randomness = SystemRandomness(), now: Date
  ) throws(AuthError) {
    pending = try PendingAuthorization(
      request, at: metadata, clientIdentifier: clientIdentifier, keyThumbprint: keyThumbprint,
      randomness: randomness, now: now)
    self.metadata = metadata
    let isOffered = metadata.endpoints[.pushedAuthorization] != nil
    guard isOffered || !metadata.requiresPushedAuthorization else { throw .configuration(.endpointMissing) }
    pushes = metadata.requiresPushedAuthorization || (isOffered && request.pushesParameters)
    phase = .ready(try request.parameters(for: pending))
  }

  /// Goes on with a login whose page was opened before.
  ///
  /// - Parameters:
  ///   - pending: What was kept.
  ///   - metadata: The server; it has to be the same one.
  /// - Throws: ``AuthError/callback(_:)`` with ``CallbackFault/issuerMismatch``.
  public init(resuming pending: PendingAuthorization, at metadata: ServerMetadata) throws(AuthError) {
    guard pending.issuer == metadata.issuer else { throw .callback(.issuerMismatch) }
    (self.pending, self.metadata, pushes, phase) = (pending, metadata, false, .waiting)
  }

  /// Takes an event.
  ///
  /// - Parameter event: What happened.
  /// - Returns: What is to be done.
  public mutating func handle(_ event: Event) -> Action {
    switch (phase, event) {
    case (.finished, _): return .fail(.callback(.alreadyUsed))
    case (_, .failed(let error)): return end(error)
    case (.ready(let items), .begin):
      phase = pushes ? .pushing : .waiting
      return pushes ? .push(items) : open(items)
    case (.pushing, .pushed(let name)):
      phase = .waiting
      return open([QueryItem("client_id", pending.clientIdentifier), QueryItem("request_uri", name)])
    case (.waiting, .callback(let url, let now)): return judge(url, at: now)
    case (.redeeming, .granted(let answer)): return accept(answer)
    case (.identifying(let answer), .identified):
      phase = .finished
      return .finish(answer)
    case (.redeeming, .callback), (.identifying, .callback): return .refuse(.callback(.alreadyUsed))
    default: return end(.callback(.malformed))
    }
  }

  private mutating func end(_ error: AuthError) -> Action {
    phase = .finished
    return .fail(error)
  }

  private mutating func open(_ items: [QueryItem]) -> Action {
    do throws(AuthError) {
      let endpoint = try metadata.url(of: .authorization)
      guard Self.leavesRoom(for: items, endpoint) else { throw .metadata(.endpointParameter) }
      return .open(try endpoint.adding(items))
    } catch {
      return end(error)
    }
  }

  /// Whether no parameter would be included twice: the query of an endpoint has to be kept (RFC 6749 §3.1).
  private static func leavesRoom(for items: [QueryItem], _ endpoint: RequestURL) -> Bool {
    guard let query = endpoint.query else { return true }
    let names = CallbackParameters.names(in: query)
    let present = Set(names)
    return present.count == names.count && !items.contains { present.contains($0.name) }
  }

  private mutating func judge(_ url: SecretText, at now: Date) -> Action {
    switch pending.judge(url, at: now) {
    case .foreign(let error): return .refuse(error)
    case .failed(let error): return end(error)
    case .code(let code):
      phase = .redeeming
      return .redeem(
        AuthorizationCode(code: code, verifier: pending.verifier, redirectURI: pending.redirectURI))
    }
  }

  private mutating func accept(_ answer: TokenAnswer) -> Action {
    guard pending.nonce != nil else {
      phase = .finished
      return .finish(answer)
    }
    guard answer.identityToken != nil else { return end(.response(.missingMember)) }
    phase = .identifying(answer)
    return .identify(answer)
  }
}

extension AuthorizationFlow: CustomStringConvertible, CustomReflectable {
  /// The issuer.
  public var description: String { pending.description }
  /// The issuer.
  public var customMirror: Mirror { Mirror(self, children: ["flow": description]) }
}
