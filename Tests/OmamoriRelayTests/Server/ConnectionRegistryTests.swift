import Foundation
import Testing

@testable import OmamoriRelay

/// Who may have how many connections, and how peers are told apart.
@Suite("ConnectionRegistry")
struct ConnectionRegistryTests {
  private static func peer(_ number: UInt8) -> PeerAddress {
    PeerAddress([2, 0, 0, 0, 127, 0, 0, number], isShort: true)
  }

  private static func socket(_ peer: PeerAddress) -> ClientSocket {
    ClientSocket(Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), peer: peer)
  }

  private static func longPeer(_ address: [UInt8]) -> PeerAddress {
    PeerAddress([10, 0, 0, 0, 0, 0, 0, 0] + address + [0, 0, 0, 0], isShort: false)
  }

  /// A socket of IPv6 that takes clients of IPv4 shows their addresses behind ::ffff:0:0/96 (RFC 4291, section 2.5.5.2).
  @Test func clientsOfIPv4AreToldApartAtASocketOfIPv6() {
    let prefix = [UInt8](repeating: 0, count: 10) + [255, 255]
    #expect(Self.longPeer(prefix + [192, 0, 2, 1]) != Self.longPeer(prefix + [192, 0, 2, 2]))
    #expect(Self.longPeer(prefix + [127, 0, 0, 1]) == Self.peer(1))
    let (first, second) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 1, count: 8))
    #expect(Self.longPeer(first) == Self.longPeer(second + [UInt8](repeating: 2, count: 8)))
  }
}
