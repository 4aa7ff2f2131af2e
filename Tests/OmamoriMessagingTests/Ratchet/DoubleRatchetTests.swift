import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// Sessions in which everything goes as it may: in order or not, with messages lost.
@Suite("DoubleRatchet")
struct DoubleRatchetTests {
  @Test func messagesGoBothWays() throws {
    var pair = try RatchetPair()
    #expect(!pair.bob.canSeal)
    for round in 0..<10 {
      for index in 0..<(round % 3 + 1) {
        #expect(try pair.toBob(pair.fromAlice("a\(round).\(index)")) == "a\(round).\(index)")
      }
      for index in 0..<(round % 4 + 1) {
        #expect(try pair.toAlice(pair.fromBob("b\(round).\(index)")) == "b\(round).\(index)")
      }
    }
  }

  @Test func theAnsweringSideOpensBeforeItSeals() throws {
    var pair = try RatchetPair()
    let before = try pair.bob.encoded()
    #expect(throws: MessagingError.conversation(.noSession)) { try pair.fromBob("too early") }
    #expect(try pair.bob.encoded() == before)
  }

  @Test func messagesOvertakeEachOtherAcrossSteps() throws {
    var pair = try RatchetPair()
    let late = try (0..<5).map { try pair.fromAlice("first \($0)") }
    #expect(try pair.toBob(late[3]) == "first 3")
    #expect(try pair.toAlice(pair.fromBob("answer")) == "answer")
    let later = try (0..<5).map { try pair.fromAlice("second \($0)") }
    #expect(try pair.toBob(later[2]) == "second 2")
    #expect(try pair.toBob(late[0]) == "first 0")
    #expect(try pair.toBob(late[4]) == "first 4")
    #expect(try pair.toBob(later[4]) == "second 4")
    for index in [1, 2] { #expect(try pair.toBob(late[index]) == "first \(index)") }
    for index in [0, 1, 3] { #expect(try pair.toBob(later[index]) == "second \(index)") }
  }

  @Test func lostMessagesDoNotMatter() throws {
    var pair = try RatchetPair()
    for round in 0..<20 {
      for _ in 0..<round { _ = try pair.fromAlice("lost") }
      #expect(try pair.toBob(pair.fromAlice("kept")) == "kept")
      for _ in 0..<round { _ = try pair.fromBob("lost") }
      #expect(try pair.toAlice(pair.fromBob("kept")) == "kept")
    }
  }

  @Test(arguments: [0, 1, 63, 64, 1_000, 70_000])
  func anyLengthAndCallersDataAreBound(length: Int) throws {
    var pair = try RatchetPair()
    let plaintext = try pair.randomness.bytes(count: length)
    let message = try pair.alice.seal(plaintext, authenticating: [1, 2], randomness: pair.randomness)
    #expect(message.count == length + DoubleRatchet.overhead)
    let before = try pair.bob.encoded()
    #expect(throws: MessagingError.message(.unreadable)) {
      try pair.bob.open(message, authenticating: [1, 3], now: RatchetPair.now)
    }
    #expect(try pair.bob.encoded() == before)
    #expect(try pair.bob.open(message, authenticating: [1, 2], now: RatchetPair.now) == plaintext)
  }

  @Test func tooLongMessagesAreRefused() throws {
    var pair = try RatchetPair()
    let long = [UInt8](repeating: 0, count: DoubleRatchet.greatestPlaintext + 1)
    #expect(throws: MessagingError.message(.tooLarge)) {
      try pair.alice.seal(long, authenticating: [], randomness: pair.randomness)
    }
    let longer = [UInt8](repeating: 0, count: DoubleRatchet.greatestPlaintext + DoubleRatchet.overhead + 1)
    #expect(throws: MessagingError.message(.tooLarge)) {
      try pair.bob.open(longer, authenticating: [], now: RatchetPair.now)
    }
  }

  @Test func messagesAreBoundToTheSession() throws {
    var (pair, other) = (try RatchetPair(seed: 1), try RatchetPair(seed: 2))
    let message = try pair.fromAlice("for one session")
    #expect(throws: MessagingError.message(.unreadable)) { try other.toBob(message) }
    #expect(throws: MessagingError.message(.unreadable)) { try pair.toAlice(message) }
  }

  @Test func stateSurvivesEncodingAtEveryStep() throws {
    var pair = try RatchetPair()
    for round in 0..<6 {
      let messages = try (0..<4).map { try pair.fromAlice("\($0)") }
      #expect(try pair.toBob(messages[round % 4]) == "\(round % 4)")
      try pair.reload()
      #expect(try pair.toAlice(pair.fromBob("back")) == "back")
      try pair.reload()
    }
  }
}

extension RatchetPair {
  /// Writes both sides and reads them again.
  mutating func reload() throws {
    for side in [\RatchetPair.alice, \RatchetPair.bob] {
      let encoded = try self[keyPath: side].encoded()
      self[keyPath: side] = try DoubleRatchet(decoding: encoded)
      #expect(try self[keyPath: side].encoded() == encoded)
    }
  }
}
