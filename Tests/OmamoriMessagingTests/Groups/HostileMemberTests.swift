import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// What a member or a former member can do who follows no rule.
@Suite("Hostile members of groups")
struct HostileMemberTests {
  /// A history with a change that its author never made.
  private static func madeUp(_ circle: GroupCircle, by liar: Int) throws -> GroupContent {
    var history = circle[liar].history
    let head = history.head
    let person = circle.people[liar]
    let secret = try GroupCipher.randomKey(person.randomness)
    let deed = GroupDeed.rename("taken over")
    let author = try #require(head.members.first)
    let forged = try GroupChange(
      group: head.identifier.bytes, parent: head.head, epoch: head.epoch + 1, author: author.index,
      deed: deed,
      secret: secret, result: head.after(deed, by: author).digest, signingKey: person.signingKey)
    try history.takeVerified(GroupHistory.Entry(forged, secret))
    return GroupContent(head.identifier, .welcome(GroupWelcome(history, for: person.peer)))
  }

  /// Neither a member nor somebody who was removed makes others believe in a state that nobody signed.
  @Test(arguments: [false, true])
  func nobodyTakesAGroupOver(isRemoved: Bool) throws {
    let circle = try GroupCircle(["a", "b", "c"])
    if isRemoved { try circle.change(0, circle.remove(2)) }
    let before = circle[1].recordBytes
    #expect(throws: MessagingError.group(.invalid)) {
      try circle.deliver(
        try Self.madeUp(circle, by: 2).encoded, from: circle.people[2].peer, to: circle.people[1].peer)
    }
    #expect(circle[1].recordBytes == before)
  }

  /// A newcomer takes a group only with every change from its creation on, each signed by who was allowed to make it.
  @Test func aNewcomerIsShownEveryChange() throws {
    let circle = try GroupCircle(["a", "b", "c"], members: 2)
    for number in 0..<2 * GroupLimits.window { try circle.change(0, .rename("\(number)")) }
    try circle.change(0, circle.add(2))
    #expect(circle.agree([0, 1, 2]) && circle[2].history.past.count > GroupLimits.window)
    let newcomer = circle.people[2]
    let whole = GroupWelcome(circle[0].history, for: newcomer.peer)
    func join(_ welcome: GroupWelcome) throws {
      _ = try GroupMachine.join(
        welcome, own: newcomer.peer, from: circle.people[0].peer, newcomer.means())
    }
    try join(whole)
    for place in [0, 10, whole.changes.count - 2] {
      var changes = whole.changes
      changes.remove(at: place)
      #expect(throws: MessagingError.group(.invalid)) {
        try join(GroupWelcome(creation: whole.creation, secret: nil, changes: changes))
      }
    }
    guard case .welcome(let forged) = try Self.madeUp(circle, by: 2).kind else { return }
    #expect(throws: MessagingError.group(.invalid)) { try join(forged) }
  }

  /// Who was removed tells a newcomer of a group of its own first; the true welcome counts all the same.
  @Test(arguments: [3, GroupLimits.window + 8])
  func whoWasRemovedKeepsNobodyFromTheGroup(changes: Int) throws {
    let circle = try GroupCircle(["a", "b", "c"], members: 1)
    try circle.change(0, circle.add(1, isAdmin: true))
    let rebel = GroupCircle(copying: circle)
    try circle.change(0, circle.remove(1))
    for number in 0..<changes { try rebel.change(1, .rename("mine \(number)")) }
    try rebel.change(1, rebel.add(2))
    circle.machines[circle.people[2].peer.address] = rebel[2]
    #expect(circle[2].history.head.name.hasPrefix("mine"))
    try circle.change(0, circle.add(2))
    #expect(circle.agree([0, 2]))
    #expect(try circle.open(2, try circle.seal(0, "welcome")) == "welcome")
    // And the rebel's story does not win over the true one.
    try? circle.deliver(
      rebel[1].welcome(for: circle.people[2].peer).content, from: circle.people[1].peer,
      to: circle.people[2].peer)
    #expect(circle.agree([0, 2]) && circle[2].me != nil)
  }

  /// Whoever missed more changes than are known catches up with an administrator.
  @Test func whoWasAwayForLongCatchesUp() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    for number in 0...GroupLimits.window + 8 {
      circle.post(
        try circle[0].change(.rename("\(number)"), circle.people[0].means()).filter {
          $0.to == circle.people[2].peer
        }, from: 0)
      try circle.deliverAll()
    }
    #expect(!circle.agree([0, 1]))
    circle.post([circle[1].send(.request, to: circle.people[0].peer)], from: 1)
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
        .first { $0.to == circle.people[0].peer }?.content
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
    #expect(try GroupMachine(records: circle[0].records).history.head == circle[0].history.head)
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
    // What else is asked is what makes it a member.
    #expect(try answer.outgoing.map { try GroupContent(decoding: $0.content).number } == [3, 6])
    // Names long enough that the random bytes of a key or a signature never hold one.
    for word in ["secret plan", "who-came-later"] {
      #expect(!told.content.withBytes { $0.byteArray }.contains(GroupFieldWriter.text(word)))
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

extension GroupContent {
  /// The number of the kind.
  fileprivate var number: UInt8 { encoded.withBytes { $0.byteArray[33] } }
}
