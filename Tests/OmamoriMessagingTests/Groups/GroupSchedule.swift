import Foundation
import OmamoriCore

@testable import OmamoriMessaging

/// Five people with one group, as applications use it: everything that a step gives is recorded with the step, and taken
/// from the records after a crash.
struct GroupSchedule {
  /// Something under way.
  private struct Item {
    let from: Int
    let to: Int
    /// An envelope of the conversation of both, or a message of the group.
    let isMessage: Bool
    let bytes: [UInt8]
  }

  /// What an application keeps: the first byte of the key says what it is.
  private enum Kind: UInt8 {
    /// What has to be delivered: to whom, whether it is a message, and its bytes.
    case outbox = 1
    /// Content of a group that a conversation opened: from whom, and its bytes.
    case inbox = 2
    /// A message that was read: from whom, and its text.
    case history = 3
  }

  private let stores: [FailingStore]
  private var messengers: [Messenger]
  private let identifier: GroupIdentifier
  private var network: [Item] = []
  private var chance: ModelChance
  private let serial = Protected(UInt64(0))
  /// Who said what, and who may read it.
  private var said: [[UInt8]: (sender: Int, readers: Set<Int>)] = [:]
  private(set) var faults: [String] = []
  private(set) var crashCount = 0
  private(set) var openedCount = 0

  init(seed: UInt64, people count: Int) async throws {
    chance = ModelChance(seed: seed)
    var (stores, messengers): ([FailingStore], [Messenger]) = ([], [])
    for number in 0..<count {
      let store = FailingStore()
      stores.append(store)
      messengers.append(
        try await Messenger.create(as: MessagingAddress(name: "g\(number)"), in: store, suites: [.x25519]))
    }
    for first in 0..<count {
      for second in first + 1..<count {
        let publication = try await messengers[second].publication(oneTimeKeys: 1)
        let bundle = try KeyBundle(
          signedPart: publication.signedPart, oneTimeKey: publication.oneTimeKeys[0].bytes)
        let (there, back) = (
          messengers[first].conversation(with: messengers[second].address),
          messengers[second].conversation(with: messengers[first].address)
        )
        try await there.start(with: bundle)
        _ = try await back.open(try await there.seal([1]))
        _ = try await there.open(try await back.seal([2]))
      }
    }
    let (group, update) = try await messengers[0].createGroup(with: messengers[1..<4].map(\.address))
    (self.stores, self.messengers, identifier) = (stores, messengers, group.identifier)
    for delivery in update.deliveries {
      network.append(
        Item(from: 0, to: Self.index(of: delivery.address), isMessage: false, bytes: delivery.envelope))
    }
  }

  private static func index(of address: MessagingAddress) -> Int { Int(address.name.dropFirst()) ?? 0 }

  // MARK: - Steps

  /// Does something at random.
  mutating func step() async throws {
    let (actor, other) = (chance.below(stores.count), chance.below(stores.count))
    let address = messengers[other].address
    switch chance.below(24) {
    case 0: try await act(actor) { try await $0.add(address, isAdmin: $1, recording: $2) }
    case 1 where other != actor: try await act(actor) { try await $0.remove(address, recording: $2) }
    case 2: try await act(actor) { try await $0.rename("name \($1)", recording: $2) }
    case 3 where chance.happens(150): try await act(actor) { try await $0.leave(recording: $2) }
    case 4...8: try await say(actor)
    default:
      guard !network.isEmpty else { return }
      try await deliver(at: chance.below(network.count))
    }
  }

  private typealias Recording = @Sendable (GroupUpdate) throws(MessagingError) -> [RecordChange]

  /// Makes a step that may be refused, and may crash.
  private mutating func act(
    _ actor: Int,
    _ body: (Group, Bool, @escaping Recording) async throws -> GroupUpdate
  ) async throws {
    guard let group = try await messengers[actor].group(identifier) else { return }
    let isSo = chance.happens(500)
    try await attempt(actor) { recording in _ = try await body(group, isSo, recording) }
  }

  private mutating func say(_ actor: Int) async throws {
    guard let group = try await messengers[actor].group(identifier) else { return }
    let text = Array("\(actor) says \(serial.current)".utf8)
    let (count, next) = (stores.count, serial)
    try await attempt(actor) { recording in
      _ = try await group.seal(text) { sealed throws(MessagingError) in
        var changes = try recording(sealed.update)
        // To everybody, also to those who are not in the group.
        for to in 0..<count where to != actor {
          changes.append(Self.record(.outbox, next, [UInt8(to), 1] + sealed.message))
        }
        let readers = sealed.recipients.map { UInt8(Self.index(of: $0)) }
        return changes + [Self.record(.history, next, [UInt8(actor), 1] + readers + [0xFF] + text)]
      }
    }
  }

