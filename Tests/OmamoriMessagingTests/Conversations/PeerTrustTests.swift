import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// The first identity is taken, another one has to be answered for.
@Suite("PeerTrust")
struct PeerTrustTests {
  @Test func firstIdentityIsTakenUnverified() throws {
    var pair = try ConversationPair()
    #expect(try pair.machine(of: 0).trust == .unknown)
    try pair.start(0)
    #expect(try pair.machine(of: 0).trust == .unverified)
    let envelope = try pair.seal("hello", at: 0)
    #expect(try !pair.perform(.receive(envelope), at: 1).received().isVerified)
    let alice = pair.parties[0].account.identity.peer
    #expect(try pair.machine(of: 1).peer?.identity == alice)

    let outcome = try pair.perform(.verify(true, alice), at: 1)
    #expect(outcome.events == [.identityVerified])
    #expect(try pair.machine(of: 1).trust == .verified)
    #expect(try pair.perform(.receive(pair.seal("again", at: 0)), at: 1).received().isVerified)
    try pair.perform(.verify(false, alice), at: 1)
    #expect(try pair.machine(of: 1).trust == .unverified)
    let bob = pair.parties[1].account.identity.peer
    #expect(try pair.perform(.verify(true, bob), at: 1).refusal == .identity(.changed))
  }

  @Test(arguments: [true, false])
  func changedIdentityIsNotDeliveredUntilAccepted(isVerified: Bool) throws {
    var pair = try ConversationPair()
    try pair.start(0)
    #expect(try pair.pass("one", from: 0))
    let old = pair.parties[0].account.identity.peer
    try pair.perform(.verify(isVerified, old), at: 1)
    let late = try pair.seal("late", at: 0)
    try pair.replace(0)
    let new = pair.parties[0].account.identity.peer
    try pair.start(0)
    let envelope = try pair.seal("two", at: 0)
    let keys = pair.parties[1].prekeys

    let outcome = try pair.perform(.receive(envelope), at: 1)
    #expect(outcome.refusal == .identity(.changed) && outcome.receivedMessage == nil)
    #expect(outcome.events == [.identityChanged] && outcome.kept == [.peer])
    #expect(pair.parties[1].prekeys == keys, "nothing is consumed")
    #expect(try pair.machine(of: 1).trust == .changed(new))
    #expect(throws: MessagingError.identity(.changed)) { try pair.seal("blocked", at: 1) }
    // Asked once, and the identity before is still heard.
    #expect(try pair.perform(.receive(envelope), at: 1).events.isEmpty)
    #expect(try pair.open(late, at: 1) == "late")
    try pair.parties[1].restart()
    #expect(try pair.machine(of: 1).trust == .changed(new))

    #expect(try pair.perform(.accept(old), at: 1).refusal == .identity(.changed))
    #expect(try pair.perform(.accept(new), at: 1).events == [.identityAccepted])
    #expect(try pair.machine(of: 1).trust == .unverified)
    #expect(try pair.machine(of: 1).archive.sessions.isEmpty)
    #expect(throws: MessagingError.conversation(.noSession)) { try pair.seal("no session", at: 1) }
    #expect(try pair.open(envelope, at: 1) == "two")
    #expect(try pair.pass("three", from: 1))
  }

