import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// What a message of a group shows, and who can make one.
@Suite("Group messages")
struct GroupMessageTests {
  /// A member knows the chains of all others, and still cannot speak for one of them.
  @Test func aMemberCannotSpeakForAnother() throws {
    let circle = try GroupCircle(["alice", "bob", "mallory"])
    _ = try circle.seal(0, "first")
    _ = try circle.seal(2, "mine")
    let mallory = circle[2]
    let epoch = try #require(mallory.epochs.last)
    var chain = try #require(epoch.receiving[0])
    let header = GroupMessage.Header(sender: 0, counter: chain.counter)
    let key = try chain.key(of: header.counter, now: .now)
    func forgery(signedWith sign: ([UInt8]) throws(MessagingError) -> [UInt8]) throws -> [UInt8] {
      try GroupMessage(
        MessagePadding.pad(Array("I am Alice".utf8)), epoch.keys, header, key: key,
        nonce: [UInt8](repeating: 7, count: 12), sign: sign
      ).encoded
    }
    let before = circle[1].recordBytes
    let signatures: [([UInt8]) throws(MessagingError) -> [UInt8]] = [
      epoch.sending.sign, { _ in [UInt8](repeating: 0, count: 64) },
    ]
    for sign in signatures {
      let forged = try forgery(signedWith: sign)
      #expect(throws: MessagingError.group(.invalid)) { try circle.open(1, forged) }
    }
    #expect(circle[1].recordBytes == before)
    // With Alice's own key the same bytes are a message of hers: only the signature was wrong.
    let alice = try #require(circle[0].epochs.last).sending
    let real = try forgery(signedWith: alice.sign)
    #expect(try circle.open(1, real) == "I am Alice")
  }

  @Test func aChangedMessageChangesNothing() throws {
    let circle = try GroupCircle(["a", "b"])
    let message = try circle.seal(0, "text")
    let before = circle[1].recordBytes
    for index in message.indices {
      var changed = message
      changed[index] ^= 1
      #expect(throws: MessagingError.self) { try circle.open(1, changed) }
    }
    for count in [0, 1, 16, message.count - 1] {
      #expect(throws: MessagingError.self) { try circle.open(1, Array(message.prefix(count))) }
    }
    #expect(throws: MessagingError.self) { try circle.open(1, message + [0]) }
    #expect(circle[1].recordBytes == before)
    #expect(try circle.open(1, message) == "text")
  }

