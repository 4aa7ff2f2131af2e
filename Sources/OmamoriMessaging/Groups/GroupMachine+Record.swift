import OmamoriCore
import OmamoriCrypto

extension GroupMachine {
  private static let version: UInt8 = 1

  /// The state as it is kept.
  var record: SharedSecretBytes {
    var writer = GroupFieldWriter()
    writer.write(Self.version)
    Self.write(own, into: &writer)
    writer.write(UInt8(leftAt == nil ? 0 : 1))
    if let leftAt { writer.write(leftAt) }
    writer.write(excludedAfter ?? [])
    var past = GroupFieldWriter()
    history.encodePast(into: &past)
    writer.write(past.plain)
    history.encode(into: &writer)
    writer.write(UInt32(epochs.count))
    for epoch in epochs { epoch.encode(into: &writer) }
    writer.write(UInt32(intents.count))
    for digest in intents { writer.write(raw: digest) }
    writer.write(UInt32(leaves.count))
    for leave in leaves {
      writer.write(leave.index)
      writer.write(raw: leave.signature)
    }
    writer.write(UInt32(pending.count))
    for entry in pending {
      Self.write(entry.from, into: &writer)
      entry.distribution.encode(into: &writer)
    }
    return writer.secret
  }

  /// Reads a kept state.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  init(record: SharedSecretBytes) throws(MessagingError) {
    do throws(MessagingError) { self = try Self.read(record) } catch { throw .storage(.damaged) }
  }

  private static func read(_ record: SharedSecretBytes) throws(MessagingError) -> GroupMachine {
    guard record.count <= GroupLimits.record else { throw .storage(.damaged) }
    var reader = GroupFieldReader(record)
    guard try reader.number(UInt8.self) == version else { throw .storage(.damaged) }
    let own = try peer(from: &reader)
    let leftAt: UInt16? = try reader.flag() ? try reader.number() : nil
    let excludedAfter = try reader.bytes(limit: 32)
    var past = GroupFieldReader(try reader.bytes(limit: GroupLimits.record))
    var machine = GroupMachine(own: own, history: try GroupHistory(from: &reader, past: &past))
    try past.finish()
    machine.leftAt = leftAt
    machine.excludedAfter = excludedAfter.isEmpty ? nil : excludedAfter
    let group = machine.identifier.bytes
    for _ in 0..<(try reader.count(limit: GroupLimits.retiredEpochs + 1)) {
      machine.epochs.append(try GroupEpoch(from: &reader, group: group))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.window)) { machine.intents.append(try reader.raw(32)) }
    for _ in 0..<(try reader.count(limit: GroupLimits.members)) {
      machine.leaves.append(
        GroupLeave(
          group: group, index: try reader.number(), signature: try reader.raw(GroupCipher.signatureSize)))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.pendingDistributions)) {
      machine.pending.append(
        Pending(from: try peer(from: &reader), distribution: try GroupDistribution(from: &reader)))
    }
    try reader.finish()
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
