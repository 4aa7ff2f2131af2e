import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// The ratchet beside a second implementation of it in Python, which makes the same bytes of the same seeds.
@Suite("DoubleRatchet and a second implementation", .enabled(if: Python.has("cryptography")))
struct RatchetReferenceTests {
  /// One side of a session, in Swift and in Python.
  private struct Side {
    var ratchet: DoubleRatchet
    let peer: LinePeer
    let randomness: SeededRandomness

    /// Both make the same message, since both have drawn the same random bytes.
    mutating func seal(_ plaintext: [UInt8], _ data: [UInt8]) throws -> [UInt8] {
      let message = try ratchet.seal(plaintext, authenticating: data, randomness: randomness)
      #expect(try peer.seal(plaintext, data) == message)
      return message
    }

    /// Both open a message to the same plaintext.
    mutating func open(_ message: [UInt8], _ data: [UInt8]) throws -> [UInt8] {
      let plaintext = try ratchet.open(message, authenticating: data, now: RatchetPair.now)
      #expect(try peer.open(message, data) == plaintext)
      return plaintext
    }
  }

  private func sides(seed: UInt64) throws -> [Side] {
    let randomness = SeededRandomness(seed: seed)
    let secrets = try RatchetPair.secrets(randomness)
    let own = try randomness.bytes(count: 32)
    let prekey = try Curve25519.KeyAgreement.PrivateKey(secret: SecretBytes(copying: own))
    let peers = [
      try LinePeer(script: "ratchet_reference.py"), try LinePeer(script: "ratchet_reference.py"),
    ]
    for (index, role) in ["initiator", "responder"].enumerated() {
      let answer = try peers[index].ask(
        role, [0, 0, UInt8(seed), UInt8(index)], secrets.rootKey.bytes, secrets.initiatorHeaderKey.bytes,
        secrets.responderHeaderKey.bytes, secrets.identifier, secrets.associatedData,
        index == 0 ? prekey.publicBytes : own)
      #expect(answer == (index == 0 ? "ok" : prekey.publicBytes.hexadecimal))
    }
    let ratchets = [
      try DoubleRatchet.initiator(secrets, remoteRatchetKey: prekey.publicKey),
      DoubleRatchet.responder(secrets, ratchetKey: prekey),
    ]
    return (0..<2).map {
      Side(
        ratchet: ratchets[$0], peer: peers[$0], randomness: SeededRandomness(seed: seed << 8 | UInt64($0)))
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func makeAndOpenTheSameBytes(seed: UInt64) throws {
    var sides = try sides(seed: seed)
    let chance = SeededRandomness(seed: seed + 100)
    var wire: [[(message: [UInt8], plaintext: [UInt8], data: [UInt8])]] = [[], []]
    for step in 0..<120 {
      let sender = sides[1].ratchet.canSeal ? Int(try chance.integer(in: 0...1)) : 0
      let plaintext = try chance.bytes(count: chance.integer(in: 0...100))
      let data = [UInt8](repeating: UInt8(step), count: step % 3)
      wire[sender].append((try sides[sender].seal(plaintext, data), plaintext, data))
      // One in eight is lost; the others arrive in any order.
      for from in 0..<2 where !wire[from].isEmpty {
        guard try chance.integer(in: 0...2) > 0 else { continue }
        let sent = wire[from].remove(at: try chance.integer(in: 0...wire[from].count - 1))
        guard try chance.integer(in: 0...7) > 0 else { continue }
        #expect(try sides[1 - from].open(sent.message, sent.data) == sent.plaintext)
      }
    }
  }

  @Test func refuseTheSame() throws {
    var sides = try sides(seed: 9)
    let message = try sides[0].seal([1, 2, 3], [])
    #expect(try sides[1].open(message, []) == [1, 2, 3])
    for wrong in [message, message.dropLast() + [0], Array(message.reversed())] {
      #expect(throws: MessagingError.self) {
        try sides[1].ratchet.open(wrong, authenticating: [], now: RatchetPair.now)
      }
      #expect(try sides[1].peer.open(wrong, []) == nil)
    }
  }
}
