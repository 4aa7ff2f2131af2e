import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// Groups of accounts, over their conversations and stores.
@Suite("Group")
struct GroupTests {
  @Test func aGroupFromBeginningToEnd() async throws {
    let accounts = try await GroupAccounts(["alice", "bob", "carol", "dave"])
    try await accounts.introduceAll()
    let addresses = accounts.messengers.map(\.address)
    let (alice, created) = try await accounts.messengers[0].createGroup(
      with: Array(addresses[1...2]), name: "家族")
    #expect(created.unreachable == [] && created.deliveries.count == 2)
    #expect(created.group == alice.identifier)
    #expect(try await accounts.deliver(created, from: 0) == [.joined, .joined])
    let bob = try #require(try await accounts.group(alice.identifier, of: 1))
    #expect(try await bob.name() == "家族")
    #expect(try await bob.members().map(\.address) == Array(addresses[0...2]))

    let sealed = try await bob.seal(Array("hello".utf8))
    #expect(Set(sealed.recipients) == [addresses[0], addresses[2]])
    try await accounts.deliver(sealed.update, from: 1)
    for reader in [0, 2] {
      let (group, opened) = try await accounts.messengers[reader].openGroupMessage(sealed.message)
      #expect(
        opened
          == OpenedGroupMessage(
            group: alice.identifier, sender: addresses[1], bytes: Array("hello".utf8)))
      #expect(group.identifier == alice.identifier)
      #expect("\(opened)" == "<redacted>")
    }
    // The chain is there now, so nothing has to go before the next message.
    #expect(try await bob.seal([2]).update.deliveries.isEmpty)

