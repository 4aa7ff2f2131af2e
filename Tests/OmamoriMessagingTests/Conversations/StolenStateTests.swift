import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// Who steals a whole store reads nothing from before, and soon nothing any more.
@Suite("Stolen state")
struct StolenStateTests {
  private let world = MessagingWorld()

  @Test(arguments: [1, 4, 9])
  func pastStaysClosedAndFutureClosesAgain(step: Int) async throws {
    let store = InMemoryConversationStore()
    let (alice, bob) = (try await world.makeAccount("alice"), try await world.makeAccount("bob", in: store))
    let (toBob, toAlice) = (alice.conversation(with: bob.address), bob.conversation(with: alice.address))
    try await toBob.start(with: world.bundle(of: bob.address))
    var (toBobBefore, toAliceBefore): ([[UInt8]], [[UInt8]]) = ([], [])
    for number in 0..<step {
      let there = try await toBob.seal("there \(number)")
      #expect(try await toAlice.openText(there) == "there \(number)")
      let back = try await toAlice.seal("back \(number)")
      #expect(try await toBob.openText(back) == "back \(number)")
      toBobBefore.append(there)
      toAliceBefore.append(back)
    }

    let stolen = try await store.stolen()
    let thief = try await Messenger.open(in: stolen, clock: world.clock).conversation(with: alice.address)
    for envelope in toBobBefore + toAliceBefore {
      await #expect(throws: MessagingError.self) { try await thief.open(envelope) }
    }
    // The thief can read on, until one message went each way.
    let next = try await toBob.seal("next")
    #expect(try await thief.openText(next) == "next", "the theft was a real one")
    #expect(try await toAlice.openText(next) == "next")
    #expect(try await toBob.openText(toAlice.seal("fresh key")) == "fresh key")
    let closed = try await toBob.seal("closed again")
    await #expect(throws: MessagingError.message(.unreadable)) { try await thief.open(closed) }
    #expect(try await toAlice.openText(closed) == "closed again")
    for number in 0..<3 {
      let back = try await toAlice.seal("\(number)")
      #expect(try await toBob.openText(back) == "\(number)")
      let there = try await toBob.seal("\(number)")
      for envelope in [back, there] {
        await #expect(throws: MessagingError.self) { try await thief.open(envelope) }
      }
      #expect(try await toAlice.openText(there) == "\(number)")
    }
  }

  @Test func firstMessageIsClosedOnceItsPrekeyIsUsed() async throws {
    let store = InMemoryConversationStore()
    let (alice, bob) = (try await world.makeAccount("alice"), try await world.makeAccount("bob", in: store))
    let toBob = alice.conversation(with: bob.address)
    try await toBob.start(with: world.bundle(of: bob.address))
    let first = try await toBob.seal("first")
    _ = try await bob.conversation(with: alice.address).open(first)
    let stolen = try await store.stolen()
    // Even with the session gone, which would otherwise say that it was opened.
    let name = RecordName(.sessions, key: alice.address.recordKey)
    let version = try #require(try await stolen.record(name)).version
    try await stolen.commit([RecordChange(name, expectedVersion: version, bytes: nil)])
    let thief = try await Messenger.open(in: stolen, clock: world.clock)
    await #expect(throws: MessagingError.prekey(.unknown)) {
      try await thief.conversation(with: alice.address).open(first)
    }
  }
}
