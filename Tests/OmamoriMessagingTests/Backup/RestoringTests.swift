import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// What a restored account can do, and what it cannot.
@Suite("Restoring an account")
struct RestoringTests {
  private static let secret = ExportSecret.passphrase(Password("correct horse battery"), cost: .least)
  private static let history = RecordName(.application, key: Array("history".utf8))

  /// Two accounts that have talked, and verified each other.
  private struct Pair {
    let alice: Messenger
    let bob: Messenger
    let aliceStore = InMemoryConversationStore()
    let bobStore = InMemoryConversationStore()
    var toBob: Conversation { alice.conversation(with: bob.address) }
    var toAlice: Conversation { bob.conversation(with: alice.address) }

    init() async throws {
      alice = try await Messenger.create(as: MessagingAddress(name: "alice"), in: aliceStore)
      bob = try await Messenger.create(as: MessagingAddress(name: "bob", device: 2), in: bobStore)
      try await toBob.start(with: RestoringTests.bundle(of: bob))
      for _ in 0..<3 {
        _ = try await toAlice.open(try await toBob.seal(Array("to bob".utf8)))
        _ = try await toBob.open(try await toAlice.seal(Array("to alice".utf8)))
      }
      try await toBob.markVerified(bob.identity)
    }
  }

  private static func bundle(of messenger: Messenger) async throws -> KeyBundle {
    let publication = try await messenger.publication(oneTimeKeys: 1)
    return try KeyBundle(
      signedPart: publication.signedPart, oneTimeKey: publication.oneTimeKeys.first?.bytes)
  }

