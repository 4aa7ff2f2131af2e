/// One of the handshakes with which a server was examined.
public struct ServerHandshake: Sendable, Hashable {
  /// What the client offered.
  public let offer: HandshakeOffer
  /// How it ended.
  public let outcome: HandshakeOutcome

  /// Makes a record of a handshake.
  public init(_ offer: HandshakeOffer, _ outcome: HandshakeOutcome) {
    (self.offer, self.outcome) = (offer, outcome)
  }
}
