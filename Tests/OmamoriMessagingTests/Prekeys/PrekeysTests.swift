import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// Prekeys are used once, replaced in time and kept as they are.
@Suite("Prekeys")
struct PrekeysTests {
  private static let day: Duration = .seconds(24 * 60 * 60)

  @Test func aOneTimeKeyServesOnce() throws {
    var pair = try HandshakePair(oneTimeKeys: 2)
    let start = try pair.begin()
    #expect(pair.prekeys.oneTimeKeys.count == 2)
    let before = pair.prekeys
    #expect(try pair.answer(start.opening).all == start.secrets.all)
    #expect(pair.prekeys.oneTimeKeys.map(\.identifier) == [2])
    #expect(before.oneTimeKeys.count == 2)
    let after = pair.prekeys
    #expect(throws: MessagingError.prekey(.unknown)) { try pair.answer(start.opening) }
    // A second session with the same one-time key fails too.
    let second = try pair.begin()
    #expect(throws: MessagingError.prekey(.unknown)) { try pair.answer(second.opening) }
    #expect(pair.prekeys == after)
  }

  @Test func aOneTimeKeyForEncapsulationServesOnce() throws {
    var pair = try HandshakePair(suites: [.x25519MLKEM768], oneTimeKeys: 1, encapsulationKeys: true)
    let onlyEncapsulation = try KeyBundle(
      signedPart: pair.publication.signedPart,
      oneTimeEncapsulationKey: pair.publication.oneTimeEncapsulationKeys[0].bytes, clock: pair.clock)
    let start = try pair.begin(onlyEncapsulation)
    #expect(start.opening.encapsulated?.identifier == 1 && start.opening.oneTimeKey == 0)
    #expect(try pair.answer(start.opening).all == start.secrets.all)
    #expect(pair.prekeys.oneTimeEncapsulationKeys.isEmpty && pair.prekeys.oneTimeKeys.count == 1)
    #expect(throws: MessagingError.prekey(.unknown)) { try pair.answer(start.opening) }
    // It took the place of a session to remember.
    #expect(pair.prekeys.generations[0].remembered.isEmpty)
  }

  /// As an application is told to: the server keeps the keys that it has, and what is old goes in time.
  @Test func publishingOnceADayWithoutKeysErasesOldOnesAlone() throws {
    var pair = try HandshakePair(oneTimeKeys: 3)
    let keys = pair.prekeys.oneTimeKeys
    for _ in 0..<80 {
      pair.clock.advance(by: Self.day)
      let publication = try pair.prekeys.publication(
        count: 0, as: pair.bob, now: pair.clock.date, randomness: pair.randomness)
      #expect(publication.oneTimeKeys.isEmpty && publication.expires > pair.clock.date)
      let now = pair.clock.date.wholeSeconds
      #expect(pair.prekeys.generations.allSatisfy { ($0.replaced ?? now) + Prekeys.retention > now })
    }
    #expect(pair.prekeys.oneTimeKeys == keys)
    #expect(5...6 ~= pair.prekeys.generations.count)
    #expect(pair.prekeys.signedPart.generation > 10)
  }

  /// The secret bytes of a used key are not in the state any more.
  @Test func aUsedKeyIsErased() throws {
    var pair = try HandshakePair(oneTimeKeys: 1)
    let secret = pair.prekeys.oneTimeKeys[0].secret.bytes
    func occurs() -> Bool {
      let state = pair.prekeys.encoded.bytes
      return (0...(state.count - secret.count)).contains {
        state[$0..<($0 + secret.count)].elementsEqual(secret)
      }
    }
    #expect(occurs())
    _ = try pair.answer(pair.begin().opening)
    #expect(!occurs())
  }

  @Test(arguments: [HandshakeSuite.x25519, .x25519MLKEM768])
  func withoutOneTimeKeysTheLastResortServesAndAReplayIsSeen(suite: HandshakeSuite) throws {
    var pair = try HandshakePair(suites: [suite], oneTimeKeys: 0)
    let (first, second) = (try pair.begin(), try pair.begin())
    #expect(try pair.answer(first.opening).all == first.secrets.all)
    #expect(try pair.answer(second.opening).all == second.secrets.all)
    let kept = try Prekeys(decoding: pair.prekeys.encoded)
    for _ in 0..<2 {
      #expect(throws: MessagingError.message(.replayed)) { try pair.answer(first.opening) }
      #expect(throws: MessagingError.message(.replayed)) { try pair.answer(second.opening) }
      #expect(pair.prekeys == kept)
      pair.prekeys = kept
    }
  }

