/// One of the handshakes with which a server was examined.
package struct ServerHandshake: Sendable, Hashable {
  /// What the client offered.
  package let offer: HandshakeOffer
  /// How it ended.
  package let outcome: HandshakeOutcome

  /// Makes a record of a handshake.
  package init(_ offer: HandshakeOffer, _ outcome: HandshakeOutcome) {
    (self.offer, self.outcome) = (offer, outcome)
  }
}
