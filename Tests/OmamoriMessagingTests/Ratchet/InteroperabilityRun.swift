import OmamoriCrypto
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// Random exchanges between a ratchet of this library and one in another process, with losses and in any order.
struct InteroperabilityRun<Profile: RatchetProfile> {
  var ratchet: RatchetCore<Profile>
  let peer: LinePeer
  let chance: SeededRandomness

  /// Runs an exchange.
  ///
  /// - Parameters:
  ///   - steps: The number of messages.
  ///   - peerMayBegin: Whether the peer began the session.
  mutating func exchange(steps: Int, peerMayBegin: Bool, toPeer: [UInt8] = [], fromPeer: [UInt8] = []) throws
  {
    var (outgoing, incoming): ([([UInt8], [UInt8])], [([UInt8], [UInt8])]) = ([], [])
    var (peerHeard, opened, answered) = (peerMayBegin, 0, 0)
    for _ in 0..<steps {
      let plaintext = try chance.bytes(count: chance.integer(in: 1...100))
      let isOurs = try chance.integer(in: 0...1) == 0
      if ratchet.canSeal, isOurs || !peerHeard {
        outgoing.append((try ratchet.seal(plaintext, authenticating: toPeer, randomness: chance), plaintext))
      } else {
        incoming.append((try peer.seal(plaintext), plaintext))
      }
      if !outgoing.isEmpty, try chance.integer(in: 0...2) > 0 {
        let (message, plaintext) = outgoing.remove(at: try chance.integer(in: 0...outgoing.count - 1))
        guard try chance.integer(in: 0...7) > 0 else { continue }
        #expect(try peer.open(message) == plaintext)
        #expect(try peer.open(message) == nil)
        (peerHeard, answered) = (true, answered + 1)
      }
      if !incoming.isEmpty, try chance.integer(in: 0...2) > 0 {
        let (message, expected) = incoming.remove(at: try chance.integer(in: 0...incoming.count - 1))
        guard try chance.integer(in: 0...7) > 0 else { continue }
        try expectOpens(message, to: expected, fromPeer)
        opened += 1
      }
    }
    #expect(opened > steps / 8 && answered > steps / 8)
  }

  /// A changed message does not open, the true one does, and not a second time.
  private mutating func expectOpens(_ message: [UInt8], to expected: [UInt8], _ data: [UInt8]) throws {
    var changed = message
    changed[message.count - 1] ^= 1
    let before = ratchet.encoded()
    #expect(throws: MessagingError.self) { try ratchet.open(changed, authenticating: data, at: 1) }
    #expect(ratchet.encoded() == before)
    #expect(try ratchet.open(message, authenticating: data, at: 1) == expected)
    #expect(throws: MessagingError.message(.replayed)) {
      try ratchet.open(message, authenticating: data, at: 1)
    }
    ratchet = try RatchetCore(decoding: ratchet.encoded())
  }
}