  /// The memory is bounded, and a full one refuses instead of forgetting; new keys make room.
  @Test func aFullMemoryRefusesAndAsksForNewKeys() throws {
    var pair = try HandshakePair(oneTimeKeys: 0)
    let early = try pair.begin()
    _ = try pair.answer(early.opening)
    for number in 1..<UInt32(PrekeyGeneration.greatestRememberedCount) {
      #expect(!pair.prekeys.needsRotation(now: pair.clock.date))
      try pair.prekeys.generations[0].remember(
        [UInt8](repeating: 0, count: 12) + number.bigEndianBytes, of: .numbered(number))
    }
    #expect(pair.prekeys.needsRotation(now: pair.clock.date))
    #expect(throws: MessagingError.message(.replayed)) { try pair.answer(early.opening) }
    #expect(throws: MessagingError.prekey(.unknown)) { try pair.answer(pair.begin().opening) }
    pair.publication = try pair.prekeys.publication(count: 0, as: pair.bob, now: pair.clock.date)
    let late = try pair.begin()
    #expect(try pair.answer(late.opening).all == late.secrets.all)
    #expect(throws: MessagingError.message(.replayed)) { try pair.answer(early.opening) }
    #expect(pair.prekeys.encoded.count < 30_000)
  }

  /// Who begins one session after the other without a one-time key is stopped before others are.
  @Test func onePeerDoesNotUseUpTheMemory() throws {
    var pair = try HandshakePair(oneTimeKeys: 0)
    for _ in 0..<16 { _ = try pair.answer(pair.begin().opening) }
    #expect(throws: MessagingError.prekey(.unknown)) { try pair.answer(pair.begin().opening) }
    pair.prekeys = try Prekeys(decoding: pair.prekeys.encoded)
    #expect(throws: MessagingError.prekey(.unknown)) { try pair.answer(pair.begin().opening) }
    #expect(!pair.prekeys.needsRotation(now: pair.clock.date))
    let other = try pair.begin(as: MessagingIdentity(randomness: pair.randomness))
    #expect(try pair.answer(other.opening).all == other.secrets.all)
  }

