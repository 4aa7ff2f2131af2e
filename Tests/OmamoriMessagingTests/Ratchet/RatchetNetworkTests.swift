import Foundation
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// A session over a network that loses, doubles, delays and changes messages, beside an oracle of what must open.
@Suite("DoubleRatchet over a bad network")
struct RatchetNetworkTests {
  private static let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil
  private static let seed = ProcessInfo.processInfo.environment["OMAMORI_SEED"].flatMap(UInt64.init) ?? 4_242

  /// A message on its way.
  private struct Letter {
    let message: [UInt8]
    let plaintext: [UInt8]
    /// The step in which it was sent.
    let step: Int
    var isOpened = false
  }

  @Test func opensWhatItMustAndNothingElse() throws {
    let count = Self.isDeep ? 1_000_000 : 3_000
    print("seed \(Self.seed), \(count) messages (OMAMORI_SEED, OMAMORI_DEEP)")
    // Another stream than the pair's, or the two could draw the same key, which is refused.
    let chance = SeededRandomness(seed: ~Self.seed)
    var pair = try RatchetPair(seed: Self.seed)
    try pair.roundTrip()
    var sides = [pair.alice, pair.bob]
    var wire: [[Letter]] = [[], []]
    var (opened, refused) = (0, 0)
    for step in 0..<count {
      let sender = Int(try chance.integer(in: 0...1))
      let plaintext = Array("message \(step)".utf8)
      let message = try sides[sender].seal(plaintext, authenticating: [UInt8(sender)], randomness: chance)
      wire[sender].append(Letter(message: message, plaintext: plaintext, step: step))
      let from = Int(try chance.integer(in: 0...1))
      // Each step starts a chain at most, so that a letter this young is never of a forgotten one: of an opened one five
      // are known for sure, of one that is missing many more.
      wire[from].removeAll { step - $0.step > ($0.isOpened ? 8 : 200) }
      guard !wire[from].isEmpty else { continue }
      let place = try chance.integer(in: 0...wire[from].count - 1)
      let letter = wire[from][place]
      var arriving = letter.message
      let isChanged = try chance.integer(in: 0...5) == 0
      if isChanged { arriving[try chance.integer(in: 0...arriving.count - 1)] ^= 0x10 }
      if isChanged || letter.isOpened {
        let before = try sides[1 - from].encoded()
        let expected: [MessageFault] = isChanged ? [.forged, .unreadable] : [.replayed]
        do throws(MessagingError) {
          _ = try sides[1 - from].open(arriving, authenticating: [UInt8(from)], now: RatchetPair.now)
          Issue.record("a changed or opened message opened at step \(step)")
        } catch {
          // The body of an opened message may be changed: its header still tells that it is old.
          #expect(
            expected.contains { error == .message($0) } || letter.isOpened && error == .message(.replayed))
        }
        #expect(try sides[1 - from].encoded() == before)
        refused += 1
      } else {
        let plaintext = try sides[1 - from].open(
          arriving, authenticating: [UInt8(from)], now: RatchetPair.now)
        #expect(plaintext == letter.plaintext)
        wire[from][place].isOpened = true
        opened += 1
      }
      if step % 64 == 0 {
        sides = try sides.map { try DoubleRatchet(decoding: $0.encoded()) }
      }
    }
    #expect(opened > count / 3 && refused > count / 20)
    #expect(sides.allSatisfy { $0.skippedCount < SkippedKeys.capacity })
  }
}
