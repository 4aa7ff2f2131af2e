/// 60 digits that two people compare to make sure that nobody sits between them.
///
/// Both sides see the same digits, unless one of the two identities is not the one that the other side knows. A value;
/// safe to share between threads.
public struct SafetyNumber: Sendable, Hashable, CustomStringConvertible {
  /// The digits, without spaces.
  public let digits: String
  /// What the other side scans.
  public let code: SafetyNumberCode

  /// Calculates the number of a conversation; takes some milliseconds.
  ///
  /// - Parameters:
  ///   - identity: The own identity.
  ///   - address: The own address.
  ///   - peer: The identity that the peer is known to have.
  ///   - peerAddress: The address of the peer.
  public init(
    of identity: PeerIdentity,
    at address: MessagingAddress,
    with peer: PeerIdentity,
    at peerAddress: MessagingAddress
  ) {
    let own = SafetyFingerprint(identity, at: address)
    let other = SafetyFingerprint(peer, at: peerAddress)
    digits = [own.digits, other.digits].sorted().joined()
    code = SafetyNumberCode(own: own, peer: other)
  }

  /// The digits in twelve groups of five with spaces between them.
  public var description: String {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count, by: 5).map { String(digits[$0..<min($0 + 5, digits.count)]) }
      .joined(separator: " ")
  }
}
