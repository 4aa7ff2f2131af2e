@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// How much of what is missing is remembered, and what a hostile peer can make of that.
@Suite("Skipped keys")
struct SkippedKeyTests {
  @Test func aJumpHasABound() throws {
    var pair = try RatchetPair()
    let messages = try (0...2_001).map { try pair.fromAlice("\($0)") }
    let before = try pair.bob.encoded()
    #expect(throws: MessagingError.message(.tooFarAhead)) { try pair.toBob(messages[2_001]) }
    #expect(try pair.bob.encoded() == before)
    #expect(try pair.toBob(messages[2_000]) == "2000")
    #expect(pair.bob.skippedCount == 2_000)
    #expect(try pair.toBob(messages[0]) == "0")
    #expect(try pair.toBob(messages[1_999]) == "1999")
    #expect(try pair.toBob(messages[2_001]) == "2001")
  }

  @Test func theOldestKeysGoFirst() throws {
    var pair = try RatchetPair()
    let first = try (0..<1_501).map { try pair.fromAlice("a\($0)") }
    #expect(try pair.toBob(first[1_500]) == "a1500")
    _ = try pair.toAlice(pair.fromBob("step"))
    let second = try (0..<1_501).map { try pair.fromAlice("b\($0)") }
    #expect(try pair.toBob(second[1_500]) == "b1500")
    #expect(pair.bob.skippedCount == SkippedKeys.capacity)
    #expect(throws: MessagingError.message(.replayed)) { try pair.toBob(first[999]) }
    #expect(try pair.toBob(first[1_000]) == "a1000")
    #expect(try pair.toBob(second[0]) == "b0")
  }

  @Test func keysGrowOld() throws {
    var pair = try RatchetPair()
    let messages = try (0..<4).map { try pair.fromAlice("\($0)") }
    #expect(try pair.toBob(messages[3]) == "3")
    let month = RatchetPair.now + Double(SkippedKeys.lifetime)
    #expect(try pair.toBob(messages[0], at: month) == "0")
    let before = try pair.bob.encoded()
    #expect(throws: MessagingError.message(.replayed)) { try pair.toBob(messages[1], at: month + 1) }
    #expect(try pair.bob.encoded() == before, "a refused message changes nothing, not even what is too old")
    #expect(pair.bob.skippedCount == 2)
    #expect(try pair.toBob(pair.fromAlice("4"), at: month + 1) == "4")
    #expect(pair.bob.skippedCount == 0)
  }

  @Test func aClockThatWasAheadKeepsNoOtherKey() throws {
    var pair = try RatchetPair()
    let messages = try (0..<5).map { try pair.fromAlice("\($0)") }
    #expect(try pair.toBob(messages[1], at: RatchetPair.now + 1e9) == "1")
    #expect(try pair.toBob(messages[3]) == "3")
    #expect(pair.bob.skippedCount == 2)
    #expect(try pair.toBob(messages[4], at: RatchetPair.now + Double(SkippedKeys.lifetime) + 1) == "4")
    #expect(pair.bob.skippedCount == 1, "the key from the future alone is left")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1e300, 1e300, -1, 0])
  func anyTimeIsTaken(seconds: Double) throws {
    var pair = try RatchetPair()
    let messages = try (0..<3).map { try pair.fromAlice("\($0)") }
    let time = Date(timeIntervalSince1970: seconds)
    #expect(try pair.toBob(messages[2], at: time) == "2")
    #expect(try pair.toBob(messages[0], at: time) == "0")
  }

  @Test func theChainBeforeIsCompletedByItsCount() throws {
    var pair = try RatchetPair()
    let first = try (0..<50).map { try pair.fromAlice("a\($0)") }
    #expect(try pair.toBob(first[10]) == "a10")
    _ = try pair.toAlice(pair.fromBob("step"))
    let second = try (0..<3).map { try pair.fromAlice("b\($0)") }
    #expect(try pair.toBob(second[2]) == "b2")
    #expect(pair.bob.skippedCount == 10 + 39 + 2)
    for index in first.indices.reversed() where index != 10 {
      #expect(try pair.toBob(first[index]) == "a\(index)")
    }
    #expect(pair.bob.skippedCount == 2)
  }

  @Test func hostileHeadersCostLittle() throws {
    var pair = try RatchetPair()
    try pair.roundTrip()
    let key = SeededRandomness(seed: 9)
    let fresh = [9] + [UInt8](repeating: 0, count: 31)
    let before = try pair.bob.encoded()
    let clock = ContinuousClock()
    let known = try #require(try pair.bob.machine.receiving.last)
    let spent = try clock.measure {
      for number: UInt32 in [2_001, 2_002, 100_000, .max - 1, .max] {
        for previous: UInt32 in [0, 2_003, .max] {
          let headers = [
            RatchetHeader(ratchetKey: known.ratchetKey, previousCount: previous, number: number),
            RatchetHeader(ratchetKey: fresh, previousCount: previous, number: number),
          ]
          for header in headers {
            // The header of a chain that exists is sealed with its key, as only the peer can.
            let messages = try [
              pair.alice.forge(header, randomness: key), pair.forge(header, with: known.headerKey),
            ]
            for message in messages {
              #expect(throws: MessagingError.self) { try pair.toBob(message) }
            }
          }
        }
      }
    }
    #expect(try pair.bob.encoded() == before)
    #expect(spent < .seconds(5))
    #expect(before.count < 1_024)
  }

  @Test func stateNeverGrowsBeyondItsBound() throws {
    var pair = try RatchetPair()
    for _ in 0..<8 {
      for _ in 0..<700 { _ = try pair.fromAlice("lost") }
      #expect(try pair.toBob(pair.fromAlice("kept")) == "kept")
      _ = try pair.toAlice(pair.fromBob("step"))
    }
    #expect(pair.bob.skippedCount == SkippedKeys.capacity)
    let encoded = try pair.bob.encoded()
    #expect(encoded.count <= RatchetCore<SealedHeaders>.greatestEncoding)
    #expect(try DoubleRatchet(decoding: encoded).encoded() == encoded)
  }
}

extension RatchetPair {
  /// A message to Bob with a header that is sealed with a key that both know.
  fileprivate func forge(_ header: RatchetHeader, with headerKey: SharedSecretBytes) throws -> [UInt8] {
    try SealedHeaders.seal(
      [1], header, messageKey: headerKey, headerKey: headerKey,
      in: RatchetContext(binding: bob.machine.binding, data: []), randomness: randomness)
  }
}
