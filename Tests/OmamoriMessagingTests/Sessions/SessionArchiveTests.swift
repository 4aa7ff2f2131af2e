@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// The stored form of sessions and accounts.
@Suite("SessionArchive")
struct SessionArchiveTests {
  /// A machine with several sessions, one of them unanswered.
  private func makeMachine() throws -> ConversationMachine {
    var pair = try ConversationPair()
    for index in [0, 1, 0] {
      try pair.start(index)
      #expect(try pair.pass("text", from: index))
    }
    try pair.perform(.reset(pair.bundle(of: 1), isForced: false), at: 0)
    return try pair.machine(of: 0)
  }

  @Test func isReadAsItWasWritten() throws {
    let archive = try makeMachine().archive
    let record = try archive.encoded()
    let read = try SessionArchive(decoding: record)
    #expect(try read.encoded() == record)
    #expect(read.sessions.map(\.openingDigest) == archive.sessions.map(\.openingDigest))
    #expect(read.sessions.map(\.opening) == archive.sessions.map(\.opening))
    #expect(
      read.sessions.count == 4 && read.sessions[0].opening != nil && read.lastReset == archive.lastReset)
    #expect(try SessionArchive(decoding: SessionArchive().encoded()).sessions.isEmpty)
  }

  @Test func refusesWhatIsDamaged() throws {
    let bytes = try makeMachine().archive.encoded().testBytes
    func decode(_ bytes: [UInt8]) throws(MessagingError) -> SessionArchive {
      try SessionArchive(decoding: SharedSecretBytes(SecretBytes(copying: bytes)))
    }
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: MessagingError.storage(.damaged)) { try decode(Array(bytes.prefix(count))) }
    }
    #expect(throws: MessagingError.storage(.damaged)) { try decode(bytes + [0]) }
    #expect(throws: MessagingError.storage(.damaged)) { try decode([3] + bytes.dropFirst()) }
    let tooMany = bytes.prefix(9) + [UInt8(SessionArchive.greatestCount + 1)] + bytes.dropFirst(10)
    #expect(throws: MessagingError.storage(.damaged)) { try decode(Array(tooMany)) }
    let seed = UInt64.random(in: 1...1 << 40)
    var chance = ModelChance(seed: seed)
    for _ in 0..<300 {
      var changed = bytes
      changed[chance.below(changed.count)] ^= UInt8(1 + chance.below(255))
      // What is read at all has one spelling.
      guard let archive = try? decode(changed) else { continue }
      #expect(
        try archive.encoded() == SharedSecretBytes(SecretBytes(copying: changed)), "seed \(seed)")
    }
  }

  /// As versions before wrote it, which did not remember what was opened.
  @Test func anOlderRecordIsRead() throws {
    let bytes = try makeMachine().archive.encoded().testBytes
    let marks = 2 + 4 * 1
    #expect(bytes[0] == 2 && Array(bytes.suffix(marks).prefix(2)) == [0, 1])
    let old = [1] + bytes.dropFirst().dropLast(marks)
    let archive = try SessionArchive(decoding: SharedSecretBytes(SecretBytes(copying: old)))
    #expect(try archive.sessions.count == 4 && archive.encoded().testBytes == old)
    let none = [2] + old.dropFirst() + [0, 0]
    #expect(throws: MessagingError.storage(.damaged)) {
      try SessionArchive(decoding: SharedSecretBytes(SecretBytes(copying: none)))
    }
  }

  @Test func theLastMessagesThatWereOpenedAreRemembered() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    let count = SessionArchive.greatestOpenedCount
    let envelopes = try (0...count).map { try pair.seal("\($0)", at: 0) }
    for envelope in envelopes { try pair.open(envelope, at: 1) }
    let archive = try pair.machine(of: 1).archive
    let read = try SessionArchive(decoding: archive.encoded())
    for (index, envelope) in envelopes.enumerated() {
      let expected = index > 0
      #expect(try read.wasOpened(Envelope(decoding: envelope)) == expected)
    }
    #expect(try read.encoded() == archive.encoded())
  }

  @Test func provokedResetsDoNotPushOutTheSessionInUse() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    #expect(try pair.pass("one", from: 0))
    #expect(try pair.pass("two", from: 1))
    let late = try pair.seal("held back", at: 0)
    for _ in 0...SessionArchive.greatestCount {
      pair.now += 3600
      #expect(try pair.perform(.reset(pair.bundle(of: 0), isForced: false), at: 1).refusal == nil)
    }
    #expect(try pair.machine(of: 1).archive.sessions.count == SessionArchive.greatestCount)
    #expect(try pair.open(late, at: 1) == "held back")
  }

  @Test func aFullArchiveKeepsASessionWhoseAnswerIsOnItsWay() throws {
    var pair = try ConversationPair()
    for round in 0..<SessionArchive.greatestCount {
      // The server has 20 one-time keys, and takes more in time.
      if round % 15 == 0 { try pair.publish(0) }
      try pair.start(1)
      #expect(try pair.pass("one", from: 1))
      #expect(try pair.pass("two", from: 0))
    }
    #expect(try pair.machine(of: 1).archive.sessions.count == SessionArchive.greatestCount)
    try pair.start(1)
    #expect(try pair.pass("begun", from: 1))
    let answer = try pair.seal("answer", at: 0)
    try pair.start(1)
    #expect(try pair.open(answer, at: 1) == "answer")
  }

  @Test func keysOfMissingMessagesGrowOldInSessionsThatRest() throws {
    var pair = try ConversationPair()
    try pair.start(0)
    let missing = try pair.seal("missing", at: 0)
    #expect(try pair.pass("one", from: 0))
    #expect(try pair.pass("answer", from: 1))
    #expect(try pair.perform(.clock, at: 1).kept.isEmpty)
    #expect(try pair.machine(of: 1).archive.sessions[0].ratchet.skippedCount == 1)
    pair.now += Double(SkippedKeys.lifetime) + 1
    #expect(try pair.perform(.clock, at: 1).kept == [.sessions])
    #expect(try pair.machine(of: 1).archive.sessions[0].ratchet.skippedCount == 0)
    #expect(try pair.perform(.clock, at: 1).kept.isEmpty)
    #expect(throws: MessagingError.message(.replayed)) { try pair.open(missing, at: 1) }
    #expect(try pair.pass("two", from: 0))
  }

  @Test func accountIsReadAsItWasWritten() throws {
    let address = try MessagingAddress(name: "宮本 美香", device: .max)
    let account = MessagingAccount(address: address, identity: try MessagingIdentity())
    let read = try MessagingAccount(decoding: account.encoded)
    #expect(read.address == address && read.identity.peer == account.identity.peer)
    #expect(read.encoded == account.encoded)
    #expect(MessagingAddress(recordKey: address.recordKey) == address)
    for key in [[], [0, 0, 0, 1], [0, 0, 0, 0, 65], [0, 0, 0, 1, 0xFF], [0, 0, 0, 1, 10]] as [[UInt8]] {
      #expect(MessagingAddress(recordKey: key) == nil)
    }
  }
}
