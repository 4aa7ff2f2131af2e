import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// Contents and messages in an order in which they make no sense yet, and members who come back.
@Suite("Groups out of order")
struct GroupOvertakingTests {
  /// What an update has for one member.
  private static func part(_ update: GroupUpdate, for address: MessagingAddress) -> GroupUpdate {
    var part = update
    part.deliveries.removeAll { $0.address != address }
    return part
  }

  @Test("A message and its key that come before the welcome are opened after it")
  func aMessageBeforeTheWelcome() async throws {
    let accounts = try await GroupAccounts(["ann", "cat", "dan"])
    try await accounts.introduceAll()
    let (cat, dan) = (accounts.messengers[1], accounts.messengers[2])
    let (group, created) = try await accounts.messengers[0].createGroup(with: [cat.address, dan.address])
    try await accounts.deliver(Self.part(created, for: cat.address), from: 0)
    let sealed = try await #require(try await cat.group(group.identifier)).seal(Array("first".utf8))
    #expect(try await accounts.deliver(Self.part(sealed.update, for: dan.address), from: 1) == [])
    await #expect(throws: MessagingError.group(.wrongEpoch)) {
      _ = try await dan.openGroupMessage(sealed.message, from: cat.address)
    }
    // A copy is not kept twice.
    await #expect(throws: MessagingError.group(.wrongEpoch)) {
      _ = try await dan.openGroupMessage(sealed.message, from: cat.address)
    }
    #expect(try await dan.groups() == [])
    let welcome = try #require(created.deliveries.first { $0.address == dan.address })
    let content = try await dan.conversation(with: accounts.messengers[0].address).open(welcome.envelope)
    let received = try await dan.receive(content)
    #expect(received.update.events.first == .joined)
    #expect(received.update.group == group.identifier)
    #expect(
      received.update.messages == [
        OpenedGroupMessage(group: group.identifier, sender: cat.address, bytes: Array("first".utf8))
      ])
    await #expect(throws: MessagingError.message(.replayed)) {
      _ = try await dan.openGroupMessage(sealed.message, from: cat.address)
    }
    let names = try await accounts.stores[2].names(of: .group)
    #expect(names.compactMap(HeldGroupItem.init) == [], "nothing is kept that was taken")
  }

  @Test("A message that overtakes a change is opened after it")
  func aMessageBeforeTheChange() async throws {
    let accounts = try await GroupAccounts(["ann", "ben", "cat"])
    try await accounts.introduceAll()
    let (ann, ben) = (accounts.messengers[0], accounts.messengers[1])
    let (group, created) = try await ann.createGroup(with: [ben.address])
    try await accounts.deliver(created, from: 0)
    let change = try await group.add(accounts.messengers[2].address)
    let sealed = try await group.seal([7])
    await #expect(throws: MessagingError.group(.wrongEpoch)) {
      _ = try await ben.openGroupMessage(sealed.message, from: ann.address)
    }
    var messages: [OpenedGroupMessage] = []
    for delivery in (change.deliveries + sealed.update.deliveries) where delivery.address == ben.address {
      let content = try await ben.conversation(with: ann.address).open(delivery.envelope)
      messages += try await ben.receive(content).update.messages
    }
    #expect(messages == [OpenedGroupMessage(group: group.identifier, sender: ann.address, bytes: [7])])
  }

  @Test("Who has left is added again by a member who came meanwhile")
  func whoLeftComesBack() async throws {
    let accounts = try await GroupAccounts(["ann", "ben", "cat"])
    try await accounts.introduceAll()
    let addresses = accounts.messengers.map(\.address)
    let (ann, created) = try await accounts.messengers[0].createGroup(with: [addresses[1]])
    try await accounts.deliver(created, from: 0)
    let ben = try #require(try await accounts.group(ann.identifier, of: 1))
    try await accounts.deliver(try await ben.leave(), from: 1)
    try await accounts.deliver(try await ann.add(addresses[2], isAdmin: true), from: 0)
    let cat = try #require(try await accounts.group(ann.identifier, of: 2))
    #expect(try await accounts.deliver(try await cat.add(addresses[1]), from: 2).contains(.joined))
    for group in [ann, ben, cat] {
      #expect(Set(try await group.members().map(\.address)) == Set(addresses))
    }
    let sealed = try await ann.seal([1])
    try await accounts.deliver(sealed.update, from: 0)
    #expect(try await ben.open(sealed.message).bytes == [1])
  }

  @Test("A welcome from before does not bring back who has left")
  func anOldWelcomeChangesNothing() async throws {
    let accounts = try await GroupAccounts(["ann", "ben"])
    try await accounts.introduceAll()
    let address = accounts.messengers[1].address
    let (ann, created) = try await accounts.messengers[0].createGroup(with: [address])
    try await accounts.deliver(created, from: 0)
    let again = try await ann.resend(to: address)
    let ben = try #require(try await accounts.group(ann.identifier, of: 1))
    _ = try await ben.leave()
    for delivery in again.deliveries {
      let content = try await accounts.messengers[1].conversation(with: accounts.messengers[0].address)
        .open(delivery.envelope)
      _ = try? await accounts.messengers[1].receive(content)
    }
    #expect(try await ben.members().isEmpty)
  }

  @Test(
    "A deleted group is gone, and comes back by a new invitation unless these are refused",
    arguments: [false, true])
  func deleting(refuses: Bool) async throws {
    let accounts = try await GroupAccounts(["ann", "ben"])
    try await accounts.introduceAll()
    let (first, second) = (accounts.messengers[0], accounts.messengers[1])
    let (ann, created) = try await first.createGroup(with: [second.address], name: "spam")
    try await accounts.deliver(created, from: 0)
    let late = try await ann.resend(to: second.address)
    let left = try await second.deleteGroup(ann.identifier, refusingInvitations: refuses)
    #expect(try await second.groups() == [])
    #expect(try await second.group(ann.identifier) == nil)
    // What was on its way changes nothing.
    for delivery in late.deliveries {
      let content = try await second.conversation(with: first.address).open(delivery.envelope)
      _ = try? await second.receive(content)
    }
    #expect(try await second.groups() == [])
    try await accounts.deliver(left, from: 1)
    #expect(try await ann.members().map(\.address) == [first.address])
    let invitation = try await ann.add(second.address)
    if refuses {
      for delivery in invitation.deliveries {
        let content = try await second.conversation(with: first.address).open(delivery.envelope)
        await #expect(throws: MessagingError.group(.notAllowed)) { _ = try await second.receive(content) }
      }
      _ = try await second.deleteGroup(ann.identifier)
      #expect(try await accounts.deliver(try await ann.resend(to: second.address), from: 0) == [.joined])
    } else {
      #expect(try await accounts.deliver(invitation, from: 0) == [.joined])
    }
    #expect(try await second.groups() == [ann.identifier])
    let unknown = try GroupIdentifier(bytes: [UInt8](repeating: 3, count: 32))
    await #expect(throws: MessagingError.group(.notMember)) { _ = try await second.deleteGroup(unknown) }
  }

  @Test("A crash after the commit loses no message, sealed or opened")
  func recordedSteps() async throws {
    let accounts = try await GroupAccounts(["ann", "ben"])
    try await accounts.introduceAll()
    let address = accounts.messengers[1].address
    let (ann, created) = try await accounts.messengers[0].createGroup(with: [address])
    try await accounts.deliver(created, from: 0)
    let line = RecordName(.application, key: [1])
    let sealed = try await ann.seal([5]) { sealed throws(MessagingError) in
      [RecordChange(line, expectedVersion: 0, bytes: SharedSecretBytes(SecretBytes(copying: sealed.message)))]
    }
    #expect(try await accounts.stores[0].record(line)?.bytes.testBytes == sealed.message)
    try await accounts.deliver(sealed.update, from: 0)
    _ = try await accounts.messengers[1].openGroupMessage(sealed.message) { opened throws(MessagingError) in
      [RecordChange(line, expectedVersion: 0, bytes: SharedSecretBytes(SecretBytes(copying: opened.bytes)))]
    }
    #expect(try await accounts.stores[1].record(line)?.bytes.testBytes == [5])
    // A record that is not the application's is refused, and with it the step.
    let second = try await ann.seal([6])
    await #expect(throws: MessagingError.conversation(.reservedRecord)) {
      _ = try await accounts.messengers[1].openGroupMessage(second.message) { _ throws(MessagingError) in
        [RecordChange(RecordName(.account), expectedVersion: 1, bytes: nil)]
      }
    }
    #expect(try await accounts.messengers[1].openGroupMessage(second.message).message.bytes == [6])
  }

  @Test("What waits is bounded, and nobody's items give way to another sender's")
  func waitingIsBounded() throws {
    let (loud, quiet) = (try MessagingAddress(name: "loud"), try MessagingAddress(name: "quiet"))
    func item(_ number: Int, _ sender: MessagingAddress) -> HeldGroupItem {
      HeldGroupItem(
        .message, topic: [UInt8](repeating: 1, count: 16), from: sender, Array("\(number)".utf8),
        at: Date(timeIntervalSince1970: 1_000 + Double(number)))
    }
    var items = [item(0, quiet)]
    for number in 1...500 {
      let new = item(number, loud)
      #expect(HeldGroupItem(new.name) == new)
      let given = HeldGroupItem.givingWay(among: items, to: new)
      items.removeAll(where: given.contains)
      items.append(new)
    }
    #expect(items.count == HeldGroupItem.capacityPerSender + 1 && items.contains(item(0, quiet)))
    let late = item(31 * 86_400, quiet)
    #expect(HeldGroupItem.givingWay(among: items, to: late).count == items.count)
    for number in 0..<300 {
      let new = item(600 + number, try MessagingAddress(name: "s\(number)"))
      let given = HeldGroupItem.givingWay(among: items, to: new)
      items.removeAll(where: given.contains)
      items.append(new)
    }
    #expect(items.count <= HeldGroupItem.capacity)
  }
}
