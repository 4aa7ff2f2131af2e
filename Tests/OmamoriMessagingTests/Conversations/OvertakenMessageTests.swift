@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// Messages that arrive long after others, or again, and what is said of those that do not open.
@Suite("Messages that are overtaken or repeated")
struct OvertakenMessageTests {
  /// A session that was answered.
  private func makePair() throws -> ConversationPair {
    var pair = try ConversationPair()
    try pair.start(0)
    #expect(try pair.pass("hello", from: 0))
    #expect(try pair.pass("hello back", from: 1))
    return pair
  }

  private func takeTurns(_ count: Int, _ pair: inout ConversationPair) throws {
    for turn in 0..<count {
      #expect(try pair.pass("a\(turn)", from: 0))
      #expect(try pair.pass("b\(turn)", from: 1))
    }
  }

  @Test func aMessageThatAHundredTurnsOvertookOpens() throws {
    var pair = try makePair()
    let late = try pair.seal("late", at: 0)
    try takeTurns(100, &pair)
    try pair.parties[1].restart()
    #expect(try pair.open(late, at: 1) == "late")
  }

  @Test func aCopyOfAMessageOfAHundredTurnsAgoIsReplayed() throws {
    var pair = try makePair()
    let message = try pair.seal("once", at: 0)
    #expect(try pair.open(message, at: 1) == "once")
    try takeTurns(100, &pair)
    try pair.parties[1].restart()
    let refusal = try pair.perform(.receive(message), at: 1).refusal
    #expect(refusal == .message(.replayed) && refusal?.suggestsReset == false)
  }

  @Test func aChangedMessageIsForgedAndAsksForNoReset() throws {
    var pair = try makePair()
    try takeTurns(1, &pair)
    let late = try pair.seal("late", at: 0)
    #expect(try pair.pass("early", from: 0))
    for envelope in [late, try pair.seal("next", at: 0)] {
      let outcome = try pair.perform(.receive(envelope.flipping(envelope.count * 8 - 1)), at: 1)
      #expect(outcome.refusal == .message(.forged) && outcome.refusal?.suggestsReset == false)
      #expect(outcome.events == [.messageForged])
      #expect(try pair.perform(.receive(envelope), at: 1).refusal == nil)
    }
  }

  @Test func noiseIsUnreadableAndMayAskForAReset() throws {
    var pair = try makePair()
    let noise = [1, 2, 1] + [UInt8](repeating: 7, count: 300)
    let outcome = try pair.perform(.receive(noise), at: 1)
    #expect(outcome.refusal == .message(.unreadable) && outcome.refusal?.suggestsReset == true)
    #expect(outcome.events == [.messageUnreadable])
  }

  /// An old session is dropped for new ones, and a copy of what it opened is still known as such.
  @Test func aCopyOfAMessageOfADroppedSessionIsReplayed() throws {
    var pair = try makePair()
    let first = try pair.seal("once", at: 0)
    #expect(try pair.open(first, at: 1) == "once")
    try pair.start(0)
    let opening = try pair.seal("opens", at: 0)
    #expect(try pair.open(opening, at: 1) == "opens")
    for _ in 0...SessionArchive.greatestCount {
      try pair.publish(1)
      try pair.start(0)
      #expect(try pair.pass("new", from: 0))
    }
    for copy in [first, opening] {
      let outcome = try pair.perform(.receive(copy), at: 1)
      #expect(outcome.refusal == .message(.replayed) && outcome.events == [.messageReplayed])
    }
  }
}
