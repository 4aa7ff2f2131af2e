@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// The binary form of a state: one for each state, and nothing else is read.
@Suite("Encoded ratchets")
struct RatchetEncodingTests {
  /// States of every shape.
  private func states() throws -> [DoubleRatchet] {
    var pair = try RatchetPair()
    var states = [pair.alice, pair.bob]
    let first = try (0..<3).map { try pair.fromAlice("\($0)") }
    states.append(pair.alice)
    _ = try pair.toBob(first[2])
    states.append(pair.bob)
    _ = try pair.toAlice(pair.fromBob("back"))
    states += [pair.alice, pair.bob]
    _ = try pair.fromAlice("lost")
    _ = try pair.toBob(pair.fromAlice("new chain"))
    return states + [pair.alice, pair.bob]
  }

  @Test func everyStateComesBack() throws {
    for state in try states() {
      let encoded = try state.encoded()
      #expect(try DoubleRatchet(decoding: encoded).encoded() == encoded)
    }
  }

  @Test func partsAndMoreAreRefused() throws {
    for state in try states() {
      let bytes = try state.encoded().bytes
      for count in 0..<bytes.count { expectDamaged(Array(bytes.prefix(count))) }
      expectDamaged(bytes + [0])
    }
    expectDamaged(Array(repeating: 0, count: 200_000))
  }

  @Test func changedBytesAreRefusedOrAnotherState() throws {
    for state in try states() {
      let bytes = try state.encoded().bytes
      for place in bytes.indices {
        for value: UInt8 in [bytes[place] ^ 1, bytes[place] ^ 0x80, 0, 0xFF] where value != bytes[place] {
          var changed = bytes
          changed[place] = value
          guard let other = try? DoubleRatchet(decoding: SharedSecretBytes(changed)) else { continue }
          #expect(try other.encoded().bytes == changed, "place \(place)")
        }
      }
    }
  }

  @Test func inventedStatesAreSurvived() throws {
    let randomness = SeededRandomness(seed: 77)
    let templates = try states().map { try $0.encoded().bytes }
    for _ in 0..<300 {
      var bytes = templates[try randomness.integer(in: 0...templates.count - 1)]
      for _ in 0..<(try randomness.integer(in: 1...6)) {
        bytes[try randomness.integer(in: 0...bytes.count - 1)] = try randomness.bytes(count: 1)[0]
      }
      guard var state = try? DoubleRatchet(decoding: SharedSecretBytes(bytes)) else { continue }
      let before = try state.encoded()
      let noise = try randomness.bytes(count: 200)
      #expect(throws: MessagingError.message(.unreadable)) {
        try state.open(noise, authenticating: [], now: RatchetPair.now)
      }
      #expect(try state.encoded() == before)
      _ = try? state.seal([1], authenticating: [], randomness: randomness)
    }
  }

  private func expectDamaged(_ bytes: [UInt8]) {
    #expect(throws: MessagingError.storage(.damaged)) {
      try DoubleRatchet(decoding: SharedSecretBytes(bytes))
    }
  }
}
