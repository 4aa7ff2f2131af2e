import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@testable import OmamoriMessaging

/// A step is kept before it leaves, once, whoever else uses the store.
@Suite("Conversations and their store")
struct ConversationStorageTests {
  private let world = MessagingWorld()

  /// Two accounts with a session, the second over a store that fails on demand.
  private func makePair() async throws -> (alice: Conversation, bob: Conversation, store: FailingStore) {
    let store = FailingStore()
    let (alice, bob) = (try await world.makeAccount("alice"), try await world.makeAccount("bob", in: store))
    let (toBob, toAlice) = (alice.conversation(with: bob.address), bob.conversation(with: alice.address))
    try await toBob.start(with: world.bundle(of: bob.address))
    _ = try await toAlice.open(toBob.seal("hello"))
    _ = try await toBob.open(toAlice.seal("hello"))
    return (toBob, toAlice, store)
  }

  @Test func conflictIsRepeated() async throws {
    let (alice, bob, store) = try await makePair()
    store.fail(.before(.storage(.conflict)), .before(.storage(.conflict)))
    #expect(try await alice.openText(bob.seal("one")) == "one")
    store.fail(.before(.storage(.conflict)))
    #expect(try await bob.openText(alice.seal("two")) == "two")
  }

  @Test func failedCommitReleasesNothing() async throws {
    let (alice, bob, store) = try await makePair()
    let before = try await store.inner.record(RecordName(.sessions, key: bob.remote.recordKey))
    store.fail(.before(.system(code: 5)))
    await #expect(throws: MessagingError.system(code: 5)) { try await bob.seal("lost") }
    let envelope = try await alice.seal("kept")
    store.fail(.before(.system(code: 28)))
    await #expect(throws: MessagingError.system(code: 28)) { try await bob.open(envelope) }
    let after = try await store.inner.record(RecordName(.sessions, key: bob.remote.recordKey))
    #expect(before?.version == after?.version && before?.bytes == after?.bytes)
    #expect(try await bob.openText(envelope) == "kept")
  }

  @Test func stepThatWasCommittedIsNotMadeAgain() async throws {
    let (alice, bob, store) = try await makePair()
    store.fail(.after(.system(code: 5)))
    await #expect(throws: MessagingError.system(code: 5)) { try await bob.seal("never left") }
    let next = try await bob.seal("next")
    #expect(try await alice.openText(next) == "next")
    let envelope = try await alice.seal("opened")
    store.fail(.after(.system(code: 5)))
    await #expect(throws: MessagingError.system(code: 5)) { try await bob.open(envelope) }
    await #expect(throws: MessagingError.message(.replayed)) { try await bob.open(envelope) }
  }

  @Test func openingMessageIsOneCommit() async throws {
    let store = FailingStore()
    let (alice, bob) = (try await world.makeAccount("alice"), try await world.makeAccount("bob", in: store))
    let (toBob, toAlice) = (alice.conversation(with: bob.address), bob.conversation(with: alice.address))
    try await toBob.start(with: world.bundle(of: bob.address))
    let envelope = try await toBob.seal("hello")
    let (count, prekeys) = (store.commitCount, try await store.record(RecordName(.prekeys)))
    store.fail(.before(.system(code: 5)))
    await #expect(throws: MessagingError.system(code: 5)) { try await toAlice.open(envelope) }
    #expect(try await store.record(RecordName(.prekeys))?.bytes == prekeys?.bytes)
    #expect(try await store.names(of: .sessions).isEmpty)
    #expect(try await toAlice.openText(envelope) == "hello")
    #expect(store.commitCount == count + 1)
    #expect(try await store.record(RecordName(.prekeys))?.bytes != prekeys?.bytes)
  }

