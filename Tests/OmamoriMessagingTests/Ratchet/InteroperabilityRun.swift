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
  ///   - toPeer: What is authenticated with a message to the peer.
  ///   - fromPeer: What is authenticated with a message from the peer.
  /// - Throws: What a side throws that should not have.
  mutating func exchange(
    steps: Int,
    peerMayBegin: Bool,
    toPeer: [UInt8] = [],
    fromPeer: [UInt8] = []
  ) throws {
    var (outgoing, incoming): ([Sent], [Sent]) = ([], [])
    var (peerHeard, opened, answered) = (peerMayBegin, 0, 0)
    for step in 0..<steps {
      let plaintext = try chance.bytes(count: chance.integer(in: 1...100))
      let isOurs = try chance.integer(in: 0...1) == 0
      if ratchet.canSeal, isOurs || !peerHeard {
        let message = try ratchet.seal(plaintext, authenticating: toPeer, randomness: chance)
        outgoing.append(Sent(step: step, message: message, plaintext: plaintext))
      } else {
        incoming.append(Sent(step: step, message: try peer.seal(plaintext), plaintext: plaintext))
      }
      if let sent = try arrival(&outgoing, step) {
        #expect(try peer.open(sent.message) == sent.plaintext)
        #expect(try peer.open(sent.message) == nil)
        (peerHeard, answered) = (true, answered + 1)
      }
      if let sent = try arrival(&incoming, step) {
        try expectOpens(sent.message, to: sent.plaintext, fromPeer)
        opened += 1
      }
    }
    #expect(opened > steps / 8 && answered > steps / 8)
  }

  private struct Sent {
    let step: Int
    let message: [UInt8]
    let plaintext: [UInt8]
  }

  /// A message that arrives now, if any: one in eight is lost, and so are those that are late by more than a few chains.
  private func arrival(_ wire: inout [Sent], _ step: Int) throws -> Sent? {
    wire.removeAll { step - $0.step > 8 }
    guard !wire.isEmpty, try chance.integer(in: 0...2) > 0 else { return nil }
    let sent = wire.remove(at: try chance.integer(in: 0...wire.count - 1))
    return try chance.integer(in: 0...7) > 0 ? sent : nil
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
