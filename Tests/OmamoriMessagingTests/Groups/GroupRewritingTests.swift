import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// Members who try to make others take back what a group did, or to keep them apart.
@Suite("Rewriting of groups")
struct GroupRewritingTests {
  /// Gives a member what another one tells, and lets everything that comes of it arrive; refusals are passed over.
  private func tell(_ circle: GroupCircle, _ outgoing: [GroupMachine.Outgoing], from index: Int) throws {
    circle.post(outgoing, from: index)
    try settle(circle)
  }

  /// Lets everything arrive, at most so much that two who answer each other for ever are noticed.
  private func settle(_ circle: GroupCircle, limit: Int = 500) throws {
    for _ in 0..<limit {
      guard !circle.queue.isEmpty else { return }
      let item = circle.queue.removeFirst()
      try? circle.deliver(item.content, from: item.from, to: item.to)
    }
    Issue.record("members answer each other for ever")
  }

  @Test("A present administrator takes back nothing of what others did long ago")
  func settledChangesStay() throws {
    let circle = try GroupCircle(["a", "b", "c", "d"], members: 2)
    try circle.change(0, circle.add(2, isAdmin: true))
    let early = circle[0]
    try circle.change(2, .rename("by c"))
    for number in 0..<GroupLimits.window + 4 { try circle.change(0, .rename("\(number)")) }
    try circle.change(0, circle.add(3))
    let before = circle[1].history.head
    // As if c had been removed before it did anything.
    var forger = early
    _ = try forger.change(circle.remove(2), circle.people[0].means())
    try tell(circle, [forger.welcome(for: circle.people[1].peer)], from: 0)
    #expect(circle[1].history.head == before && circle[1].me != nil)
  }

