import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// What a member or a former member can do who follows no rule.
@Suite("Hostile members of groups")
struct HostileMemberTests {
  /// A history that begins with a state that nobody signed.
  private static func madeUp(_ circle: GroupCircle, _ members: [GroupMember]) throws -> SharedSecretBytes {
    let identifier = circle[0].identifier
    var writer = GroupFieldWriter()
    writer.write(GroupContent.version)
    writer.write(raw: identifier.bytes)
    writer.write(UInt8(3))
    writer.write([UInt8]())
    writer.write(raw: identifier.bytes)
    writer.write(raw: [UInt8](repeating: 7, count: 32))
    writer.write(UInt64(900))
    writer.write("taken over")
    writer.write(UInt16(50))
    writer.write(UInt32(members.count))
    for member in members { member.encode(into: &writer) }
    writer.write(UInt8(1))
    writer.write(raw: [UInt8](repeating: 9, count: 32))
    writer.write(UInt32(0))
    writer.write(UInt32(0))
    return writer.secret
  }

  private static func member(_ circle: GroupCircle, _ index: Int, _ place: UInt16, isAdmin: Bool)
    -> GroupMember
  {
    let peer = circle.people[index].peer
    return GroupMember(index: place, address: peer.address, signingKey: peer.signingKey, isAdmin: isAdmin)
  }

  /// Neither a member nor somebody who was removed makes others believe in a state that nobody signed.
  @Test(arguments: [false, true])
  func nobodyTakesAGroupOver(isRemoved: Bool) throws {
    let circle = try GroupCircle(["a", "b", "c"])
    if isRemoved { try circle.change(0, circle.remove(2)) }
    let members = [
      Self.member(circle, 1, 1, isAdmin: false), Self.member(circle, 2, 2, isAdmin: true),
    ]
    let before = circle[1].recordBytes
    #expect(throws: MessagingError.group(.notAllowed)) {
      try circle.deliver(
        try Self.madeUp(circle, members), from: circle.people[2].peer, to: circle.people[1].peer)
    }
    #expect(circle[1].recordBytes == before)
  }

  /// An administrator tells somebody who was away for long what the group is now, but takes no elder one out by that.
  @Test func administratorsVouchForWhatTheyMayDo() throws {
    let circle = try GroupCircle(["a", "b", "c"], members: 2)
    try circle.change(0, circle.add(2, isAdmin: true))
    let (b, c) = (Self.member(circle, 1, 1, isAdmin: false), Self.member(circle, 2, 2, isAdmin: true))
    let to = circle.people[1].peer
    #expect(throws: MessagingError.group(.notAllowed)) {
      try circle.deliver(try Self.madeUp(circle, [b, c]), from: circle.people[2].peer, to: to)
    }
    let a = Self.member(circle, 0, 0, isAdmin: true)
    try circle.deliver(try Self.madeUp(circle, [a, b, c]), from: circle.people[2].peer, to: to)
    #expect(circle[1].history.head.epoch == 900 && circle[1].me != nil)
  }

  /// Whoever missed more changes than are known catches up with an administrator.
  @Test func whoWasAwayForLongCatchesUp() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    for number in 0...GroupLimits.window + 8 {
      circle.post(
        try circle[0].change(.rename("\(number)"), circle.people[0].means()).filter {
          $0.to.peer == circle.people[2].peer
        }, from: 0)
      try circle.deliverAll()
    }
    #expect(!circle.agree([0, 1]))
    let member = try #require(circle[1].history.head.member(circle.people[0].peer))
    circle.post([circle[1].send(.request, to: member)], from: 1)
    try circle.deliverAll()
    #expect(circle.agree([0, 1, 2]))
    #expect(try circle.open(1, try circle.seal(0, "again")) == "again")
  }

  /// An administrator who was removed fills the memory of changes, and the group changes all the same.
  @Test func aFloodOfChangesStopsNobody() throws {
    let circle = try GroupCircle(["a", "b", "c", "d"], members: 3)
    try circle.change(0, circle.remove(1))
    try circle.change(0, circle.add(1, isAdmin: true))
    let rebel = circle[1]
    try circle.change(0, circle.remove(1))
    let (from, person) = (circle.people[1].peer, circle.people[1])
    for number in 0..<150 {
      var copy = rebel
      let content = try copy.change(.rename("\(number)"), person.means())
        .first { $0.to.peer == circle.people[0].peer }?.content
      for to in [0, 2] {
        // What is refused is refused.
        try? circle.deliver(try #require(content), from: from, to: circle.people[to].peer)
      }
    }
    circle.queue = []
    #expect(circle[0].history.entries.count <= GroupLimits.changes)
    try circle.change(0, circle.add(3))
    try circle.change(0, .rename("still ours"))
    #expect(circle.agree([0, 2, 3]) && circle[2].history.head.name == "still ours")
    #expect(circle[0].history.head.member(from) == nil)
    #expect(try GroupMachine(record: circle[0].record).history.head == circle[0].history.head)
  }

  /// Who was taken out can still learn that, but not what the group is called later and who came.
  @Test func whoWasTakenOutLearnsThatAlone() throws {
    let circle = try GroupCircle(["a", "b", "c", "who-came-later"], members: 3)
    let late = circle[2]
    try circle.change(0, circle.remove(2))
    try circle.change(0, .rename("secret plan"))
    try circle.change(0, circle.add(3))
    let request = GroupContent(circle[0].identifier, .request)
    let answer = try circle[0].receive(request, from: circle.people[2].peer, circle.people[0].means())
    let told = try #require(answer.outgoing.first)
    #expect(answer.outgoing.count == 1)
    // Names long enough that the random bytes of a key or a signature never hold one.
    for word in ["secret plan", "who-came-later"] {
      #expect(!told.content.withBytes { $0.copiedBytes }.contains(GroupFieldWriter.text(word)))
    }
    var machine = late
    let content = try GroupContent(decoding: told.content)
    let received = try machine.receive(content, from: circle.people[0].peer, circle.people[2].means())
    #expect(received.events == [.excluded] && machine.me == nil && machine.epochs.isEmpty)
  }
}

extension GroupFieldWriter {
  /// A text as it stands among the fields.
  fileprivate static func text(_ text: String) -> [UInt8] {
    var writer = GroupFieldWriter()
    writer.write(text)
    return writer.plain
  }
}
