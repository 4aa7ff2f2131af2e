package import OmamoriCore
package import OmamoriTransport

/// A login with an authorization code, PKCE, state, nonce and issuer, as a machine: it takes events and says what to do.
///
/// It does nothing itself and asks for no time; ``OAuthClient/logIn(_:with:)`` drives it. Once it has failed or finished it
/// stays so. Prints its issuer only. Follows RFC 6749 §4.1, 7636, 9126, 9207, 9700
/// and OpenID Connect Core §3.1.
package struct AuthorizationFlow: Sendable {
  /// What happened.
  @nonexhaustive
  package enum Event: Sendable {
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
  package enum Action: Sendable {
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
  package let pending: PendingAuthorization
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
  package init(
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
  package init(resuming pending: PendingAuthorization, at metadata: ServerMetadata) throws(AuthError) {
    guard pending.issuer == metadata.issuer else { throw .callback(.issuerMismatch) }
    (self.pending, self.metadata, pushes, phase) = (pending, metadata, false, .waiting)
  }

  /// Takes an event.
  ///
  /// - Parameter event: What happened.
  /// - Returns: What is to be done.
  package mutating func handle(_ event: Event) -> Action {
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

extension AuthorizationFlow: RedactedDescription {
  /// The issuer.
  package var description: String { pending.description }
}

/// A code with what has to be shown beside it.
///
/// Prints nothing of the code.
package struct AuthorizationCode: Sendable, Equatable {
  /// The code; it can be exchanged once.
  package let code: SecretText
  /// The verifier whose challenge was sent when the code was asked for.
  package let verifier: CodeVerifier
  /// Where the code came to.
  package let redirectURI: RedirectURI

  /// The form that exchanges it (RFC 6749 §4.1.3).
  var form: FormFields {
    var form = FormFields()
    form.set("grant_type", "authorization_code")
    form["code"] = code
    form.set("redirect_uri", redirectURI.description)
    form["code_verifier"] = verifier.secret
    return form
  }
}

/// The parameters of a callback URL, each at most once.
struct CallbackParameters {
  static let greatestSize = 32 << 10
  static let greatestCount = 64

  private var values: [String: String] = [:]

  /// The parameters of a URL that came to a redirect URI.
  init(_ url: String, redirectURI: RedirectURI) throws(AuthError) {
    guard url.utf8.count <= Self.greatestSize, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .callback(.malformed)
    }
    let address = url.utf8.prefix { $0 != 0x3F && $0 != 0x23 }
    guard address.elementsEqual(redirectURI.description.utf8) else { throw .callback(.wrongRedirectURI) }
    let rest = url.utf8.dropFirst(address.count)
    // Parameters in a fragment are those of a flow that is not offered.
    guard !rest.contains(0x23) else { throw .callback(.malformed) }
    try self.init(query: Substring(rest.dropFirst()))
  }

  /// The parameters of a query.
  init(query: Substring) throws(AuthError) {
    let fields = query.split(separator: "&")
    guard fields.count <= Self.greatestCount else { throw .callback(.malformed) }
    for field in fields {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap(Self.decoded),
        let value = Self.decoded(parts.count > 1 ? parts[1] : "")
      else { throw .callback(.malformed) }
      guard values.updateValue(value, forKey: name) == nil else { throw .callback(.duplicateParameter) }
    }
  }

  /// A parameter; one without a value counts as missing (RFC 6749 §3.1).
  subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The names of the parameters of a query, in their order; one that cannot be decoded is taken as it is written.
  static func names(in query: String) -> [String] {
    query.split(separator: "&").map { field in
      let name = field.prefix { $0 != "=" }
      return decoded(name) ?? String(name)
    }
  }

  /// A name or value of a form without its escapes; `nil` for a stray `%` and for what is no UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x2B: bytes.append(0x20)
      case 0x25:
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          return nil
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
