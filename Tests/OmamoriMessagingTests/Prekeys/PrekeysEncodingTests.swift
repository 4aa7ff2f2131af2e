import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// The stored form of prekeys.
@Suite("The stored form of prekeys")
struct PrekeysEncodingTests {
  private func used() throws -> HandshakePair {
    var pair = try HandshakePair(
      suites: [.x25519, .x25519MLKEM768], oneTimeKeys: 3, encapsulationKeys: true)
    _ = try pair.answer(pair.begin(pair.bundle(9)).opening)
    _ = try pair.answer(pair.begin(pair.bundle(1)).opening)
    pair.clock.advance(by: .seconds(8 * 86_400))
    pair.publication = try pair.prekeys.publication(
      count: 1, as: pair.bob, now: pair.clock.date, randomness: pair.randomness)
    return pair
  }

  @Test func itIsReadAsItWas() throws {
    var pair = try used()
    let again = try Prekeys(decoding: pair.prekeys.encoded)
    #expect(again == pair.prekeys && again.encoded == pair.prekeys.encoded)
    #expect(again.generations.map(\.number) == [1, 2] && again.generations[0].remembered.count == 1)
    let start = try pair.begin()
    pair.prekeys = again
    #expect(try pair.answer(start.opening).all == start.secrets.all)
  }

  /// As versions before wrote it: it makes keys of both kinds from its next publication on.
  @Test func anOlderRecordIsRead() throws {
    var pair = try HandshakePair(suites: [.x25519, .x25519MLKEM768], oneTimeKeys: 0)
    let start = try pair.begin()
    _ = try pair.answer(start.opening)
    let bytes = pair.prekeys.encoded.bytes
    // The version, the next number, the suites, the signed part, the number of generations, and the first of them with
    // the number of sessions that it remembers.
    let place = 1 + 4 + 3 + 2 + pair.prekeys.signedPart.encoded.count + 2 + 4 + 8 + 1 + 3 + 64 + 64 + 32 + 2
    let peer = PeerDigest(pair.alice.peer).bytes.prefix(8)
    #expect(bytes[0] == 2 && bytes[(place - 2)..<place] == [0, 1] && bytes[place..<(place + 8)] == peer)
    for flag: UInt8 in 0...2 {
      let old = [1, flag] + bytes[1..<place] + bytes[(place + 8)...]
      guard flag < 2 else {
        #expect(throws: MessagingError.storage(.damaged)) { try Prekeys(decoding: SharedSecretBytes(old)) }
        continue
      }
      pair.prekeys = try Prekeys(decoding: SharedSecretBytes(old))
      #expect(throws: MessagingError.message(.replayed)) { try pair.answer(start.opening) }
      #expect(try Prekeys(decoding: pair.prekeys.encoded) == pair.prekeys)
      let publication = try pair.prekeys.publication(count: 3, as: pair.bob, now: pair.clock.date)
      #expect(publication.oneTimeKeys.count == 3 && publication.oneTimeEncapsulationKeys.count == 3)
    }
  }

  @Test func aChangedFormIsRefusedOrHasOneSpelling() throws {
    let bytes = try used().prekeys.encoded.bytes
    var refused = 0
    for bit in stride(from: 0, to: bytes.count * 8, by: 7) {
      let changed = SharedSecretBytes(bytes.flipping(bit))
      guard let prekeys = try? Prekeys(decoding: changed) else {
        refused += 1
        continue
      }
      #expect(prekeys.encoded == changed)
    }
    #expect(refused > 1000)
    for wrong in [[], Array(bytes.dropLast()), bytes + [0]] {
      #expect(throws: MessagingError.storage(.damaged)) { try Prekeys(decoding: SharedSecretBytes(wrong)) }
    }
    let large = SharedSecretBytes([UInt8](repeating: 1, count: Prekeys.greatestByteCount + 1))
    #expect(throws: MessagingError.storage(.damaged)) { try Prekeys(decoding: large) }
  }

  @Test func nothingOfItIsShown() throws {
    let marker = LeakProbe().marker
    var prekeys = try used().prekeys
    prekeys.oneTimeKeys[0] = OneTimeSecret(identifier: 1, secret: SharedSecretBytes(Array(marker.utf8)))
    #expect(LeakProbe().leaks(in: prekeys) == [])
  }
}
