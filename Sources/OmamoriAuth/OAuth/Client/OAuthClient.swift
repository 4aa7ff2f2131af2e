public import OmamoriCore

/// A client of an authorization server: gets, refreshes, revokes and examines tokens.
///
/// There is no password grant (RFC 9700 §2.4) and no implicit one. No request is repeated but one that the server asks to
/// repeat with a nonce; what a failure means for a session is in ``AuthError/refreshFailure``. A value; safe to share
/// between threads.
public struct OAuthClient: Sendable {
  /// The greatest size of an answer, in bytes.
  public static let greatestAnswerSize = 1 << 20

  /// What the server offers.
  public let metadata: ServerMetadata
  /// The client's identifier at the server.
  public let identifier: String
  /// How the client proves which client it is.
  public let authentication: ClientAuthentication
  /// The network.
  public let exchange: any HTTPExchange
  /// The time of day.
  public let clock: any WallClock
  /// Where states, nonces and verifiers come from.
  public let randomness: any Randomness
  /// Proves possession of the key that tokens are bound to; `nil` for tokens that whoever has them may use.
  public let possession: ProofOfPossession?
  /// The keys that identity tokens are signed with.
  public let keys: (any KeySource)?
  /// The algorithms of identity tokens; `nil` for those that the server states, but never that of a secret.
  public let identityAlgorithms: Set<SignatureAlgorithm>?
  /// Other audiences that an identity token may have beside the client; a token for anybody else too is refused.
  public var trustedAudiences: Set<String> = []

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - metadata: What the server offers.
  ///   - identifier: The client's identifier, 1 to 1024 visible characters.
  ///   - authentication: How the client proves which client it is.
  ///   - exchange: The network.
  ///   - clock: The time of day.
  ///   - randomness: Where states, nonces and verifiers come from.
  ///   - possession: Proves possession of a key; all tokens are then bound to it (RFC 9449), and others are refused.
  ///   - keys: The keys of identity tokens; `nil` for those that the server publishes.
  ///   - identityAlgorithms: The algorithms of identity tokens that the client is registered with; `nil` for those that
  ///     the server states, but never that of a secret.
  /// - Throws: ``AuthError/configuration(_:)`` with ``ConfigurationFault/clientIdentifier``.
  public init(
    metadata: ServerMetadata, identifier: String, authentication: ClientAuthentication = .none,
    exchange: any HTTPExchange, clock: any WallClock = SystemWallClock(),
    randomness: any Randomness = SystemRandomness(), possession: ProofOfPossession? = nil,
    keys: (any KeySource)? = nil, identityAlgorithms: Set<SignatureAlgorithm>? = nil
  ) throws(AuthError) {
    guard (1...1024).contains(identifier.utf8.count), FormText.isVisible(identifier) else {
      throw .configuration(.clientIdentifier)
    }
    (self.metadata, self.identifier, self.authentication) = (metadata, identifier, authentication)
    (self.exchange, self.clock, self.randomness) = (exchange, clock, randomness)
    (self.possession, self.identityAlgorithms) = (possession, identityAlgorithms)
    self.keys =
      keys ?? metadata.endpoints[.keys].map { RemoteKeySet(url: $0, exchange: exchange, clock: clock) }
  }
}

extension OAuthClient: CustomStringConvertible, CustomReflectable {
  /// The issuer; nothing of the client's secrets.
  public var description: String { "a client of \(metadata.issuer)" }
  /// The issuer.
  public var customMirror: Mirror { Mirror(self, children: ["client": description]) }
}