  @Test("A member who leaves does not stop a group that is full, and an administrator can still remove")
  func aFullGroupStillWorks() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    let name = String(repeating: "n", count: GroupLimits.nameLength - 4)
    var number = 1_000
    while (try? circle[0].change(.rename("\(name)\(number)"), circle.people[0].means())) != nil {
      number += 1
    }
    // One welcome brings the others up to date.
    for index in 1...2 { try tell(circle, [circle[0].welcome(for: circle.people[index].peer)], from: 0) }
    #expect(throws: MessagingError.group(.exhausted)) {
      try circle[0].change(.rename("\(name)9999"), circle.people[0].means())
    }
    #expect(circle.agree([0, 1, 2]))
    try tell(circle, try circle[2].leave(circle.people[2].means()), from: 2)
    #expect(try circle.open(1, try circle.seal(0, "on")) == "on")
    #expect(try circle.open(0, try circle.seal(1, "and on")) == "and on")
    #expect(circle[0].history.head.members.map(\.address.name) == ["a", "b"])
    try circle.change(0, circle.remove(1))
    #expect(circle[0].history.head.members.map(\.address.name) == ["a"])
  }

  @Test("Two members whose histories parted long ago and removed each other come to rest")
  func nobodyAnswersForEver() throws {
    let circle = try GroupCircle(["m", "a", "b"])
    let start = circle.machines
    func branch(_ name: String, without index: Int) throws -> GroupMachine {
      var machine = try #require(start[circle.people[0].peer.address])
      for number in 0..<GroupLimits.window + 4 {
        _ = try machine.change(.rename("\(name) \(number)"), circle.people[0].means())
      }
      _ = try machine.change(
        .remove(index: UInt16(index), statement: nil), circle.people[0].means())
      return machine
    }
    let (first, second) = (try branch("first", without: 2), try branch("second", without: 1))
    try? circle.deliver(
      first.welcome(for: circle.people[1].peer).content, from: circle.people[0].peer,
      to: circle.people[1].peer)
    try? circle.deliver(
      second.welcome(for: circle.people[2].peer).content, from: circle.people[0].peer,
      to: circle.people[2].peer)
    circle.queue = []
    for (asker, other) in [(1, 2), (2, 1)] {
      try tell(circle, [circle[asker].send(.request, to: circle.people[other].peer)], from: asker)
      try tell(circle, [circle[asker].welcome(for: circle.people[other].peer)], from: asker)
    }
  }

  @Test("An administrator who was removed keeps no member apart by changes that only that member gets")
  func nobodyIsKeptApart() throws {
    let circle = try GroupCircle(["c", "m", "b"])
    try circle.change(0, circle.remove(1))
    try circle.change(0, circle.add(1, isAdmin: true))
    // In a place after b's, m makes changes that b alone gets.
    for number in 0..<GroupLimits.window + 4 {
      let outgoing = try circle[1].change(.rename("\(number)"), circle.people[1].means())
      circle.post(outgoing.filter { $0.to == circle.people[2].peer }, from: 1)
      try settle(circle)
    }
    let late = circle[0]
    #expect(late.history.head.head != circle[2].history.head.head)
    try tell(circle, try circle[0].change(circle.remove(1), circle.people[0].means()), from: 0)
    let (_, outgoing) = try circle[0].seal([1], circle.people[0].means())
    try tell(circle, outgoing, from: 0)
    let (_, answer) = try circle[2].seal([2], circle.people[2].means())
    try tell(circle, answer, from: 2)
    #expect(circle.agree([0, 2]))
    #expect(circle[2].history.head.member(circle.people[1].peer) == nil)
    #expect(try circle.open(2, try circle.seal(0, "ours")) == "ours")
    #expect(try circle.open(0, try circle.seal(2, "again")) == "again")
  }

  @Test("Messages of an epoch that two changes in one step passed over are opened")
  func passedEpochsOpen() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    let away = circle[1]
    try circle.change(0, .rename("first"))
    let (message, chains) = try circle[2].seal(Array("between".utf8), circle.people[2].means())
    try circle.change(0, .rename("second"))
    // b was away, and gets the chain, and then both changes at once.
    circle[1] = away
    let chain = try #require(chains.first { $0.to == circle.people[1].peer })
    try? circle.deliver(chain.content, from: circle.people[2].peer, to: circle.people[1].peer)
    circle.queue = []
    try tell(circle, [circle[0].welcome(for: circle.people[1].peer)], from: 0)
    #expect(try circle.open(1, message) == "between")
  }

  @Test("Messages in an epoch that turns out void are opened, and their sender learns what counts")
  func voidEpochsOpen() throws {
    let circle = try GroupCircle(["a", "b", "c", "d"], members: 2)
    try circle.change(0, circle.add(2, isAdmin: true))
    try circle.change(0, circle.add(3, isAdmin: true))
    // c's change counts, and d's, made at the same time, does not.
    let losing = try circle[3].change(.rename("d"), circle.people[3].means())
    let winning = try circle[2].change(.rename("c"), circle.people[2].means())
    func change(_ outgoing: [GroupMachine.Outgoing], for index: Int) throws -> SharedSecretBytes {
      try #require(outgoing.first { $0.to == circle.people[index].peer }).content
    }
    try circle.deliver(try change(winning, for: 0), from: circle.people[2].peer, to: circle.people[0].peer)
    try circle.deliver(try change(losing, for: 0), from: circle.people[3].peer, to: circle.people[0].peer)
    try circle.deliver(try change(losing, for: 1), from: circle.people[3].peer, to: circle.people[1].peer)
    circle.queue = []
    let (message, chains) = try circle[1].seal(Array("void".utf8), circle.people[1].means())
    try tell(circle, chains.filter { $0.to == circle.people[0].peer }, from: 1)
    #expect(try circle.open(0, message) == "void")
    #expect(circle.agree([0, 1]) && circle[1].history.head.name == "c")
  }

  @Test("A member who gets a change without its secret asks whoever has it")
  func missingSecretsAreAsked() throws {
    let circle = try GroupCircle(["a", "m", "b", "c"], members: 1)
    for index in 1...3 { try circle.change(0, circle.add(index, isAdmin: index == 1)) }
    let outgoing = try circle[1].change(.rename("new"), circle.people[1].means())
    for item in outgoing {
      guard let index = circle.index(of: item.to),
        case .change(let change, _) = try GroupContent(decoding: item.content).kind
      else { continue }
      let content =
        index == 2 ? GroupContent(circle[0].identifier, .change(change, nil)).encoded : item.content
      try circle.deliver(content, from: circle.people[1].peer, to: item.to)
    }
    // m does not answer.
    circle.queue = []
    #expect(circle[2].currentIndex == nil)
    let (message, chains) = try circle[3].seal(Array("here".utf8), circle.people[3].means())
    try tell(circle, chains, from: 3)
    #expect(try circle.open(2, message) == "here")
    #expect(try circle.open(3, try circle.seal(2, "thanks")) == "thanks")
  }
}