  /// Runs a step over a store that may fail before or after any commit; after a failure the account is opened again.
  ///
  /// - Returns: Whether it failed.
  @discardableResult
  private mutating func attempt(
    _ actor: Int,
    _ body: (@escaping Recording) async throws -> Void
  ) async throws -> Bool {
    let (next, count) = (serial, crashCount)
    switch chance.below(6) {
    case 0: stores[actor].fail(.before(.system(code: 5)))
    case 1: stores[actor].fail(.after(.system(code: 5)))
    case 2: stores[actor].fail(.pass, .after(.system(code: 5)))
    default: stores[actor].fail()
    }
    do {
      try await body { update throws(MessagingError) in
        update.deliveries.map {
          Self.record(.outbox, next, [UInt8(Self.index(of: $0.address)), 0] + $0.envelope)
        }
          + update.messages.map {
            Self.record(.history, next, [UInt8(Self.index(of: $0.sender)), 0] + $0.bytes)
          }
      }
    } catch let error as MessagingError {
      if error == .system(code: 5) {
        crashCount += 1
        messengers[actor] = try await Messenger.open(in: stores[actor])
      }
    }
    stores[actor].fail()
    try await flush(actor)
    return crashCount > count
  }

  private static func record(_ kind: Kind, _ serial: Protected<UInt64>, _ bytes: [UInt8]) -> RecordChange {
    let number = serial.withLock { serial -> UInt64 in
      serial += 1
      return serial
    }
    return RecordChange(
      RecordName(.application, key: [kind.rawValue] + GroupFieldWriter.bytes(of: number)), expectedVersion: 0,
      bytes: SharedSecretBytes(SecretBytes(copying: bytes)))
  }

  private func records(_ kind: Kind, of actor: Int) async throws -> [(RecordChange, [UInt8])] {
    var records: [(RecordChange, [UInt8])] = []
    for name in try await stores[actor].names(of: .application) where name.key.first == kind.rawValue {
      guard let record = try await stores[actor].record(name) else { continue }
      records.append(
        (RecordChange(name, expectedVersion: record.version, bytes: nil), record.bytes.testBytes))
    }
    return records.sorted { $0.0.name.key.lexicographicallyPrecedes($1.0.name.key) }
  }

  /// Sends what is in the outbox, and takes content that was opened before a crash.
  private mutating func flush(_ actor: Int) async throws {
    for (removal, bytes) in try await records(.outbox, of: actor) {
      network.append(
        Item(from: actor, to: Int(bytes[0]), isMessage: bytes[1] == 1, bytes: Array(bytes.dropFirst(2))))
      try await stores[actor].commit([removal])
    }
    for (removal, bytes) in try await records(.inbox, of: actor) {
      let (messenger, sender) = (messengers[actor], messengers[Int(bytes[0])].address)
      do {
        try await take(actor, removal, messenger, Array(bytes.dropFirst()), from: sender)
      } catch is MessagingError {
        // What is refused for good is dropped.
        try await stores[actor].commit([removal])
      }
    }
  }

  private mutating func take(
    _ actor: Int, _ removal: RecordChange, _ messenger: Messenger, _ content: [UInt8],
    from sender: MessagingAddress
  ) async throws {
    let next = serial
    let (_, update) = try await messenger.receive(content, from: sender) { update throws(MessagingError) in
      [removal]
        + update.messages.map {
          Self.record(.history, next, [UInt8(Self.index(of: $0.sender)), 0] + $0.bytes)
        }
    }
    for delivery in update.deliveries {
      network.append(
        Item(from: actor, to: Self.index(of: delivery.address), isMessage: false, bytes: delivery.envelope))
    }
  }

  private mutating func deliver(at place: Int) async throws {
    let item = network[place]
    if !chance.happens(80) { network.remove(at: place) }
    if chance.happens(item.isMessage ? 80 : 20) { return }
    let (messenger, sender, next) = (messengers[item.to], messengers[item.from].address, serial)
    let isCrashed = try await attempt(item.to) { _ in
      if item.isMessage {
        _ = try await messenger.openGroupMessage(item.bytes, from: sender) { opened throws(MessagingError) in
          [Self.record(.history, next, [UInt8(Self.index(of: opened.sender)), 0] + opened.bytes)]
        }
      } else {
        _ = try await messenger.conversation(with: sender).open(item.bytes) {
          message throws(MessagingError) in
          [Self.record(.inbox, next, [UInt8(item.from)] + message.body)]
        }
      }
    }
    // A relay gives again what nobody acknowledged.
    if isCrashed { network.append(item) }
  }

