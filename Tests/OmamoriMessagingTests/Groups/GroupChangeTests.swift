import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// Who may change a group, and which of two changes counts.
@Suite("Group changes")
struct GroupChangeTests {
  @Test func membersReadEachOther() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    for sender in 0..<3 {
      let message = try circle.seal(sender, "from \(sender)")
      for reader in 0..<3 where reader != sender {
        #expect(try circle.open(reader, message) == "from \(sender)")
        #expect(throws: MessagingError.message(.replayed)) { try circle.open(reader, message) }
      }
    }
  }

  @Test func whoIsRemovedReadsNothingLater() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    _ = try circle.seal(0, "before")
    let thief = circle[2]
    try circle.change(0, circle.remove(2))
    #expect(circle[2].me == nil && circle[2].epochs.isEmpty)
    let message = try circle.seal(0, "after")
    #expect(try circle.open(1, message) == "after")
    var copy = thief
    #expect(throws: MessagingError.group(.wrongEpoch)) { try copy.open(message, now: .now) }
    #expect(throws: MessagingError.group(.notMember)) { try circle.open(2, message) }
  }

  @Test func aMessageOfWhoWasRemovedIsRefused() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    let late = try circle.seal(2, "late")
    try circle.change(0, circle.remove(2))
    #expect(throws: MessagingError.group(.notMember)) { try circle.open(1, late) }
  }

  @Test func whoIsAddedReadsNothingEarlier() throws {
    let circle = try GroupCircle(["a", "b", "c"], members: 2)
    let early = try circle.seal(0, "early")
    try circle.change(0, circle.add(2))
    #expect(throws: MessagingError.group(.wrongEpoch)) { try circle.open(2, early) }
    #expect(circle[2].history.secret(of: circle[0].history.base.head) == nil)
    let late = try circle.seal(1, "late")
    #expect(try circle.open(2, late) == "late")
    #expect(try circle.open(1, early) == "early")
  }

  @Test func onlyAdministratorsChange() throws {
    let circle = try GroupCircle(["a", "b", "c", "d"], members: 3)
    let before = circle[1].recordBytes
    for deed in [circle.add(3), circle.remove(2), .rename("mine")] {
      #expect(throws: MessagingError.group(.notAllowed)) {
        try circle[1].change(deed, circle.people[1].means())
      }
    }
    #expect(circle[1].recordBytes == before)
    try circle.change(0, circle.add(3, isAdmin: true))
    // One who came later removes no administrator who was there before.
    #expect(throws: MessagingError.group(.notAllowed)) {
      try circle[3].change(circle.remove(0, in: 3), circle.people[3].means())
    }
    try circle.change(3, circle.remove(1, in: 3))
    #expect(circle.agree([0, 2, 3]))
  }

  @Test func aChangeThatMayNotBeMadeIsRefusedByAll() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    let head = circle[1].history.head
    let me = try #require(head.member(circle.people[1].peer))
    // What a member makes who passes over its own rules.
    let forced = GroupMember(
      index: me.index, address: me.address, signingKey: me.signingKey, isAdmin: true)
    let after = try head.after(.rename("mine"), by: forced)
    let secret = try GroupCipher.randomKey(circle.people[1].randomness)
    func change(author: UInt16, parent: [UInt8], epoch: UInt64, result: [UInt8]) throws -> GroupChange {
      try GroupChange(
        group: head.identifier.bytes, parent: parent, epoch: epoch, author: author, deed: .rename("mine"),
        secret: secret, result: result, signingKey: circle.people[1].signingKey)
    }
    let forgeries: [(GroupChange, MessagingError)] = [
      (try change(author: 1, parent: head.head, epoch: 1, result: after.digest), .group(.notAllowed)),
      (try change(author: 0, parent: head.head, epoch: 1, result: after.digest), .group(.invalid)),
      (try change(author: 7, parent: head.head, epoch: 1, result: after.digest), .group(.notMember)),
      (try change(author: 0, parent: head.head, epoch: 0, result: after.digest), .group(.wrongEpoch)),
      (try change(author: 0, parent: head.head, epoch: 2, result: after.digest), .group(.wrongEpoch)),
    ]
    for (forgery, error) in forgeries {
      let before = circle[2].recordBytes
      let content = GroupContent(head.identifier, .change(forgery, secret)).encoded
      #expect(throws: error) {
        try circle.deliver(content, from: circle.people[1].peer, to: circle.people[2].peer)
      }
      #expect(circle[2].recordBytes == before)
    }
  }

  @Test func aChangeIsTakenOnceAndItsResultAndSecretMustFit() throws {
    let circle = try GroupCircle(["a", "b"])
    let head = circle[0].history.head
    let outgoing = try circle[0].change(.rename("new"), circle.people[0].means())
    let (from, to) = (circle.people[0].peer, circle.people[1].peer)
    let change = try #require(circle[0].history.entries.first?.change)
    let other = try GroupCipher.randomKey(SystemRandomness())
    let wrong = GroupContent(head.identifier, .change(change, other)).encoded
    #expect(throws: MessagingError.group(.invalid)) { try circle.deliver(wrong, from: from, to: to) }
    let lied = try GroupChange(
      group: change.group, parent: change.parent, epoch: 1, author: 0, deed: .rename("other"),
      secret: other, result: change.result, signingKey: circle.people[0].signingKey)
    let lie = GroupContent(head.identifier, .change(lied, other)).encoded
    #expect(throws: MessagingError.group(.invalid)) { try circle.deliver(lie, from: from, to: to) }
    try circle.deliver(outgoing[0].content, from: from, to: to)
    let before = circle[1].recordBytes
    #expect(throws: MessagingError.message(.replayed)) {
      try circle.deliver(outgoing[0].content, from: from, to: to)
    }
    #expect(circle[1].recordBytes == before && circle.agree([0, 1]))
  }

  /// Two changes at the same time: all agree whichever comes first, and what lost is done again.
  @Test(arguments: [false, true])
  func changesAtTheSameTime(isReversed: Bool) throws {
    let circle = try GroupCircle(["a", "b", "c", "d", "e"], members: 3)
    try circle.change(0, circle.remove(1))
    try circle.change(0, circle.add(1, isAdmin: true))
    let first = try circle[0].change(circle.add(3), circle.people[0].means())
    let second = try circle[1].change(circle.remove(2, in: 1), circle.people[1].means())
    circle.post(isReversed ? second : first, from: isReversed ? 1 : 0)
    circle.post(isReversed ? first : second, from: isReversed ? 0 : 1)
    try? circle.deliverAll()
    while !circle.queue.isEmpty { try? circle.deliverAll() }
    #expect(circle.agree([0, 1, 3]))
    let members = circle[0].history.head.members.map(\.address.name)
    #expect(Set(members) == ["a", "b", "d"])
    #expect(circle[2].me == nil)
    let message = try circle.seal(3, "all")
    #expect(try circle.open(0, message) == "all")
    #expect(try circle.open(1, message) == "all")
  }

  /// An administrator who was removed cannot undo that with a change of an older epoch, though removals win.
  @Test func whoWasRemovedDoesNotRewriteThePast() throws {
    let circle = try GroupCircle(["a", "b", "c", "d"], members: 1)
    try circle.change(0, circle.add(1, isAdmin: true))
    try circle.change(0, circle.add(2))
    let past = circle[1]
    try circle.change(0, circle.add(3))
    try circle.change(0, circle.remove(1))
    var rebel = past
    let rebellion = try rebel.change(circle.remove(2), circle.people[1].means())
    let head = circle[0].history.head
    circle.post(rebellion, from: 1)
    try circle.deliverAll()
    #expect(circle[0].history.head == head && circle[2].history.head == head)
    #expect(circle[0].me != nil && circle[0].history.head.member(circle.people[1].peer) == nil)
  }

  @Test func whoLeavesIsTakenOutByTheOthers() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    circle.post(try circle[0].leave(circle.people[0].means()), from: 0)
    #expect(circle[0].me == nil && circle[0].epochs.isEmpty)
    try circle.deliverAll()
    #expect(circle.agree([1, 2]))
    let members = circle[1].history.head.members
    #expect(members.map(\.address.name) == ["b", "c"])
    // The eldest became administrator, since the only one left.
    #expect(members.map(\.isAdmin) == [true, false])
    let message = try circle.seal(1, "without a")
    #expect(try circle.open(2, message) == "without a")
    #expect(throws: MessagingError.group(.notMember)) { try circle.open(0, message) }
  }

  @Test func nobodyLeavesForAnother() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    let head = circle[0].history.head
    let forged = try GroupLeave(
      group: head.identifier.bytes, index: 0, epoch: 0, signingKey: circle.people[1].signingKey)
    let content = GroupContent(head.identifier, .leave(forged)).encoded
    #expect(throws: MessagingError.group(.invalid)) {
      try circle.deliver(content, from: circle.people[1].peer, to: circle.people[2].peer)
    }
    #expect(throws: MessagingError.group(.invalid)) {
      try circle[1].change(
        .remove(index: 0, statement: forged.statement), circle.people[1].means())
    }
  }

  @Test func strangersAreNotHeard() throws {
    let circle = try GroupCircle(["a", "b", "c"], members: 2)
    let stranger = circle.people[2]
    let identifier = circle[0].identifier
    let before = circle[1].recordBytes
    let contents: [GroupContent.Kind] = [
      .welcome(GroupWelcome(circle[0].history, for: stranger.peer)), .request,
      .change(try fakeChange(circle), nil),
    ]
    for kind in contents {
      #expect(throws: MessagingError.group(.notMember)) {
        try circle.deliver(
          GroupContent(identifier, kind).encoded, from: stranger.peer, to: circle.people[1].peer)
      }
    }
    #expect(circle[1].recordBytes == before)
    // A group that somebody made up, with us and an identifier that is taken.
    #expect(throws: MessagingError.group(.notMember)) {
      try GroupMachine.join(
        GroupWelcome(circle[0].history, for: stranger.peer), own: stranger.peer, from: circle.people[0].peer,
        stranger.means())
    }
  }

  private func fakeChange(_ circle: GroupCircle) throws -> GroupChange {
    let head = circle[0].history.head
    return try GroupChange(
      group: head.identifier.bytes, parent: head.head, epoch: 1, author: 0, deed: .rename("x"),
      secret: GroupCipher.randomKey(SystemRandomness()), result: head.digest,
      signingKey: circle.people[2].signingKey)
  }
}
