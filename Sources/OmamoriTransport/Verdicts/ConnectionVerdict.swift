/// What a policy says of one connection: trusted or why not, pinned how, with what TLS.
///
/// A value; safe to share between threads.
public struct ConnectionVerdict: Sendable, Hashable {
  /// The host.
  public let host: HostName
  /// Everything that keeps the chain from being trusted; empty when it is.
  public let faults: [TrustFault]
  /// The chain, when it is trusted.
  public let chain: TrustedChain?
  /// What became of the pins; `nil` when the chain is not trusted, because pins are not looked at then.
  public let pins: PinVerdict?
  /// What the handshake ended with, as far as it went.
  public let facts: ConnectionFacts?

  /// Makes a verdict.
  package init(
    host: HostName, faults: [TrustFault], chain: TrustedChain?, pins: PinVerdict?, facts: ConnectionFacts?
  ) {
    (self.host, self.faults, self.chain, self.pins, self.facts) = (host, faults, chain, pins, facts)
  }

  /// Whether requests may be sent.
  public var admits: Bool { faults.isEmpty && chain != nil && pins?.admits == true }
}