  @Test func recordsOfTheApplicationBelongToTheStep() async throws {
    let (alice, bob, store) = try await makePair()
    let line = RecordName(.application, key: [1])
    let envelope = try await alice.seal("for the history")
    store.fail(.before(.storage(.conflict)), .before(.system(code: 5)))
    let record: @Sendable (ReceivedMessage) -> [RecordChange] = { message in
      [RecordChange(line, expectedVersion: 0, bytes: SharedSecretBytes(SecretBytes(copying: message.body)))]
    }
    await #expect(throws: MessagingError.system(code: 5)) { try await bob.open(envelope, recording: record) }
    #expect(try await store.record(line) == nil)
    let message = try await bob.open(envelope, recording: record)
    let kept = try #require(try await store.record(line))
    #expect(kept.bytes == SharedSecretBytes(SecretBytes(copying: message.body)))

    let outbox = RecordName(.application, key: [2])
    let sent = try await bob.seal(Array("for the outbox".utf8)) { message in
      [
        RecordChange(
          outbox, expectedVersion: 0, bytes: SharedSecretBytes(SecretBytes(copying: message.envelope)))
      ]
    }
    #expect(
      try await store.record(outbox)?.bytes == SharedSecretBytes(SecretBytes(copying: sent)))
  }

  @Test(arguments: [RecordKind.account, .prekeys, .peer, .sessions])
  func recordsOfTheLibraryAreNotForTheApplication(kind: RecordKind) async throws {
    let (alice, bob, store) = try await makePair()
    let count = store.commitCount
    await #expect(throws: MessagingError.conversation(.reservedRecord)) {
      try await bob.seal([1]) { _ in [RecordChange(RecordName(kind), expectedVersion: 1, bytes: nil)] }
    }
    #expect(store.commitCount == count)
    #expect(try await alice.openText(bob.seal("works")) == "works")
  }

  @Test func refusalOfTheApplicationKeepsNothing() async throws {
    let (alice, bob, store) = try await makePair()
    let (envelope, count) = (try await alice.seal("refused at first"), store.commitCount)
    let refuse: @Sendable (ReceivedMessage) throws(MessagingError) -> [RecordChange] = {
      _ throws(MessagingError) in throw .storage(.damaged)
    }
    await #expect(throws: MessagingError.storage(.damaged)) {
      try await bob.open(envelope, recording: refuse)
    }
    #expect(store.commitCount == count)
    #expect(try await bob.openText(envelope) == "refused at first")
  }

  @Test func cancelledStepIsNotMade() async throws {
    let (_, bob, store) = try await makePair()
    let count = store.commitCount
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await bob.seal("cancelled")
    }
    task.cancel()
    await #expect(throws: MessagingError.cancelled) { try await task.value }
    #expect(store.commitCount == count)
  }

  @Test func twoProcessesShareAStore() async throws {
    let (alice, _, store) = try await makePair()
    let app = try await Messenger.open(in: store, clock: world.clock)
    let appExtension = try await Messenger.open(in: store, clock: world.clock)
    let address = try MessagingAddress(name: "alice")
    let both = [app.conversation(with: address), appExtension.conversation(with: address)]
    var envelopes: [[UInt8]] = []
    for number in 0..<20 { envelopes.append(try await alice.seal("to \(number)")) }

    // Both send at the same time, and both are given every envelope.
    let results = try await withThrowingTaskGroup(of: (sent: [UInt8]?, opened: String?).self) { group in
      for (number, envelope) in envelopes.enumerated() {
        for conversation in both {
          group.addTask { (try await conversation.seal("from \(number)"), nil) }
          group.addTask {
            do throws(MessagingError) {
              return (nil, String(decoding: try await conversation.open(envelope).body, as: UTF8.self))
            } catch {
              #expect(error == .message(.replayed))
              return (nil, nil)
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let opened = results.compactMap(\.opened)
    #expect(opened.count == 20 && Set(opened) == Set((0..<20).map { "to \($0)" }))
    let sent = results.compactMap(\.sent)
    #expect(sent.count == 40)
    for envelope in sent { #expect(try await alice.openText(envelope).hasPrefix("from ")) }
  }

  @Test func messageIsNotRefusedForWhatAnotherProcessDidMeanwhile() async throws {
    let store = InterruptedStore()
    let (alice, app) = (try await world.makeAccount("alice"), try await world.makeAccount("bob", in: store))
    let appExtension = try await Messenger.open(in: store.inner, clock: world.clock)
    let toBob = alice.conversation(with: app.address)
    try await toBob.start(with: world.bundle(of: app.address))
    let (first, second) = (try await toBob.seal("first"), try await toBob.seal("second"))
    // The app has seen no session; by the time it looks for the prekeys, the extension has used them up.
    let other = appExtension.conversation(with: alice.address)
    store.interrupt(readingOf: .prekeys) { #expect((try? await other.openText(first)) == "first") }
    #expect(try await app.conversation(with: alice.address).openText(second) == "second")
    #expect(store.interruptionCount == 1)
  }

  /// An app and its extension, each with the keychain file open for itself.
  @Test func twoOwnersOfAFileShareIt() async throws {
    let folder = try StorageFolder()
    let first = try KeychainConversationStore(in: try await folder.create())
    let second = try KeychainConversationStore(in: try await StorageFolder.open(folder.path))
    let alice = try await world.makeAccount("alice")
    let app = try await world.makeAccount("bob", in: first)
    let appExtension = try await Messenger.open(in: second, clock: world.clock)
    let toBob = alice.conversation(with: app.address)
    try await toBob.start(with: world.bundle(of: app.address))
    let both = [app, appExtension].map { $0.conversation(with: alice.address) }
    for number in 0..<4 {
      let envelope = try await toBob.seal("\(number)")
      let (one, other) = (both[number % 2], both[1 - number % 2])
      #expect(try await one.openText(envelope) == "\(number)")
      await #expect(throws: MessagingError.message(.replayed)) { try await other.open(envelope) }
      async let answers = (one.seal("one"), other.seal("other"))
      let (left, right) = try await answers
      #expect(try await toBob.openText(right) == "other")
      #expect(try await toBob.openText(left) == "one")
    }
  }
}
