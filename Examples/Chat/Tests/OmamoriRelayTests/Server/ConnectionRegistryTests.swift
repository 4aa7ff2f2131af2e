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

  @Test func whoOpensManyConnectionsLeavesRoomForOthers() throws {
    var limits = RelayLimits()
    (limits.connections, limits.connectionsPerPeer) = (16, 16)
    let registry = try ConnectionRegistry(limits)
    var kept: [ClientSocket] = []
    func open(_ number: UInt8, _ count: Int) throws -> [Bool] {
      try (0..<count).map { _ in
        let socket = Self.socket(Self.peer(number))
        kept.append(socket)
        return registry.add(socket, wake: try WakeEvent())
      }
    }
    #expect(try open(1, 20).count { $0 } == 12)
    #expect(try open(2, 6) == [true, true, true, true, false, false])
    // The relay is full now, and others still come in.
    for number in 3...5 as ClosedRange<UInt8> { #expect(try open(number, 4) == [true, true, true, true]) }
    #expect(registry.count == 16)
  }

  @Test func connectionsOfAccountsDoNotEndForOthers() throws {
    var limits = RelayLimits()
    (limits.connections, limits.connectionsPerPeer) = (8, 8)
    let registry = try ConnectionRegistry(limits)
    let sockets = (0..<8).map { Self.socket(Self.peer($0 < 6 ? 1 : 2)) }
    for socket in sockets { #expect(registry.add(socket, wake: try WakeEvent())) }
    for socket in sockets.prefix(4) { registry.recognize(socket) }
    let others = (0..<3).map { _ in Self.socket(Self.peer(3)) }
    #expect(try others.map { registry.add($0, wake: try WakeEvent()) } == [true, true, false])
    for socket in sockets { registry.remove(socket) }
    #expect(registry.count == 2)
  }
}
