@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// Accounts, their keys and their conversations over a store.
@Suite("Messenger")
struct MessengerTests {
  private let world = MessagingWorld()

  @Test func twoAccountsTalk() async throws {
    let (alice, bob) = (try await world.makeAccount("alice"), try await world.makeAccount("bob"))
    let (toBob, toAlice) = (
      alice.conversation(with: bob.address), bob.conversation(with: alice.address)
    )
    #expect(try await toBob.trust() == .unknown)
    #expect(try await toBob.safetyNumber() == nil)
    #expect(try await !toBob.hasSession())
    try await toBob.start(with: world.bundle(of: bob.address))
    #expect(try await toBob.hasSession())
    #expect(try await toAlice.openText(toBob.seal("hello")) == "hello")
    #expect(try await toBob.openText(toAlice.seal("and to you")) == "and to you")
    #expect(try await toBob.safetyNumber()?.digits == toAlice.safetyNumber()?.digits)
    #expect(try await toBob.peerIdentity() == bob.identity)
    try await toBob.markVerified(bob.identity)
    #expect(try await toBob.trust() == .verified)
    #expect(try await alice.peers() == [bob.address])
    #expect(alice.conversation(with: bob.address) === toBob)
  }

  @Test func accountIsMadeOnceAndOpenedAgain() async throws {
    let store = InMemoryConversationStore()
    await #expect(throws: MessagingError.storage(.missing)) { try await Messenger.open(in: store) }
    let alice = try await world.makeAccount("alice", in: store)
    await #expect(throws: MessagingError.storage(.exists)) {
      try await Messenger.create(as: alice.address, in: store)
    }
    let again = try await Messenger.open(in: store)
    #expect(again.address == alice.address && again.identity == alice.identity)
    await #expect(throws: MessagingError.conversation(.otherPeer)) {
      try await alice.conversation(with: alice.address).trust()
    }
  }

  @Test func restoredAccountGetsNewPrekeys() async throws {
    let store = InMemoryConversationStore()
    let alice = try await world.makeAccount("alice", in: store)
    let record = try #require(try await store.record(RecordName(.prekeys)))
    try await store.commit([RecordChange(RecordName(.prekeys), expectedVersion: record.version, bytes: nil)])
    let again = try await Messenger.open(in: store, clock: world.clock)
    let publication = try await again.publication(oneTimeKeys: 1)
    #expect(try KeyBundle(signedPart: publication.signedPart, clock: world.clock).identity == alice.identity)
    #expect(try await store.record(RecordName(.prekeys))?.bytes != record.bytes)
  }

  @Test func keysAreRenewedAndReplenished() async throws {
    let alice = try await world.makeAccount("alice")
    #expect(try await !alice.needsPublication(remaining: 100))
    #expect(try await alice.needsPublication(remaining: 3))
    let first = try await alice.publication(oneTimeKeys: 5)
    let second = try await alice.publication(oneTimeKeys: 5)
    #expect(first.signedPart == second.signedPart)
    #expect(Set((first.oneTimeKeys + second.oneTimeKeys).map(\.identifier)).count == 10)
    world.clock.advance(by: .seconds(8 * 24 * 3600))
    #expect(try await alice.needsPublication(remaining: 100))
    #expect(try await alice.publication(oneTimeKeys: 0).signedPart != first.signedPart)
    #expect(try await !alice.needsPublication(remaining: 100))
  }

  /// The last-resort key is for the exception: as long as there are one-time keys, both kinds are used and erased.
  @Test func sessionsUseOneTimeKeysOfBothKinds() async throws {
    let store = InMemoryConversationStore()
    let bob = try await Messenger.create(as: MessagingAddress(name: "bob"), in: store, clock: world.clock)
    let alice = try await Messenger.create(
      as: MessagingAddress(name: "alice"), in: InMemoryConversationStore(), clock: world.clock)
    let publication = try await bob.publication(oneTimeKeys: 2)
    #expect(publication.oneTimeKeys.map(\.identifier) == [1, 2])
    #expect(publication.oneTimeEncapsulationKeys.map(\.identifier) == [1, 2])
    let bundle = try KeyBundle(
      signedPart: publication.signedPart, oneTimeKey: publication.oneTimeKeys[0].bytes,
      oneTimeEncapsulationKey: publication.oneTimeEncapsulationKeys.first?.bytes, clock: world.clock)
    #expect(bundle.encoded.count <= KeyBundle.greatestByteCount)
    try await alice.conversation(with: bob.address).start(with: bundle)
    let envelope = try await alice.conversation(with: bob.address).seal("hello")
    let opening = try HandshakeOpening(decoding: Envelope(decoding: envelope).opening)
    #expect(opening.oneTimeKey == 1 && opening.encapsulated?.identifier == 1)
    #expect(try await bob.conversation(with: alice.address).openText(envelope) == "hello")
    let record = try #require(try await store.record(RecordName(.prekeys)))
    let prekeys = try Prekeys(decoding: record.bytes)
    #expect(prekeys.oneTimeKeys.map(\.identifier) == [2])
    #expect(prekeys.oneTimeEncapsulationKeys.map(\.identifier) == [2])
    // Without any, the last-resort key and the signed prekey serve.
    try await bob.conversation(with: alice.address).start(
      with: KeyBundle(signedPart: alice.publication(oneTimeKeys: 0).signedPart, clock: world.clock))
    let last = try await bob.conversation(with: alice.address).seal("again")
    #expect(try await alice.conversation(with: bob.address).openText(last) == "again")
  }

  @Test func eventsNameWhatHappenedAndNobody() async throws {
    let events = RecordedSecurityEvents()
    let alice = try await world.makeAccount("alice")
    let bob = try await world.makeAccount("bob", events: events)
    let (toBob, toAlice) = (alice.conversation(with: bob.address), bob.conversation(with: alice.address))
    try await toBob.start(with: world.bundle(of: bob.address))
    let envelope = try await toBob.seal("hello")
    _ = try await toAlice.open(envelope)
    await #expect(throws: MessagingError.message(.replayed)) { try await toAlice.open(envelope) }
    await #expect(throws: MessagingError.message(.unreadable)) {
      try await toAlice.open([1, 2, 1] + [UInt8](repeating: 7, count: 300))
    }
    _ = try await toAlice.reset(with: world.bundle(of: alice.address))
    await #expect(throws: MessagingError.conversation(.resetTooSoon)) {
      try await toAlice.reset(with: world.bundle(of: alice.address))
    }
    #expect(try await !toAlice.mayReset())
    world.clock.advance(by: .seconds(3600))
    #expect(try await toAlice.mayReset())

    let other = try await world.makeAccount("alice")
    await #expect(throws: MessagingError.identity(.changed)) {
      try await toAlice.start(with: world.bundle(of: alice.address))
    }
    #expect(try await toAlice.trust() == .changed(other.identity))
    await #expect(throws: MessagingError.identity(.changed)) { try await toAlice.seal("blocked") }
    try await toAlice.accept(other.identity)
    #expect(try await toAlice.trust() == .unverified)
    let names = [
      "message.replayed", "message.unreadable", "session.reset", "identity.changed", "identity.accepted",
    ]
    #expect(events.events.map(\.name) == names.map { "messaging." + $0 })
    #expect(events.events.allSatisfy { $0.category == .messaging && $0.attributes.isEmpty })
  }

  @Test func pruningForgetsSessionsNobodyAnswered() async throws {
    let (alice, bob) = (try await world.makeAccount("alice"), try await world.makeAccount("bob"))
    let conversation = alice.conversation(with: bob.address)
    try await conversation.start(with: world.bundle(of: bob.address))
    try await alice.prune()
    #expect(try await conversation.hasSession())
    world.clock.advance(by: .seconds(30 * 24 * 3600))
    try await alice.prune()
    #expect(try await !conversation.hasSession())
  }

  @Test func restoredAccountGoesOnWithNewSessions() async throws {
    let (store, restored) = (InMemoryConversationStore(), InMemoryConversationStore())
    let (alice, bob) = (try await world.makeAccount("alice"), try await world.makeAccount("bob", in: store))
    let (toBob, toAlice) = (alice.conversation(with: bob.address), bob.conversation(with: alice.address))
    try await toBob.start(with: world.bundle(of: bob.address))
    _ = try await toAlice.open(toBob.seal("before"))
    try await toAlice.markVerified(alice.identity)
    let code = try RecoveryCode()
    let export = try await MessagingExport.make(from: store, sealedWith: .recoveryCode(code))
    try await MessagingExport.restore(export, openedWith: .recoveryCode(code), into: restored)

    let again = try await Messenger.open(in: restored, clock: world.clock)
    try await world.publish(again)
    let conversation = again.conversation(with: alice.address)
    #expect(again.identity == bob.identity)
    #expect(try await conversation.trust() == .verified)
    await #expect(throws: MessagingError.conversation(.noSession)) {
      try await conversation.seal("too early")
    }
    let lost = try await toBob.seal("lost")
    do throws(MessagingError) {
      _ = try await conversation.open(lost)
      Issue.record("a session survived")
    } catch {
      #expect(error.suggestsReset)
    }
    let reset = try await conversation.reset(with: world.bundle(of: alice.address))
    #expect(try await toBob.open(reset).kind == .control)
    #expect(try await conversation.openText(toBob.seal("after")) == "after")
    #expect(try await toBob.openText(conversation.seal("the same person")) == "the same person")
    #expect(try await toBob.trust() == .unverified)
  }
}