  /// Many identities fill generation after generation, and what was sent before still opens.
  @Test func aFloodGivesUpNothingThatIsOnItsWay() throws {
    var pair = try HandshakePair(oneTimeKeys: 1)
    let start = try pair.begin()
    for round in 0..<UInt32(20) {
      pair.clock.advance(by: .seconds(12 * 60 * 60))
      let newest = pair.prekeys.generations.count - 1
      while !pair.prekeys.generations[newest].isFull {
        let number = UInt32(pair.prekeys.generations[newest].remembered.count)
        try pair.prekeys.generations[newest].remember(
          [UInt8](repeating: 0, count: 8) + round.bigEndianBytes + number.bigEndianBytes,
          of: .numbered(number))
      }
      pair.publication = try pair.prekeys.publication(
        count: 0, as: pair.bob, now: pair.clock.date, randomness: pair.randomness)
    }
    #expect(pair.prekeys.generations.count <= Prekeys.greatestGenerations)
    #expect(
      !pair.prekeys.needsReplenishment(remaining: 100, now: pair.clock.date), "nobody publishes in vain")
    #expect(pair.prekeys.encoded.count < Prekeys.greatestByteCount)
    #expect(try pair.answer(start.opening).all == start.secrets.all)
  }

  @Test func anEmptyServerIsRefilled() throws {
    let pair = try HandshakePair()
    let now = pair.clock.date
    #expect(pair.prekeys.needsReplenishment(remaining: 0, now: now))
    #expect(pair.prekeys.needsReplenishment(remaining: 24, now: now))
    #expect(!pair.prekeys.needsReplenishment(remaining: 25, now: now))
    #expect(pair.prekeys.needsReplenishment(remaining: 100, now: now + 7 * 86_400))
  }

  @Test func numbersAreNeverUsedAgain() throws {
    var pair = try HandshakePair(oneTimeKeys: 3)
    _ = try pair.answer(pair.begin(pair.bundle(2)).opening)
    let second = try pair.prekeys.publication(count: 2, as: pair.bob, now: pair.clock.date)
    #expect(pair.publication.oneTimeKeys.map(\.identifier) == [1, 2, 3])
    #expect(second.oneTimeKeys.map(\.identifier) == [4, 5])
    pair.prekeys.nextIdentifier = .max - 2
    let full = pair.prekeys
    #expect(throws: MessagingError.prekey(.exhausted)) {
      try pair.prekeys.publication(count: 2, as: pair.bob, now: pair.clock.date)
    }
    #expect(pair.prekeys == full)
  }

  @Test func theNumberOfKeysIsBounded() throws {
    var pair = try HandshakePair(oneTimeKeys: 600)
    let more = try pair.prekeys.publication(count: 600, as: pair.bob, now: pair.clock.date)
    #expect(more.oneTimeKeys.count == 600)
    #expect(pair.prekeys.oneTimeKeys.map(\.identifier) == Array(201...1200))
    #expect(try pair.prekeys.publication(count: -1, as: pair.bob, now: pair.clock.date).oneTimeKeys == [])
    #expect(try Prekeys(decoding: pair.prekeys.encoded) == pair.prekeys)
  }

  /// A year, looked at every day: what was published at any time serves as long as it is valid and a week on its way.
  @Test func keysAreReplacedAndKeptForAYear() throws {
    var pair = try HandshakePair(oneTimeKeys: 0)
    var openings: [(day: Int, start: HandshakePair.Start)] = []
    var numbers: Set<UInt32> = []
    for day in 0..<365 {
      pair.publication = try pair.prekeys.publication(
        count: 0, as: pair.bob, now: pair.clock.date, randomness: pair.randomness)
      let newest = try #require(pair.prekeys.generations.last)
      numbers.insert(newest.number)
      #expect(newest.number == UInt32(day / 7 + 1))
      #expect((1...6).contains(pair.prekeys.generations.count))
      openings.append((day, try pair.begin()))
      for age in [0, 29, 30, 36, 37] where day >= age && (day % 50 == 0 || age == 0) {
        // An opening of the last day of its key is kept 30 days, one of the first day 37.
        let sent = openings[day - age]
        let isKept = age < 30 + 7 - sent.day % 7
        let answer = try? pair.answered(sent.start.opening.encoded)
        #expect((answer != nil) == isKept, "day \(day), age \(age)")
        if let answer { #expect(answer.all == sent.start.secrets.all) }
      }
      pair.clock.advance(by: Self.day)
    }
    #expect(numbers.count == 53)
    #expect(pair.prekeys.encoded.count < 5000)
  }

  /// The clock was wrong when the keys were made, and is right now.
  @Test func keysFromTheFutureAreReplaced() throws {
    var pair = try HandshakePair()
    let right = pair.clock.date
    pair.clock.advance(by: Self.day * 10_000)
    pair.publication = try pair.prekeys.publication(count: 0, as: pair.bob, now: pair.clock.date)
    pair.clock.date = right
    #expect(pair.prekeys.needsRotation(now: right))
    pair.publication = try pair.prekeys.publication(count: 0, as: pair.bob, now: right)
    #expect(try pair.bundle().expires <= right + 30 * 86_400)
    #expect(!pair.prekeys.needsRotation(now: right))
    // Turned back and forth for ever it still keeps a bounded number.
    for step in 0..<40 {
      let now = step % 2 == 0 ? right : right + 10_000 * 86_400
      _ = try pair.prekeys.publication(count: 0, as: pair.bob, now: now)
    }
    #expect(pair.prekeys.generations.count <= Prekeys.greatestGenerations)
  }
}

extension PeerDigest {
  /// Stands for one of many identities.
  fileprivate static func numbered(_ number: UInt32) -> PeerDigest {
    PeerDigest(bytes: number.bigEndianBytes + [UInt8](repeating: 1, count: byteCount - 4))
  }
}