  @Test func refusedIdentityIsNotAskedAboutAgain() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    #expect(try pair.pass("one", from: 0))
    let (genuine, old) = (pair.parties[0], pair.parties[0].account.identity.peer)
    try pair.perform(.verify(true, old), at: 1)
    try pair.replace(0)
    let new = pair.parties[0].account.identity.peer
    try pair.start(0)
    let envelope = try pair.seal("intruder", at: 0)
    try pair.perform(.receive(envelope), at: 1)
    #expect(try pair.perform(.refuse(new), at: 1).events == [.identityRefused])
    #expect(try pair.machine(of: 1).trust == .verified)
    try pair.parties[1].restart()
    let again = try pair.perform(.receive(envelope), at: 1)
    #expect(again.refusal == .identity(.changed) && again.events.isEmpty && again.kept.isEmpty)
    #expect(try pair.perform(.start(pair.bundle(of: 0)), at: 1).refusal == .identity(.changed))
    #expect(try pair.machine(of: 1).trust == .verified)
    pair.parties[0] = genuine
    #expect(try pair.pass("two", from: 1))
    #expect(try pair.pass("three", from: 0))
  }

  @Test func identityThatWasRefusedByMistakeCanBeAccepted() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    #expect(try pair.pass("one", from: 0))
    try pair.replace(0)
    let new = pair.parties[0].account.identity.peer
    #expect(try pair.perform(.accept(new), at: 1).refusal == .identity(.changed), "nobody has seen it")
    try pair.start(0)
    let envelope = try pair.seal("new device", at: 0)
    try pair.perform(.receive(envelope), at: 1)
    try pair.perform(.refuse(new), at: 1)

    #expect(try pair.perform(.accept(new), at: 1).events == [.identityAccepted])
    try pair.parties[1].restart()
    #expect(try pair.machine(of: 1).trust == .unverified)
    #expect(try pair.open(envelope, at: 1) == "new device")
    #expect(try pair.pass("answer", from: 1))
  }

  @Test func refusedIdentityIsNotAcceptedInPlaceOfTheOneInQuestion() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    try pair.replace(1)
    let refused = pair.parties[1].account.identity.peer
    try pair.perform(.start(pair.bundle(of: 1)), at: 0)
    try pair.perform(.refuse(refused), at: 0)
    try pair.replace(1)
    let asked = pair.parties[1].account.identity.peer
    try pair.perform(.start(pair.bundle(of: 1)), at: 0)
    #expect(try pair.perform(.accept(refused), at: 0).refusal == .identity(.changed))
    #expect(try pair.machine(of: 0).trust == .changed(asked))
  }

  @Test func bundleOfAnotherIdentityBlocksSending() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    try pair.replace(1)
    let outcome = try pair.perform(.start(pair.bundle(of: 1)), at: 0)
    #expect(outcome.refusal == .identity(.changed) && outcome.events == [.identityChanged])
    #expect(throws: MessagingError.identity(.changed)) { try pair.seal("blocked", at: 0) }
    let reset = try pair.perform(.reset(pair.bundle(of: 1), isForced: true), at: 0)
    #expect(reset.refusal == .identity(.changed) && reset.sentMessage == nil)
  }

  @Test func thirdIdentityDoesNotReplaceTheOneInQuestion() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    try pair.replace(1)
    let second = pair.parties[1].account.identity.peer
    try pair.perform(.start(pair.bundle(of: 1)), at: 0)
    try pair.replace(1)
    let third = pair.parties[1].account.identity.peer
    #expect(try pair.perform(.start(pair.bundle(of: 1)), at: 0).kept.isEmpty)
    #expect(try pair.machine(of: 0).trust == .changed(second))
    #expect(try pair.perform(.accept(third), at: 0).refusal == .identity(.changed))
  }

  @Test func recordIsReadAsItWasWritten() throws {
    let identities = try (0..<20).map { _ in try MessagingIdentity().peer }
    var record = PeerRecord(first: identities[0])
    for identity in identities[2...] {
      #expect(try PeerRecord(decoding: record.encoded) == record)
      #expect(record.notice(identity) && !record.notice(identity))
      #expect(try PeerRecord(decoding: record.encoded) == record)
      try record.refuse(identity)
    }
    #expect(record.refused.count == PeerRecord.greatestRefusedCount)
    let bytes = record.encoded.testBytes
    for count in bytes.indices {
      #expect(throws: MessagingError.storage(.damaged)) {
        try PeerRecord(decoding: SharedSecretBytes(SecretBytes(copying: Array(bytes.prefix(count)))))
      }
    }
    #expect(throws: MessagingError.storage(.damaged)) {
      try PeerRecord(decoding: SharedSecretBytes(SecretBytes(copying: bytes + [0])))
    }
  }
}