  @Test func aMessageIsOfOneGroup() throws {
    let (first, second) = (try GroupCircle(["a", "b"]), try GroupCircle(["a", "b"], seed: 2))
    let message = try first.seal(0, "first")
    _ = try second.seal(0, "second")
    #expect(throws: MessagingError.group(.wrongEpoch)) { try second.open(1, message) }
    let content = GroupContent(first[0].identifier, .request).encoded
    #expect(throws: MessagingError.group(.invalid)) {
      try second.deliver(content, from: second.people[0].peer, to: second.people[1].peer)
    }
  }

  /// Neither sender nor number nor length shows.
  @Test func theWireShowsTheEpochsTagAlone() throws {
    let circle = try GroupCircle(["a", "b"])
    let messages = [
      try circle.seal(0, "x"), try circle.seal(0, String(repeating: "y", count: 150)), try circle.seal(1, ""),
    ]
    #expect(Set(messages.map(\.count)).count == 1)
    #expect(Set(messages.map { $0[0..<17] }).count == 1)
    for pair in [(0, 1), (0, 2), (1, 2)] {
      let same = zip(messages[pair.0], messages[pair.1]).dropFirst(17).count { $0 == $1 }
      #expect(same < 24)
    }
    let identifier = circle[0].identifier.bytes
    #expect(!messages[0].contains(identifier.prefix(8)))
    try circle.change(0, .rename("next"))
    let next = try circle.seal(0, "x")
    #expect(next[1..<17] != messages[0][1..<17])
  }

  @Test func whatIsStolenOpensNothingEarlier() throws {
    let circle = try GroupCircle(["a", "b"])
    let early = try (0..<5).map { try circle.seal(0, "\($0)") }
    for message in early { _ = try circle.open(1, message) }
    let stolen = [circle[0], circle[1]]
    for var machine in stolen {
      for message in early {
        #expect(throws: MessagingError.message(.replayed)) { try machine.open(message, now: .now) }
      }
    }
    // Not even with the chain taken out of the state: its keys are those of later messages.
    let epoch = try #require(stolen[0].epochs.last)
    for message in early {
      let parsed = try GroupMessage(decoding: message)
      let header = try parsed.opened(epoch.keys)
      var chain = epoch.sending
      for _ in 0..<10 {
        let step = try chain.advance()
        #expect(throws: MessagingError.message(.forged)) {
          try parsed.text(step.key, epoch.keys, header)
        }
      }
    }
  }

  /// What is distributed late opens nothing that was sealed before.
  @Test func aLateChainOpensLaterMessagesOnly() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    let (early, outgoing) = try circle[0].seal(Array("early".utf8), circle.people[0].means())
    circle.post(outgoing.filter { $0.to.address.name == "b" }, from: 0)
    try circle.deliverAll()
    #expect(try circle.open(1, early) == "early")
    #expect(throws: MessagingError.group(.missingKey)) { try circle.open(2, early) }
    // The third asks for what it misses.
    circle.post([circle[2].send(.request, to: circle.people[0].peer)], from: 2)
    while !circle.queue.isEmpty { try? circle.deliverAll() }
    // It was never opened, so it is no copy.
    #expect(throws: MessagingError.group(.missingKey)) { try circle.open(2, early) }
    #expect(try circle.open(2, try circle.seal(0, "late")) == "late")
    // The chain as it was first had been overtaken, and opens what came before.
    let first = try #require(outgoing.first { $0.to.address.name == "c" })
    try circle.deliver(first.content, from: circle.people[0].peer, to: circle.people[2].peer)
    #expect(try circle.open(2, early) == "early")
    #expect(throws: MessagingError.message(.replayed)) { try circle.open(2, early) }
    #expect(throws: MessagingError.message(.replayed)) {
      try circle.deliver(first.content, from: circle.people[0].peer, to: circle.people[2].peer)
    }
  }

  @Test func chainsComeBeforeTheirEpochAndFromTheirSenderAlone() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    let changes = try circle[0].change(.rename("n"), circle.people[0].means())
    let (message, chains) = try circle[0].seal(Array("n".utf8), circle.people[0].means())
    let toBob = try #require(chains.first { $0.to.address.name == "b" })
    // Handed on by another member it is refused, before and after its epoch is known.
    circle.post(changes.filter { $0.to.address.name == "c" }, from: 0)
    try circle.deliverAll()
    #expect(throws: MessagingError.group(.notMember)) {
      try circle.deliver(toBob.content, from: circle.people[1].peer, to: circle.people[2].peer)
    }
    try circle.deliver(toBob.content, from: circle.people[0].peer, to: circle.people[1].peer)
    #expect(throws: MessagingError.group(.wrongEpoch)) { try circle.open(1, message) }
    circle.post(changes.filter { $0.to.address.name == "b" }, from: 0)
    // It asked for the change as well, and refuses what it gets twice.
    while !circle.queue.isEmpty { try? circle.deliverAll() }
    #expect(try circle.open(1, message) == "n")
    #expect(throws: MessagingError.message(.replayed)) {
      try circle.deliver(toBob.content, from: circle.people[0].peer, to: circle.people[1].peer)
    }
  }

  @Test func sizesAreBounded() throws {
    let circle = try GroupCircle(["a", "b"])
    let greatest = [UInt8](repeating: 1, count: GroupLimits.plaintext)
    let sealed = try circle[0].seal(greatest, circle.people[0].means())
    circle.post(sealed.outgoing, from: 0)
    try circle.deliverAll()
    #expect(try circle[1].open(sealed.message, now: .now).text == greatest)
    #expect(throws: MessagingError.message(.tooLarge)) {
      try circle[0].seal(greatest + [1], circle.people[0].means())
    }
    #expect(throws: MessagingError.message(.tooLarge)) {
      try circle.open(1, [1] + [UInt8](repeating: 0, count: GroupLimits.message))
    }
    #expect(throws: MessagingError.message(.unsupported)) { try circle.open(1, [9] + sealed.message) }
  }
}
