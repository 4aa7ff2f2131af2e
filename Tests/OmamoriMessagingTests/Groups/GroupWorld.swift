import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto

@testable import OmamoriMessaging

/// People, a group, and a network that reorders, repeats and loses; and what each may read.
struct GroupWorld {
  /// Something under way; a message has no content.
  private struct Item {
    let from: Int
    let to: Int
    let content: SharedSecretBytes?
    let message: Int
  }

  /// A message that was sent.
  private struct Sent {
    let bytes: [UInt8]
    let text: [UInt8]
    let sender: Int
    /// Who is in the group in its epoch.
    let readers: Set<Int>
    var openedBy: Set<Int> = []
  }

  private let people: [GroupPerson]
  private var machines: [Int: GroupMachine] = [:]
  private var stored: [Int: [GroupPart: SharedSecretBytes]] = [:]
  /// Copies of states that somebody stole, who follows no rule.
  private var stolen: [(owner: Int, machine: GroupMachine)] = []
  private var sent: [Sent] = []
  private var network: [Item] = []
  /// What came too early, by who has it.
  private var held: [Int: [Item]] = [:]
  private let chance: SeededRandomness
  private var time = 1_800_000_000.0
  /// What went wrong, in words.
  private(set) var faults: [String] = []
  /// What happened, for a test to see that it did.
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64, people count: Int) throws {
    chance = SeededRandomness(seed: seed)
    people = try (0..<count).map { try GroupPerson("p\($0)", seed: seed) }
    let first = people[1..<3].map(\.peer)
    let (machine, outgoing) = try GroupMachine.create(
      name: "world", own: people[0].peer, with: Array(first), people[0].means())
    machines[0] = machine
    post(outgoing, from: 0)
  }

  private func draw(_ upper: Int) -> Int {
    guard let number = try? chance.integer(in: 0...(upper - 1)) else { return 0 }
    return number
  }

  /// Does something at random.
  mutating func step() throws {
    time += 1
    switch draw(100) {
    case 0..<6: try change(someAdministrator) { $0.add($1) }
    case 6..<9: try change(someAdministrator) { $0.remove($1) }
    case 9..<12: try change(someAdministrator) { world, _ in .rename("n\(world.time)") }
    case 12..<13: try change(draw(people.count)) { world, _ in .rename("m\(world.time)") }
    case 13..<14 where draw(3) == 0: try leave(draw(people.count))
    case 14..<17: steal(draw(people.count))
    case 17..<35: try send(draw(people.count))
    default: try deliverOne()
    }
  }

  /// Somebody who believes to be an administrator, or the first.
  private var someAdministrator: Int {
    let all = machines.filter { $0.value.me?.isAdmin == true }.keys.sorted()
    return all.isEmpty ? 0 : all[draw(all.count)]
  }

  private func add(_ actor: Int) -> GroupDeed? {
    let other = people[draw(people.count)].peer
    return .add(address: other.address, signingKey: other.signingKey, isAdmin: draw(4) != 0)
  }

  private func remove(_ actor: Int) -> GroupDeed? {
    guard let members = machines[actor]?.history.head.members else { return nil }
    return .remove(index: members[draw(members.count)].index, statement: nil)
  }

  private mutating func change(
    _ actor: Int,
    _ deed: (GroupWorld, Int) -> GroupDeed?
  ) throws {
    guard var machine = machines[actor], let deed = deed(self, actor) else { return }
    if case .remove(let index, _) = deed, machine.me?.index == index { return }
    do throws(MessagingError) {
      post(try machine.change(deed, people[actor].means(at: time)), from: actor)
    } catch { return note("refused change") }
    note("change")
    keep(machine, actor)
  }

  private mutating func leave(_ actor: Int) throws {
    guard var machine = machines[actor], machine.me != nil, machine.history.head.members.count > 2 else {
      return
    }
    post(try machine.leave(people[actor].means(at: time)), from: actor)
    note("leave")
    keep(machine, actor)
  }

  private mutating func steal(_ owner: Int) {
    guard let machine = machines[owner] else { return }
    stolen.append((owner, machine))
    if stolen.count > 12 { stolen.remove(at: draw(12)) }
  }

  private mutating func send(_ actor: Int) throws {
    guard var machine = machines[actor] else { return }
    let text = Array("message \(sent.count) of \(actor)".utf8)
    do throws(MessagingError) {
      let (message, outgoing) = try machine.seal(text, people[actor].means(at: time))
      post(outgoing, from: actor)
      let readers = Set(machine.history.head.members.compactMap { index(of: $0.peer) })
      sent.append(Sent(bytes: message, text: text, sender: actor, readers: readers))
      // To everybody, also to those who are not in the group.
      for to in people.indices where to != actor {
        network.append(Item(from: actor, to: to, content: nil, message: sent.count - 1))
      }
      note("message")
      keep(machine, actor)
    } catch { note("not sent") }
  }

  private mutating func post(_ outgoing: [GroupMachine.Outgoing], from: Int) {
    for item in outgoing {
      guard let to = index(of: item.to) else { continue }
      network.append(Item(from: from, to: to, content: item.content, message: 0))
    }
  }

  private func index(of peer: GroupMachine.Peer) -> Int? { people.firstIndex { $0.peer == peer } }

  private mutating func deliverOne(isLossy: Bool = true) throws {
    guard !network.isEmpty else { return }
    let place = draw(min(network.count, 40))
    let item = network[place]
    // Kept once in a while, so that it comes again.
    if !isLossy || draw(12) != 0 { network.remove(at: place) }
    if isLossy, draw(item.content == nil ? 10 : 25) == 0 { return note("lost") }
    if let content = item.content { try deliver(content, item) } else { open(item.message, by: item.to) }
  }

  private mutating func deliver(_ bytes: SharedSecretBytes, _ item: Item) throws {
    let before = machines[item.to]?.history
    if try take(bytes, item) { try deliverHeld(to: item.to, since: before) }
  }

  /// Whether content was taken; what came too early is kept.
  private mutating func take(_ bytes: SharedSecretBytes, _ item: Item) throws -> Bool {
    let content = try GroupContent(decoding: bytes)
    let means = people[item.to].means(at: time)
    do {
      if var machine = machines[item.to] {
        let before = machine.records
        do throws(MessagingError) {
          let received = try machine.receive(content, from: people[item.from].peer, means)
          if received.events.contains(.superseded) { note("superseded") }
          post(received.outgoing, from: item.to)
          keep(machine, item.to)
        } catch {
          if machine.records != before { faults.append("a refused content changed the state") }
          throw error
        }
      } else if case .welcome(let welcome) = content.kind {
        keep(
          try GroupMachine.join(
            welcome, own: people[item.to].peer, from: people[item.from].peer, means), item.to)
        note("joined")
      } else {
        throw MessagingError.group(.notMember)
      }
      return true
    } catch {
      note("refused content")
      guard let error = error as? MessagingError else { throw error }
      if GroupContext.mayComeLater(error), content.isOvertaking { hold(item) }
      return false
    }
  }

  /// Keeps what came too early; the oldest of the same sender gives way where there is too much.
  private mutating func hold(_ item: Item) {
    var items = held[item.to, default: []]
    items.append(item)
    if items.count(where: { $0.from == item.from }) > HeldGroupItem.capacityPerSender,
      let oldest = items.firstIndex(where: { $0.from == item.from })
    {
      items.remove(at: oldest)
    }
    held[item.to] = items
  }

  /// Delivers again what came too early, as an account does after each step.
  private mutating func deliverHeld(to reader: Int, since before: GroupHistory?) throws {
    let hasChanged = before.map { machines[reader]?.history.hasSameChanges(as: $0) != true } ?? true
    var isProgress = true
    while isProgress {
      isProgress = false
      for item in held.removeValue(forKey: reader) ?? [] {
        guard let content = item.content else {
          let tag = try GroupMessage(decoding: sent[item.message].bytes).tag
          if machines[reader]?.epochs.contains(where: { $0.keys.tag == tag }) == true {
            open(item.message, by: reader)
          } else {
            hold(item)
          }
          continue
        }
        if hasChanged, try take(content, item) { isProgress = true }
        if !hasChanged { hold(item) }
      }
    }
  }

  private mutating func open(_ number: Int, by reader: Int) {
    if var machine = machines[reader] {
      let before = machine.records
      do throws(MessagingError) {
        let opened = try machine.open(
          sent[number].bytes, now: Date(timeIntervalSince1970: time))
        check(number, reader, opened)
        if !sent[number].openedBy.insert(reader).inserted {
          faults.append("\(reader) opened message \(number) twice")
        }
        note("opened")
        keep(machine, reader)
      } catch {
        if machine.records != before { faults.append("a refused message changed the state") }
        note("not opened")
        if error == .group(.missingKey) || error == .group(.wrongEpoch) {
          hold(Item(from: sent[number].sender, to: reader, content: nil, message: number))
        }
      }
    }
    for (owner, machine) in stolen {
      var machine = machine
      if let opened = try? machine.open(sent[number].bytes, now: Date(timeIntervalSince1970: time)) {
        check(number, owner, opened)
      }
    }
  }

  private mutating func check(_ number: Int, _ reader: Int, _ opened: (sender: GroupMember, text: [UInt8])) {
    let message = sent[number]
    if !message.readers.contains(reader) { faults.append("\(reader) read message \(number)") }
    if opened.sender.peer != people[message.sender].peer || opened.text != message.text {
      faults.append("message \(number) is another one for \(reader)")
    }
  }

  /// Keeps a state as a store would, through the bytes of the records that changed.
  private mutating func keep(_ machine: GroupMachine, _ owner: Int) {
    var records: [GroupPart: SharedSecretBytes] = [:]
    for part in machine.parts {
      records[part] = machine.isChanged(part) ? nil : stored[owner]?[part]
      if records[part] == nil { records[part] = machine.record(of: part) }
    }
    guard let again = try? GroupMachine(records: records), again.records == machine.records else {
      return faults.append("a state is not read back")
    }
    stored[owner] = records
    let size = records.values.reduce(0) { $0 + $1.count }
    if size > 400_000 { faults.append("a state of \(size) bytes") }
    machines[owner] = again
  }

  private mutating func note(_ what: String) { counts[what, default: 0] += 1 }

  /// Lets everything arrive, and everybody give what others miss, until nothing changes.
  mutating func settle() throws {
    for _ in 0..<12 {
      let hadConverged = hasConverged
      while !network.isEmpty { try deliverOne(isLossy: false) }
      for actor in people.indices {
        guard var machine = machines[actor], machine.me != nil else { continue }
        // A message also takes out those who have said that they leave.
        try send(actor)
        machine = machines[actor] ?? machine
        for other in people.indices where other != actor {
          let request = GroupContent(machine.identifier, .request)
          if let received = try? machine.receive(
            request, from: people[other].peer, people[actor].means(at: time))
          {
            post(received.outgoing, from: actor)
          }
        }
        keep(machine, actor)
      }
      while !network.isEmpty { try deliverOne(isLossy: false) }
      if hadConverged && hasConverged { return }
    }
  }

  /// What each one has, for a failure to show.
  var report: String {
    machines.sorted { $0.key < $1.key }.map { index, machine in
      let head = machine.history.head
      let members = head.members.map { "\($0.address.name)@\($0.index)\($0.isAdmin ? "*" : "")" }
      return
        "p\(index): epoch \(head.epoch) \(Base64URL.encode(Array(head.head.prefix(4)))) base \(machine.history.base.epoch) "
        + "left \(machine.leftAt ?? 999) member \(machine.me != nil) keys \(machine.currentIndex != nil) waiting \(machine.history.waiting.count) \(members)"
    }.joined(separator: "\n")
  }

  /// Whether all who are in the group by the eldest member's account have the same state.
  var hasConverged: Bool {
    let heads = machines.filter { $0.value.me != nil }
    guard let any = heads.values.first?.history.head else { return false }
    let members = Set(any.members.compactMap { index(of: $0.peer) })
    return heads.allSatisfy { $0.value.history.head == any } && Set(heads.keys) == members
  }

  /// Has everybody say something in the end; whether all members read it.
  mutating func everybodyReads() throws -> Bool {
    let first = sent.count
    for actor in people.indices where machines[actor]?.me != nil { try send(actor) }
    for _ in 0..<3 {
      let messages = network.filter { $0.content == nil }
      network.removeAll { $0.content == nil }
      while !network.isEmpty { try deliverOne(isLossy: false) }
      network = messages
    }
    while !network.isEmpty { try deliverOne(isLossy: false) }
    return sent[first...].allSatisfy { $0.openedBy == $0.readers.subtracting([$0.sender]) }
  }
}
