import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// What a conversation remembers never stands in for its store.
@Suite("Conversations and what they remember")
struct ConversationMemoryTests {
  private let world = MessagingWorld()

  /// Two accounts whose session was answered, and the store of the first.
  private func makePair() async throws -> (
    alice: Conversation, bob: Conversation, store: InMemoryConversationStore
  ) {
    let store = InMemoryConversationStore()
    let (alice, bob) = (try await world.makeAccount("alice", in: store), try await world.makeAccount("bob"))
    let (toBob, toAlice) = (alice.conversation(with: bob.address), bob.conversation(with: alice.address))
    try await toBob.start(with: world.bundle(of: bob.address))
    _ = try await toAlice.open(toBob.seal("hello"))
    _ = try await toBob.open(toAlice.seal("hello"))
    return (toBob, toAlice, store)
  }

  @Test func changedRecordIsReadAgain() async throws {
    let (alice, bob, store) = try await makePair()
    let name = RecordName(.sessions, key: alice.remote.recordKey)
    // From the first message on the next ones follow from the record alone.
    #expect(try await bob.openText(alice.seal("first")) == "first")
    let before = try #require(try await store.record(name))
    #expect(try await bob.openText(alice.seal("one")) == "one")
    let after = try #require(try await store.record(name))
    try await store.commit([RecordChange(name, expectedVersion: after.version, bytes: before.bytes)])
    let again = try await alice.seal("with the key of the one before")
    await #expect(throws: MessagingError.message(.replayed)) { try await bob.open(again) }
    #expect(try await bob.openText(alice.seal("goes on")) == "goes on")
  }

  @Test func removedRecordsAreForgotten() async throws {
    let (alice, _, store) = try await makePair()
    _ = try await alice.seal("remembered")
    for name in [
      RecordName(.sessions, key: alice.remote.recordKey), RecordName(.peer, key: alice.remote.recordKey),
    ] {
      let version = try #require(try await store.record(name)).version
      try await store.commit([RecordChange(name, expectedVersion: version, bytes: nil)])
    }
    await #expect(throws: MessagingError.conversation(.noSession)) { try await alice.seal("nowhere") }
    #expect(try await alice.peerIdentity() == nil)
  }

  @Test func damagedRecordIsNotCoveredUp() async throws {
    let (alice, _, store) = try await makePair()
    let name = RecordName(.sessions, key: alice.remote.recordKey)
    let kept = try #require(try await store.record(name))
    let damaged = SharedSecretBytes(SecretBytes(copying: [0] + kept.bytes.testBytes.dropFirst()))
    try await store.commit([RecordChange(name, expectedVersion: kept.version, bytes: damaged)])
    await #expect(throws: MessagingError.storage(.damaged)) { try await alice.seal("damaged") }
  }

  @Test func everyStepSaysWhatAReaderOfItsRecordsSays() async throws {
    let (alice, bob, store) = try await makePair()
    let again = try await Messenger.open(in: store, clock: world.clock)
    let reader = again.conversation(with: alice.remote)
    let identity = try #require(try await alice.peerIdentity())
    try await alice.markVerified(identity)
    #expect(try await reader.trust() == .verified)
    try await reader.markVerified(identity, isVerified: false)
    #expect(try await alice.trust() == .unverified)
    for number in 0..<6 {
      let sender = number.isMultiple(of: 2) ? alice : reader
      #expect(try await bob.openText(sender.seal("\(number)")) == "\(number)")
      let receiver = number.isMultiple(of: 3) ? alice : reader
      #expect(try await receiver.openText(bob.seal("answer")) == "answer")
    }
  }
}