  // MARK: - The end

  /// Lets everything arrive, and everybody ask everybody for what is missing.
  mutating func settle() async throws {
    for _ in 0..<6 {
      try await drain()
      for actor in stores.indices {
        guard let group = try await messengers[actor].group(identifier) else { continue }
        for other in stores.indices where other != actor {
          let address = messengers[other].address
          if let update = try? await group.request(from: address) { post(update, from: actor) }
          if let update = try? await group.resend(to: address) { post(update, from: actor) }
        }
      }
    }
    try await drain()
  }

  private mutating func post(_ update: GroupUpdate, from actor: Int) {
    for delivery in update.deliveries {
      network.append(
        Item(from: actor, to: Self.index(of: delivery.address), isMessage: false, bytes: delivery.envelope))
    }
  }

  private mutating func drain() async throws {
    for _ in 0..<20_000 {
      guard !network.isEmpty else { return }
      let item = network.remove(at: chance.below(network.count))
      let (messenger, sender, next) = (messengers[item.to], messengers[item.from].address, serial)
      do throws(MessagingError) {
        if item.isMessage {
          _ = try await messenger.openGroupMessage(item.bytes, from: sender) {
            opened throws(MessagingError) in
            [Self.record(.history, next, [UInt8(Self.index(of: opened.sender)), 0] + opened.bytes)]
          }
        } else {
          _ = try await messenger.conversation(with: sender).open(item.bytes) {
            message throws(MessagingError) in
            [Self.record(.inbox, next, [UInt8(item.from)] + message.body)]
          }
        }
      } catch {}
      try await flush(item.to)
    }
    faults.append("the network never comes to rest")
  }

  /// Whose list of members differs, if anybody's does.
  func disagreement() async throws -> String? {
    var lists: [Int: Set<Int>] = [:]
    for actor in stores.indices {
      let members = try await messengers[actor].group(identifier)?.members() ?? []
      if !members.isEmpty { lists[actor] = Set(members.map { Self.index(of: $0.address) }) }
    }
    guard let any = lists.values.first else { return nil }
    return lists.values.allSatisfy { $0 == any } && Set(lists.keys) == any ? nil : "\(lists)"
  }

  /// How many members the group has.
  func memberCount() async throws -> Int {
    var count = 0
    for messenger in messengers {
      count = max(count, try await messenger.group(identifier)?.members().count ?? 0)
    }
    return count
  }

  /// The last words of members that another member cannot read; notes what was read twice or by others.
  mutating func unreadLastWords() async throws -> [String] {
    var last: [[UInt8]: Set<Int>] = [:]
    for actor in stores.indices {
      guard let group = try await messengers[actor].group(identifier), try await !group.members().isEmpty
      else {
        continue
      }
      let text = Array("last words of \(actor)".utf8)
      let sealed = try await group.seal(text)
      post(sealed.update, from: actor)
      last[text] = Set(sealed.recipients.map { Self.index(of: $0) })
      for to in stores.indices where to != actor {
        network.append(Item(from: actor, to: to, isMessage: true, bytes: sealed.message))
      }
    }
    try await drain()
    try await checkHistories(last)
    var unread: [String] = []
    for (text, readers) in last {
      for reader in readers {
        let lines = try await records(.history, of: reader).map(\.1)
        if !lines.contains(where: { $0.dropFirst(2).elementsEqual(text) }) {
          unread.append("\(reader): \(String(decoding: text, as: UTF8.self))")
        }
      }
    }
    return unread
  }

  private mutating func checkHistories(_ last: [[UInt8]: Set<Int>]) async throws {
    var readers = last
    for actor in stores.indices {
      for line in try await records(.history, of: actor).map(\.1) where line[1] == 1 {
        guard let end = line.firstIndex(of: 0xFF) else { continue }
        readers[Array(line[(end + 1)...])] = Set(line[2..<end].map(Int.init))
      }
    }
    for actor in stores.indices {
      var seen: Set<[UInt8]> = []
      for line in try await records(.history, of: actor).map(\.1) where line[1] == 0 {
        let text = Array(line.dropFirst(2))
        let words = String(decoding: text, as: UTF8.self)
        if !seen.insert(text).inserted { faults.append("\(actor) read twice: \(words)") }
        if readers[text]?.contains(actor) != true {
          faults.append("\(actor) read what is not for it: \(words)")
        }
        let sender = words.hasPrefix("last") ? words.last : words.first
        if sender.flatMap({ Int(String($0)) }) != Int(line[0]) { faults.append("another sender: \(words)") }
        openedCount += 1
      }
    }
  }
}
