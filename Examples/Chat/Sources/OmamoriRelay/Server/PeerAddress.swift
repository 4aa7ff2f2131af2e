/// The part of a client's network address that limits are kept by: all of an IPv4 address, the /64 of an IPv6 one.
///
/// It is kept in memory while it is needed and never written.
struct PeerAddress: Sendable, Hashable {
  private let bytes: [UInt8]

  /// Takes the part from a socket address.
  ///
  /// A socket of IPv6 that takes clients of IPv4, too, shows their addresses behind ::ffff:0:0/96 (RFC 4291, section 2.5.5.2).
  ///
  /// - Parameters:
  ///   - socketAddress: The bytes of a `sockaddr_in` or `sockaddr_in6`.
  ///   - isShort: Whether it is of IPv4.
  init(_ socketAddress: [UInt8], isShort: Bool) {
    let address = Array(socketAddress.dropFirst(isShort ? 4 : 8).prefix(isShort ? 4 : 16))
    let isMapped = !isShort && address.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
    bytes = isMapped ? Array(address.suffix(4)) : Array(address.prefix(8))
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The network that one customer may have all of: an IPv4 address, the /48 of an IPv6 one.
  var network: PeerAddress { PeerAddress(Array(bytes.prefix(bytes.count == 4 ? 4 : 6))) }
}
