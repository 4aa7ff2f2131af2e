import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// Which session is used, and when a new one begins.
@Suite("ConversationMachine")
struct ConversationMachineTests {
  @Test func openingTravelsUntilTheFirstAnswer() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    let envelopes = try (0..<3).map { try pair.seal("\($0)", at: 0) }
    #expect(try envelopes.map { try Envelope(decoding: $0).kind } == [.opening, .opening, .opening])
    // The first one that arrives opens the session, whichever it is, and the others belong to it.
    for index in [2, 0, 1] { #expect(try pair.open(envelopes[index], at: 1) == "\(index)") }
    #expect(try pair.machine(of: 1).archive.sessions.count == 1)
    let answer = try pair.seal("answer", at: 1)
    #expect(try Envelope(decoding: answer).kind == .normal)
    #expect(try pair.open(answer, at: 0) == "answer")
    #expect(try Envelope(decoding: pair.seal("then", at: 0)).kind == .normal)
  }

  @Test func firstMessageConsumesItsPrekeyOnce() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    let before = pair.parties[1].prekeys
    let envelope = try pair.seal("first", at: 0)
    let outcome = try pair.perform(.receive(envelope), at: 1)
    #expect(outcome.kept == [.peer, .sessions, .prekeys])
    #expect(pair.parties[1].prekeys.oneTimeKeys.count == before.oneTimeKeys.count - 1)
    #expect(throws: MessagingError.message(.replayed)) { try pair.open(envelope, at: 1) }
    #expect(pair.parties[1].prekeys.oneTimeKeys.count == before.oneTimeKeys.count - 1)
    // Without the session the opening is worth nothing.
    pair.parties[1].machines = [:]
    #expect(throws: MessagingError.prekey(.unknown)) { try pair.open(envelope, at: 1) }
  }

  @Test func openingWithoutOneTimeKeyIsAnsweredOnce() throws {
    var pair = try ConversationPair()
    for _ in 0..<20 { _ = try pair.bundle(of: 1) }
    #expect(try !pair.bundle(of: 1).hasOneTimeKey)
    try pair.start(0)
    let envelope = try pair.seal("first", at: 0)
    #expect(try pair.open(envelope, at: 1) == "first")
    pair.parties[1].machines = [:]
    #expect(throws: MessagingError.conversation(.noSession)) { try pair.open(envelope, at: 1) }
  }

  @Test func simultaneousStartsConverge() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    try pair.start(1)
    let (first, second) = (try pair.seal("a", at: 0), try pair.seal("b", at: 1))
    #expect(try pair.open(first, at: 1) == "a")
    #expect(try pair.open(second, at: 0) == "b")
    for index in 0..<4 { #expect(try pair.pass("\(index)", from: index % 2)) }
    let used = try (0...1).map { try pair.machine(of: $0).archive.sessions[0].openingDigest }
    #expect(used[0] == used[1])
    #expect(try (0...1).map { try pair.machine(of: $0).archive.sessions.count } == [2, 2])
  }

  @Test func archiveIsBounded() throws {
    var pair = try ConversationPair()
    for round in 0..<45 {
      if round % 15 == 0 { try pair.publish(1) }
      try pair.start(0)
      #expect(try pair.pass("\(round)", from: 0))
    }
    for index in 0...1 {
      #expect(try pair.machine(of: index).archive.sessions.count == SessionArchive.greatestCount)
      try pair.parties[index].restart()
    }
    #expect(try pair.pass("still", from: 1))
    #expect(try pair.pass("there", from: 0))
  }

  @Test func unansweredSessionExpires() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    pair.now += 30 * 24 * 3600 - 1
    let last = try pair.seal("in time", at: 0)
    pair.now += 1
    #expect(throws: MessagingError.conversation(.noSession)) { try pair.seal("late", at: 0) }
    // An answer makes it good again.
    #expect(try pair.open(last, at: 1) == "in time")
    let answer = try pair.seal("answer", at: 1)
    #expect(try pair.open(answer, at: 0) == "answer")
    #expect(try pair.pass("again", from: 0))
  }

  @Test func timeForgetsWhatNobodyAnswered() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    #expect(try pair.perform(.clock, at: 0).kept.isEmpty)
    pair.now += 30 * 24 * 3600
    #expect(try pair.perform(.clock, at: 0).kept == [.sessions])
    #expect(try pair.machine(of: 0).archive.sessions.isEmpty)
  }

  @Test func lostSessionsAreReset() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    #expect(try pair.pass("one", from: 0))
    #expect(try pair.pass("two", from: 1))
    try pair.parties[1].forgetSessions(now: pair.now, randomness: pair.randomness)
    try pair.publish(1, isNew: true)
    let lost = try pair.seal("lost", at: 0)
    let refusal = try pair.perform(.receive(lost), at: 1).refusal
    #expect(refusal == .conversation(.noSession) && refusal?.suggestsReset == true)
    let reset = try pair.perform(.reset(pair.bundle(of: 0), isForced: false), at: 1)
    #expect(reset.events == [.sessionReset])
    let outcome = try pair.perform(.receive(reset.sent()), at: 0)
    #expect(try outcome.received().kind == .control)
    #expect(outcome.events == [.peerReset])
    #expect(try pair.pass("three", from: 0))
    #expect(try pair.pass("four", from: 1))
  }

  @Test func resetsHaveALimit() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    #expect(try pair.pass("one", from: 0))
    var resets = 0
    for minute in 0..<180 {
      let noise = [1, 2, 1] + (0..<200).map { UInt8(truncatingIfNeeded: $0 * minute) }
      let refusal = try pair.perform(.receive(noise), at: 1).refusal
      #expect(refusal == .message(.unreadable))
      let outcome = try pair.perform(.reset(pair.bundle(of: 0), isForced: false), at: 1)
      if outcome.refusal == nil {
        resets += 1
      } else {
        #expect(outcome.refusal == .conversation(.resetTooSoon))
      }
      pair.now += 60
    }
    #expect(resets == 3)
    // The session that worked still does.
    #expect(try pair.pass("two", from: 0))
    pair.now -= 24 * 3600
    #expect(try pair.machine(of: 1).archive.mayReset(at: MessageTime.milliseconds(pair.now)))
  }

  @Test func refusedEventsChangeNothing() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    let first = try pair.seal("one", at: 0)
    try pair.open(first, at: 1)
    let envelope = try pair.seal("two", at: 0)
    let before = try pair.machine(of: 1)
    let (archive, prekeys) = (try before.archive.encoded(), pair.parties[1].prekeys.encoded)
    for index in envelope.indices {
      var changed = envelope
      changed[index] ^= 1
      let outcome = try pair.perform(.receive(changed), at: 1)
      #expect(outcome.refusal != nil && outcome.receivedMessage == nil && outcome.kept.isEmpty)
    }
    for other in [first, Array(envelope.dropLast()), []] {
      #expect(try pair.perform(.receive(other), at: 1).refusal != nil)
    }
    #expect(try pair.perform(.receive(envelope), at: 0).refusal == .message(.unreadable))
    #expect(try pair.machine(of: 1).archive.encoded() == archive)
    #expect(pair.parties[1].prekeys.encoded == prekeys)
    #expect(try pair.open(envelope, at: 1) == "two")
  }

  @Test func messageOfAnotherConversationIsRefused() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    let envelope = try pair.seal("for bob from alice", at: 0)
    let mallory = try MessagingAddress(name: "mallory")
    var machine = try pair.parties[1].machine(with: mallory)
    let outcome = ConversationOutcome(
      machine.handle(.receive(envelope), now: pair.now, randomness: pair.randomness))
    #expect(outcome.refusal == .message(.unreadable) && outcome.kept.isEmpty && machine.peer == nil)
    let own = pair.parties[0].account
    #expect(throws: MessagingError.conversation(.otherPeer)) {
      try ConversationMachine(account: own, remote: own.address)
    }
  }
}
