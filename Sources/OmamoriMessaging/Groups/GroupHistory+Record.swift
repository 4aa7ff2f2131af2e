import OmamoriCore
import OmamoriCrypto

extension GroupHistory {
  /// Writes all but the creation and the past.
  func encode(into writer: inout GroupFieldWriter) {
    base.encode(into: &writer)
    writer.write(optional: baseSecret)
    for list in [entries, waiting] {
      writer.write(UInt32(list.count))
      for entry in list {
        writer.write(entry.change.encoded)
        writer.write(optional: entry.secret)
      }
    }
  }

  /// Writes the creation and the past, which change seldom.
  func encodePast(into writer: inout GroupFieldWriter) {
    writer.write(creation.encoded)
    writer.write(UInt32(past.count))
    for change in past { writer.write(change.encoded) }
  }

  /// Reads what ``encode(into:)`` and ``encodePast(into:)`` wrote; the signatures were verified before that.
  ///
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``.
  init(
    from reader: inout GroupFieldReader,
    past pastReader: inout GroupFieldReader
  ) throws(MessagingError) {
    let creation = try GroupChange(decoding: try pastReader.bytes(limit: GroupLimits.content))
    var past: [GroupChange] = []
    for _ in 0..<(try pastReader.count(limit: GroupLimits.record / 200)) {
      past.append(try GroupChange(decoding: try pastReader.bytes(limit: GroupLimits.content)))
    }
    let base = try GroupState(from: &reader)
    guard creation.digest == base.identifier.bytes, (past.last ?? creation).digest == base.head else {
      throw .group(.invalid)
    }
    self.init(creation, past, base: base, secret: try reader.optionalKey())
    try readEntries(from: &reader)
  }

  private mutating func readEntries(from reader: inout GroupFieldReader) throws(MessagingError) {
    for _ in 0..<(try reader.count(limit: GroupLimits.changes)) {
      let change = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
      try takeVerified(Entry(change, try reader.optionalKey()))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.waiting)) {
      let change = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
      wait(for: Entry(change, try reader.optionalKey()))
    }
    let first = base.head
    settle()
    guard base.head == first else { throw .group(.invalid) }
  }

  /// The history up to the change that took somebody out, for that somebody; `nil` for who was not in it lately.
  func ending(for peer: GroupMachine.Peer) -> GroupHistory? {
    guard head.member(peer) == nil, let last = path.lastIndex(where: { $0.member(peer) != nil }) else {
      return nil
    }
    return upTo(path[last + 1].epoch)
  }
}
