import OmamoriCore
import OmamoriCrypto

extension GroupMachine {
  private static let version: UInt8 = 1

  /// The records that the state is kept in.
  var parts: [GroupPart] { GroupPart.all(of: epochs.lazy.map(\.head)) }

  /// All records.
  var records: [GroupPart: SharedSecretBytes] {
    Dictionary(uniqueKeysWithValues: parts.map { ($0, record(of: $0)) })
  }

  /// One of the records.
  func record(of part: GroupPart) -> SharedSecretBytes {
    switch part {
    case .main: return mainRecord
    case .past:
      var writer = GroupFieldWriter()
      history.encodePast(into: &writer)
      return writer.secret
    case .sending(let head):
      return epochs.first { $0.head == head }?.sendingRecord ?? GroupFieldWriter().secret
    case .receiving(let head):
      return epochs.first { $0.head == head }?.receivingRecord ?? GroupFieldWriter().secret
    }
  }

  private var mainRecord: SharedSecretBytes {
    var writer = GroupFieldWriter()
    writer.write(Self.version)
    writer.write(UInt32(epochs.count))
    for epoch in epochs { writer.write(raw: epoch.head) }
    Self.write(own, into: &writer)
    writer.write(UInt8(leftAt == nil ? 0 : 1))
    if let leftAt { writer.write(leftAt) }
    writer.write(excludedAfter ?? [])
    history.encode(into: &writer)
    for epoch in epochs { epoch.encode(into: &writer) }
    writer.write(UInt32(retired.count))
    for digest in retired { writer.write(raw: digest) }
    writer.write(UInt32(intents.count))
    for digest in intents { writer.write(raw: digest) }
    writer.write(UInt32(leaves.count))
    for leave in leaves {
      writer.write(leave.index)
      leave.statement.encode(into: &writer)
    }
    writer.write(UInt32(pending.count))
    for entry in pending {
      Self.write(entry.from, into: &writer)
      entry.distribution.encode(into: &writer)
    }
    return writer.secret
  }

  /// The records that belong to a main one.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  static func parts(of main: SharedSecretBytes) throws(MessagingError) -> [GroupPart] {
    var reader = GroupFieldReader(main, .storage(.damaged))
    return GroupPart.all(of: try heads(from: &reader))
  }

  private static func heads(from reader: inout GroupFieldReader) throws(MessagingError) -> [[UInt8]] {
    guard try reader.number(UInt8.self) == version else { throw .storage(.damaged) }
    var heads: [[UInt8]] = []
    for _ in 0..<(try reader.count(limit: GroupLimits.retiredEpochs + 1)) { heads.append(try reader.raw(32)) }
    return heads
  }

  /// Reads a kept state.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  init(records: [GroupPart: SharedSecretBytes]) throws(MessagingError) {
    do throws(MessagingError) { self = try Self.read(records) } catch { throw .storage(.damaged) }
  }

  private static func read(_ records: [GroupPart: SharedSecretBytes]) throws(MessagingError) -> GroupMachine {
    guard let main = records[.main], let past = records[.past],
      records.values.allSatisfy({ $0.count <= GroupLimits.record })
    else { throw .storage(.damaged) }
    var (reader, pastReader) = (GroupFieldReader(main), GroupFieldReader(past))
    let heads = try heads(from: &reader)
    let own = try peer(from: &reader)
    let leftAt: UInt16? = try reader.flag() ? try reader.number() : nil
    let excludedAfter = try reader.bytes(limit: 32)
    var machine = GroupMachine(own: own, history: try GroupHistory(from: &reader, past: &pastReader))
    try pastReader.finish()
    machine.leftAt = leftAt
    machine.excludedAfter = excludedAfter.isEmpty ? nil : excludedAfter
    let group = machine.identifier.bytes
    for head in heads {
      machine.epochs.append(try GroupEpoch(from: &reader, group: group, head: head, records))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.changes + GroupLimits.window)) {
      machine.retired.append(try reader.raw(32))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.window)) { machine.intents.append(try reader.raw(32)) }
    for _ in 0..<(try reader.count(limit: GroupLimits.members)) {
      machine.leaves.append(
        GroupLeave(
          group: group, index: try reader.number(), statement: try GroupLeave.Statement(from: &reader)))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.pendingDistributions)) {
      machine.pending.append(
        Pending(from: try peer(from: &reader), distribution: try GroupDistribution(from: &reader)))
    }
    try reader.finish()
    machine.markKept()
    return machine
  }

  static func write(_ peer: Peer, into writer: inout GroupFieldWriter) {
    writer.write(peer.address.name)
    writer.write(peer.address.device)
    writer.write(raw: peer.signingKey)
  }

  static func peer(from reader: inout GroupFieldReader) throws(MessagingError) -> Peer {
    let name = try reader.text(limit: MessagingAddress.greatestNameLength)
    let address = try MessagingAddress(name: name, device: try reader.number())
    return Peer(address: address, signingKey: try reader.raw(GroupCipher.keySize))
  }
}
