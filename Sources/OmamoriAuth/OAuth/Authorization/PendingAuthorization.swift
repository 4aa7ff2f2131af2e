public import OmamoriCore

/// A login that was begun: what has to be known to take its callback, and to nobody else.
///
/// An app that may be ended meanwhile seals ``encoded()`` with a key of its own and keeps it until the callback; it removes
/// it before it takes a callback, so that none is taken twice. Prints nothing. A value; safe to share between threads.
public struct PendingAuthorization: Sendable, Equatable {
  /// The server.
  public let issuer: Issuer
  /// The client's identifier.
  public let clientIdentifier: String
  /// Where the browser comes back to.
  public let redirectURI: RedirectURI
  /// The scopes that were asked for.
  public let scope: [String]
  /// Until when a callback is taken, by the local clock.
  public let expiry: Date
  /// How long ago the person may have typed a password at most.
  public let maximumAge: Duration?
  /// The thumbprint of the key that the code is bound to (RFC 9449 §10).
  public let keyThumbprint: String?
  let begun: Date
  let state: SecretText
  let nonce: SecretText?
  let verifier: CodeVerifier
  let demandsIssuer: Bool
}

extension PendingAuthorization {
  /// Begins a login.
  init(
    _ request: AuthorizationRequest, at metadata: ServerMetadata, clientIdentifier: String,
    keyThumbprint: String?, randomness: any Randomness, now: Date
  ) throws(AuthError) {
    guard metadata.statesProofKey || request.trustsUnstatedCodeChallenge else {
      throw .metadata(.proofKeyUnsupported)
    }
    guard request.lifetime >= .seconds(1), request.lifetime <= .seconds(3600),
      request.maximumAge.map({ $0 >= .zero && $0 <= .seconds(315_360_000) }) ?? true
    else { throw .configuration(.lifetime) }
    self.init(
      issuer: metadata.issuer, clientIdentifier: clientIdentifier, redirectURI: request.redirectURI,
      scope: request.scope, expiry: now + Double(request.lifetime.components.seconds),
      maximumAge: request.maximumAge, keyThumbprint: keyThumbprint, begun: now,
      state: try .random(from: randomness),
      nonce: request.asksForIdentity ? try .random(from: randomness) : nil,
      verifier: try CodeVerifier(randomness: randomness), demandsIssuer: metadata.statesIssuerInCallback)
  }
}

extension PendingAuthorization: CustomStringConvertible, CustomReflectable {
  /// The issuer alone.
  public var description: String { "a login at \(issuer)" }
  /// The issuer alone.
  public var customMirror: Mirror { Mirror(self, children: ["login": description]) }
}