  @Test func anAccountThatWasReplacedBeginsNothing() async throws {
    let pair = try await Pair()
    let export = try await MessagingExport.make(from: pair.bobStore, sealedWith: Self.secret)
    let carol = try await Messenger.create(as: MessagingAddress(name: "carol"), in: InMemoryConversationStore())
    let toCarol = pair.alice.conversation(with: carol.address)
    try await MessagingExport.restore(
      export, openedWith: Self.secret, into: pair.aliceStore, replacingExisting: true)
    await #expect(throws: MessagingError.storage(.missing)) { try await pair.alice.publication() }
    await #expect(throws: MessagingError.storage(.missing)) {
      try await toCarol.start(with: Self.bundle(of: carol))
    }
    await #expect(throws: MessagingError.storage(.missing)) {
      try await toCarol.reset(with: Self.bundle(of: carol), isForced: true)
    }
    #expect(try await pair.aliceStore.names(of: .sessions).isEmpty)
    let bob = try await Messenger.open(in: pair.aliceStore)
    #expect(try await Self.bundle(of: bob).identity == pair.bob.identity)
  }

  @Test func bringsBackWhoOneIsAndWhoOneKnows() async throws {
    let pair = try await Pair()
    try await pair.aliceStore.set(Self.history, "key of the history")
    let number = try await pair.toBob.safetyNumber()
    let export = try await MessagingExport.make(from: pair.aliceStore, sealedWith: Self.secret)
    let store = InMemoryConversationStore()
    let restored = try await MessagingExport.restore(export, openedWith: Self.secret, into: store)
    #expect(restored.peerCount == 1 && restored.applicationRecordCount == 1)

    let alice = try await Messenger.open(in: store)
    #expect(alice.address == pair.alice.address && alice.identity == pair.alice.identity)
    let toBob = alice.conversation(with: pair.bob.address)
    #expect(try await toBob.trust() == .verified)
    #expect(try await toBob.safetyNumber() == number)
    #expect(try await store.text(Self.history) == "key of the history")
    #expect(try await store.names(of: .sessions).isEmpty)

    // Every session is dead: nothing can be sent or opened with one, until a new one begins.
    #expect(try await !toBob.hasSession())
    await #expect(throws: MessagingError.conversation(.noSession)) { try await toBob.seal([1]) }
    let late = try await pair.toAlice.seal(Array("under the old session".utf8))
    await #expect { try await toBob.open(late) } throws: { ($0 as? MessagingError)?.suggestsReset == true }
    try await toBob.start(with: Self.bundle(of: pair.bob))
    let first = try await pair.toAlice.open(try await toBob.seal(Array("back again".utf8)))
    #expect(first.body == Array("back again".utf8))
    #expect(try await toBob.open(try await pair.toAlice.seal([7])).body == [7])
    #expect(try await pair.toAlice.trust() == .unverified, "the same identity as before")
  }

  /// New prekeys: whoever starts with old ones is told, whatever number a one-time key has.
  @Test func makesFreshPrekeys() async throws {
    let pair = try await Pair()
    let old = try await Self.bundle(of: pair.alice)
    let export = try await MessagingExport.make(from: pair.aliceStore, sealedWith: Self.secret)
    let store = InMemoryConversationStore()
    try await MessagingExport.restore(export, openedWith: Self.secret, into: store)
    let alice = try await Messenger.open(in: store)
    let new = try await Self.bundle(of: alice)
    #expect(new.identity == old.identity && new.signedPart != old.signedPart)
    let carolStore = InMemoryConversationStore()
    let carol = try await Messenger.create(as: MessagingAddress(name: "carol"), in: carolStore)
    let toAlice = carol.conversation(with: alice.address)
    try await toAlice.start(with: old)
    let lost = try await toAlice.seal([1])
    await #expect { try await alice.conversation(with: carol.address).open(lost) } throws: {
      ($0 as? MessagingError)?.suggestsReset == true
    }
    let reset = try await toAlice.reset(with: new, isForced: true)
    _ = try await alice.conversation(with: carol.address).open(reset)
    let message = try await toAlice.seal([2])
    #expect(try await alice.conversation(with: carol.address).open(message).body == [2])
  }

  @Test func replacesAnAccountOnlyWhenAsked() async throws {
    let pair = try await Pair()
    let export = try await MessagingExport.make(from: pair.aliceStore, sealedWith: Self.secret)
    for store in [pair.aliceStore, pair.bobStore] {
      await #expect(throws: MessagingError.storage(.exists)) {
        try await MessagingExport.restore(export, openedWith: Self.secret, into: store)
      }
    }
    let leftover = InMemoryConversationStore()
    try await leftover.set(RecordName(.sessions, key: [1]), "of nobody")
    await #expect(throws: MessagingError.storage(.exists)) {
      try await MessagingExport.restore(export, openedWith: Self.secret, into: leftover)
    }
    #expect(try await Messenger.open(in: pair.bobStore).address.name == "bob")

    try await pair.bobStore.set(Self.history, "of bob")
    try await MessagingExport.restore(
      export, openedWith: Self.secret, into: pair.bobStore, replacingExisting: true)
    #expect(try await Messenger.open(in: pair.bobStore).address.name == "alice")
    #expect(try await pair.bobStore.names(of: .sessions).isEmpty)
    #expect(try await pair.bobStore.names(of: .application).isEmpty)
    #expect(try await pair.bobStore.names(of: .peer) == [RecordName(.peer, key: pair.bob.address.recordKey)])
  }

  /// Nothing that the library could not read afterwards gets into a store.
  @Test func refusesRecordsThatAreNone() async throws {
    let pair = try await Pair()
    let account = try #require(try await pair.aliceStore.record(RecordName(.account))).bytes
    let peer = RecordName(.peer, key: pair.bob.address.recordKey)
    let known = try #require(try await pair.aliceStore.record(peer)).bytes
    let wrong: [[(RecordName, SharedSecretBytes)]] = [
      [(RecordName(.account), SharedSecretBytes("account"))],
      [(RecordName(.account), account), (peer, SharedSecretBytes("peer"))],
      [(RecordName(.account), account), (RecordName(.peer, key: [1, 2]), known)],
    ]
    for records in wrong {
      let contents = try ExportContents(records.map { ExportContents.Entry(name: $0.0, bytes: $0.1) })
      let file = try FileEncryptor(password: Self.secret.password, cost: .least)
        .encrypt(contents.encoded(for: .passphrase).bytes)
      let store = InMemoryConversationStore()
      await #expect(throws: MessagingError.backup(.invalid)) {
        try await MessagingExport.restore(
          ExportEnvelope(kind: .passphrase, file: file).encoded, openedWith: Self.secret, into: store)
      }
      #expect(try await store.names(of: .account).isEmpty)
    }
  }
}