    #expect(try await accounts.deliver(alice.add(addresses[3]), from: 0).contains(.joined))
    let dave = try #require(try await accounts.group(alice.identifier, of: 3))
    await #expect(throws: MessagingError.group(.wrongEpoch)) { try await dave.open(sealed.message) }
    #expect(
      try await accounts.deliver(alice.remove(addresses[1]), from: 0).contains(.excluded))
    #expect(try await bob.members().isEmpty)
    let last = try await dave.seal([3])
    try await accounts.deliver(last.update, from: 3)
    #expect(try await alice.open(last.message, from: addresses[3]).bytes == [3])
    await #expect(throws: MessagingError.group(.notMember)) { try await bob.open(last.message) }
    await #expect(throws: MessagingError.group(.notMember)) { try await bob.seal([4]) }

    try await accounts.deliver(dave.leave(), from: 3)
    #expect(try await alice.members().map(\.address) == [addresses[0], addresses[2]])
    #expect(try await accounts.messengers[3].groups() == [alice.identifier])
  }

  @Test func anotherSenderThanTheTransportSaysIsRefused() async throws {
    let accounts = try await GroupAccounts(["alice", "bob", "carol"])
    try await accounts.introduceAll()
    let addresses = accounts.messengers.map(\.address)
    let (alice, update) = try await accounts.messengers[0].createGroup(with: Array(addresses[1...]))
    try await accounts.deliver(update, from: 0)
    let sealed = try await alice.seal([1])
    try await accounts.deliver(sealed.update, from: 0)
    let bob = try #require(try await accounts.group(alice.identifier, of: 1))
    await #expect(throws: MessagingError.group(.invalid)) {
      try await bob.open(sealed.message, from: addresses[2])
    }
    #expect(try await bob.open(sealed.message, from: addresses[0]).bytes == [1])
  }

  /// Who cannot be reached is named, and gets everything once there is a conversation.
  @Test func whoCannotBeReachedIsNamed() async throws {
    let accounts = try await GroupAccounts(["alice", "bob", "carol"])
    try await accounts.introduce(0, 1)
    try await accounts.introduce(0, 2)
    let addresses = accounts.messengers.map(\.address)
    let (alice, update) = try await accounts.messengers[0].createGroup(with: Array(addresses[1...]))
    try await accounts.deliver(update, from: 0)
    let bob = try #require(try await accounts.group(alice.identifier, of: 1))
    let carol = try #require(try await accounts.group(alice.identifier, of: 2))
    let sealed = try await bob.seal([1])
    #expect(sealed.update.unreachable == [addresses[2]])
    try await accounts.deliver(sealed.update, from: 1)
    #expect(try await alice.open(sealed.message).bytes == [1])
    await #expect(throws: MessagingError.group(.missingKey)) { try await carol.open(sealed.message) }
    await #expect(throws: MessagingError.conversation(.noSession)) {
      _ = try await accounts.messengers[1].createGroup(with: [addresses[2]])
    }
    try await accounts.introduce(1, 2)
    let next = try await bob.seal([2])
    #expect(next.update.deliveries.map(\.address) == [addresses[2]])
    try await accounts.deliver(next.update, from: 1)
    #expect(try await carol.open(next.message).bytes == [2])
  }

  /// An application and its extension over one store never seal with the same key.
  @Test func twoWhoShareAStoreTakeTurns() async throws {
    let accounts = try await GroupAccounts(["alice", "bob"])
    try await accounts.introduceAll()
    let (first, update) = try await accounts.messengers[0].createGroup(
      with: [accounts.messengers[1].address])
    try await accounts.deliver(update, from: 0)
    let other = try await Messenger.open(in: accounts.stores[0])
    let second = try #require(try await other.group(first.identifier))
    let begin = try await first.seal([0])
    try await accounts.deliver(begin.update, from: 0)
    let messages = try await withThrowingTaskGroup(of: [UInt8].self) { tasks in
      for number in 1...20 as ClosedRange<UInt8> {
        let group = number % 2 == 0 ? first : second
        tasks.addTask { try await group.seal([number]).message }
      }
      return try await tasks.reduce(into: []) { $0.append($1) }
    }
    let bob = try #require(try await accounts.group(first.identifier, of: 1))
    var opened: [UInt8] = []
    for message in messages { opened += try await bob.open(message).bytes }
    #expect(opened.sorted() == Array(1...20))
  }

  /// What is refused by the store never leaves, and nothing is used twice afterwards.
  @Test func nothingLeavesThatIsNotKept() async throws {
    let accounts = try await GroupAccounts(["alice", "bob"])
    try await accounts.introduceAll()
    let (alice, update) = try await accounts.messengers[0].createGroup(
      with: [accounts.messengers[1].address])
    try await accounts.deliver(update, from: 0)
    let head = try #require(try await accounts.machine(of: alice.identifier, 0).epochs.last?.head)
    let name = GroupPart.sending(head).name(in: alice.identifier)
    let before = try #require(try await accounts.stores[0].record(name))
    await #expect(throws: MessagingError.message(.tooLarge)) {
      try await alice.seal([UInt8](repeating: 0, count: GroupLimits.plaintext + 1))
    }
    await #expect(throws: MessagingError.group(.wrongEpoch)) {
      var foreign = try await alice.seal([1]).message
      foreign[3] ^= 1
      _ = try await alice.open(foreign)
    }
    let after = try #require(try await accounts.stores[0].record(name))
    // The one message that was sealed; the refused ones left no version behind.
    #expect(after.version == before.version + 1)
    let machine = try await accounts.machine(of: alice.identifier, 0)
    #expect(machine.epochs.last?.sending.counter == 1)
  }

  /// What one process does is what the other goes on from, whichever of the records it changed.
  @Test func processesShareAGroup() async throws {
    let accounts = try await GroupAccounts(["alice", "bob", "carol"])
    try await accounts.introduceAll()
    let (first, created) = try await accounts.messengers[0].createGroup(
      with: [accounts.messengers[1].address])
    try await accounts.deliver(created, from: 0)
    let again = try await Messenger.open(in: accounts.stores[0])
    let second = try #require(try await again.group(first.identifier))
    let bob = try #require(try await accounts.group(first.identifier, of: 1))
    for round in UInt8(0)..<3 {
      for (number, group) in [first, second, second, first].enumerated() {
        let text = [round, UInt8(number)]
        let sealed = try await group.seal(text)
        try await accounts.deliver(sealed.update, from: 0)
        #expect(try await bob.open(sealed.message).bytes == text)
        let answer = try await bob.seal(text)
        try await accounts.deliver(answer.update, from: 1)
        let (reader, other) = number % 2 == 0 ? (first, second) : (second, first)
        #expect(try await reader.open(answer.message).bytes == text)
        await #expect(throws: MessagingError.message(.replayed)) { try await other.open(answer.message) }
      }
      let group = round % 2 == 0 ? second : first
      let carol = accounts.messengers[2].address
      let update = round == 1 ? try await group.remove(carol) : try await group.add(carol)
      try await accounts.deliver(update, from: 0)
    }
    #expect(try await first.members() == second.members())
  }

  @Test("A message changes one record, and a step that is refused none")
  func aMessageChangesOneRecord() async throws {
    let accounts = try await GroupAccounts(["alice", "bob"])
    try await accounts.introduceAll()
    let (alice, created) = try await accounts.messengers[0].createGroup(
      with: [accounts.messengers[1].address])
    try await accounts.deliver(created, from: 0)
    let bob = try #require(try await accounts.group(alice.identifier, of: 1))
    let first = try await alice.seal([1])
    try await accounts.deliver(first.update, from: 0)
    _ = try await bob.open(first.message)
    func versions(_ index: Int) async throws -> [RecordName: UInt64] {
      var versions: [RecordName: UInt64] = [:]
      for name in try await accounts.stores[index].names(of: .group) {
        versions[name] = try await accounts.stores[index].record(name)?.version
      }
      return versions
    }
    let before = (try await versions(0), try await versions(1))
    let second = try await alice.seal([2])
    _ = try await bob.open(second.message)
    await #expect(throws: MessagingError.message(.replayed)) { try await bob.open(second.message) }
    let after = (try await versions(0), try await versions(1))
    let head = try #require(try await accounts.machine(of: alice.identifier, 0).epochs.last?.head)
    let changed = after.0.filter { before.0[$0.key] != $0.value }.keys
    #expect(Array(changed) == [GroupPart.sending(head).name(in: alice.identifier)])
    let opened = after.1.filter { before.1[$0.key] != $0.value }.keys
    #expect(Array(opened) == [GroupPart.receiving(head).name(in: alice.identifier)])
  }

  @Test func aDamagedRecordIsSaid() async throws {
    let accounts = try await GroupAccounts(["alice", "bob"])
    try await accounts.introduceAll()
    let (alice, _) = try await accounts.messengers[0].createGroup(with: [accounts.messengers[1].address])
    let name = GroupPart.main.name(in: alice.identifier)
    let record = try #require(try await accounts.stores[0].record(name))
    let bytes = record.bytes.withBytes { $0.byteArray }
    let records = try await accounts.machine(of: alice.identifier, 0).records
    for (part, whole) in records {
      for count in stride(from: 0, to: whole.count, by: 7) {
        var cut = records
        cut[part] = SharedSecretBytes(SecretBytes(copying: Array(whole.testBytes.prefix(count))))
        #expect(throws: MessagingError.storage(.damaged)) { try GroupMachine(records: cut) }
      }
    }
    let cut = SharedSecretBytes(SecretBytes(copying: Array(bytes.dropLast())))
    try await accounts.stores[0].commit([
      RecordChange(name, expectedVersion: record.version, bytes: cut)
    ])
    await #expect(throws: MessagingError.storage(.damaged)) { try await alice.members() }
  }
}
