import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// What a member's statement that it leaves does, and what it does not.
@Suite("Leaving of groups")
struct GroupLeavingTests {
  @Test("A statement that somebody leaves takes back nothing that this member did before")
  func aStatementHasItsTime() throws {
    let circle = try GroupCircle(["c", "m", "e", "x"], members: 3)
    try circle.change(0, circle.add(3, isAdmin: true))
    let early = circle[1]
    try circle.change(3, circle.remove(2, in: 3))
    let leave = try circle[3].leave(circle.people[3].means())
    circle.post(leave, from: 3)
    try circle.deliverAll()
    let before = circle[0].history.head
    #expect(before.members.map(\.address.name) == ["c", "m"])
    guard case .leave(let said) = try GroupContent(decoding: leave[0].content).kind else { return }
    // m removes x where x had removed nobody yet.
    let state = early.history.head
    let secret = try GroupCipher.randomKey(circle.people[1].randomness)
    let deed = GroupDeed.remove(index: 3, statement: said.statement)
    #expect(throws: MessagingError.group(.wrongEpoch)) {
      try state.after(deed, by: try #require(state.member(1)))
    }
    var after = state
    after = try after.after(.remove(index: 3, statement: nil), by: try #require(state.member(0)))
    let forged = try GroupChange(
      group: state.identifier.bytes, parent: state.head, epoch: state.epoch + 1, author: 1, deed: deed,
      secret: secret, result: after.digest, signingKey: circle.people[1].signingKey)
    try? circle.deliver(
      GroupContent(state.identifier, .change(forged, secret)).encoded, from: circle.people[1].peer,
      to: circle.people[0].peer)
    #expect(circle[0].history.head == before)
  }

  @Test(
    "Who left says so again to whoever believes otherwise, also when the group was deleted",
    arguments: [false, true])
  func leavingIsSaidAgain(deletes: Bool) async throws {
    let accounts = try await GroupAccounts(["ann", "ben", "cat"])
    try await accounts.introduceAll()
    let addresses = accounts.messengers.map(\.address)
    let (ann, created) = try await accounts.messengers[0].createGroup(with: Array(addresses.dropFirst()))
    try await accounts.deliver(created, from: 0)
    let ben = try #require(try await accounts.group(ann.identifier, of: 1))
    // What tells the others is lost.
    _ = deletes ? try await accounts.messengers[1].deleteGroup(ann.identifier) : try await ben.leave()
    try await accounts.deliver(try await ann.seal([1]).update, from: 0)
    #expect(try await ann.members().map(\.address) == [addresses[0], addresses[2]])
    let cat = try #require(try await accounts.group(ann.identifier, of: 2))
    #expect(try await cat.members() == ann.members())
  }

  @Test("A deleted group does not come back by a welcome from before, wherever we were in it")
  func anOldWelcomeBringsNothingBack() async throws {
    let accounts = try await GroupAccounts(["ann", "ben"])
    try await accounts.introduceAll()
    let (first, second) = (accounts.messengers[0], accounts.messengers[1])
    let (ann, created) = try await first.createGroup(with: [second.address])
    try await accounts.deliver(created, from: 0)
    let machine = try await accounts.machine(of: ann.identifier, 0)
    let old = machine.welcome(for: try await accounts.machine(of: ann.identifier, 1).own).content
    // Removed first, and deleted after that.
    try await accounts.deliver(try await ann.remove(second.address), from: 0)
    _ = try await second.deleteGroup(ann.identifier)
    await #expect(throws: MessagingError.group(.wrongEpoch)) {
      _ = try await second.receive(old.testBytes, from: first.address)
    }
    #expect(try await second.groups() == [])
    #expect(try await accounts.deliver(try await ann.add(second.address), from: 0).contains(.joined))
    #expect(try await second.groups() == [ann.identifier])
  }

  @Test("A damaged group can be deleted, and does not keep others from their messages")
  func aDamagedGroupIsDeleted() async throws {
    let accounts = try await GroupAccounts(["ann", "ben"])
    try await accounts.introduceAll()
    let (first, second) = (accounts.messengers[0], accounts.messengers[1])
    var groups: [Group] = []
    for _ in 0..<3 {
      let (group, created) = try await first.createGroup(with: [second.address])
      try await accounts.deliver(created, from: 0)
      groups.append(group)
    }
    let name = GroupPart.past.name(in: groups[1].identifier)
    let record = try #require(try await accounts.stores[1].record(name))
    try await accounts.stores[1].commit([
      RecordChange(name, expectedVersion: record.version, bytes: SharedSecretBytes(SecretBytes(copying: [1])))
    ])
    // As after a start, when nothing is remembered.
    let again = try await Messenger.open(in: accounts.stores[1])
    for group in [groups[0], groups[2]] {
      let sealed = try await group.seal([7])
      for delivery in sealed.update.deliveries {
        _ = try await again.receive(try await again.conversation(with: first.address).open(delivery.envelope))
      }
      #expect(try await again.openGroupMessage(sealed.message).message.bytes == [7])
    }
    _ = try await again.deleteGroup(groups[1].identifier)
    #expect(Set(try await again.groups()) == [groups[0].identifier, groups[2].identifier])
  }

  @Test("Who leaves keeps no key of the group")
  func leavingForgetsKeys() throws {
    let circle = try GroupCircle(["a", "b", "c"])
    _ = try circle.seal(0, "one")
    _ = try circle[1].leave(circle.people[1].means())
    let machine = circle[1]
    #expect(machine.epochs.isEmpty && machine.pending.isEmpty && machine.history.headSecret == nil)
    #expect(machine.history.entries.allSatisfy { $0.secret == nil })
  }
}
