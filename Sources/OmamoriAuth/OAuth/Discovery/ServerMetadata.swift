public import OmamoriTransport

/// What an authorization server says of itself, or what is known about it otherwise.
///
/// Every endpoint is an `https` URL. A value; safe to share between threads. Follows RFC 8414 and OpenID Connect
/// Discovery 1.0.
public struct ServerMetadata: Sendable, Hashable {
  /// Who the server is.
  public let issuer: Issuer
  /// Where it offers what.
  public var endpoints: [ServerEndpoint: RequestURL] = [:]
  /// Where it offers it to clients that show a certificate (RFC 8705 §5); those that are missing are as in ``endpoints``.
  public var certificateEndpoints: [ServerEndpoint: RequestURL] = [:]
  /// Whether it states that it takes PKCE with S256 (RFC 7636).
  public var statesProofKey = false
  /// Whether it states that every answer of a login names the issuer (RFC 9207).
  public var statesIssuerInCallback = false
  /// Whether every login has to be pushed (RFC 9126).
  public var requiresPushedAuthorization = false
  /// The algorithms of its identity tokens; those that are not offered here are left out, `none` above all.
  public var identityTokenAlgorithms: Set<SignatureAlgorithm> = []
  /// The algorithms of proofs of possession that it takes (RFC 9449); empty when it does not say.
  public var possessionAlgorithms: Set<SignatureAlgorithm> = []

  /// Makes a description of a server that has none of its own.
  ///
  /// - Parameters:
  ///   - issuer: Who the server is.
  ///   - endpoints: Where it offers what.
  public init(issuer: Issuer, endpoints: [ServerEndpoint: RequestURL] = [:]) {
    (self.issuer, self.endpoints) = (issuer, endpoints)
  }

  /// Where the server offers something.
  ///
  /// - Parameters:
  ///   - endpoint: What is asked for.
  ///   - showsCertificate: Whether the client shows a certificate there.
  /// - Returns: The URL.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/endpointMissing``.
  public func url(
    of endpoint: ServerEndpoint, showingCertificate showsCertificate: Bool = false
  ) throws(AuthError) -> RequestURL {
    let url = showsCertificate ? certificateEndpoints[endpoint] ?? endpoints[endpoint] : endpoints[endpoint]
    guard let url else { throw .configuration(.endpointMissing) }
    return url
  }
}
