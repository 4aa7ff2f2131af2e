import OmamoriCore
import OmamoriMessaging

/// The records of an account that belong to a step of a group: what has to go out, and lines of its history.
///
/// They are committed with the step, so that a crash neither loses nor repeats any of it. A value; safe to share between
/// threads.
struct GroupRecords: Sendable {
  /// The first free number of the outbox.
  let number: UInt64
  /// When the step is made.
  let date: Date

  /// The records of what came of a step.
  ///
  /// - Parameters:
  ///   - update: What came of it.
  ///   - note: What we did ourselves.
  ///   - sealed: A message that we sealed.
  ///   - isRetried: Whether members that cannot be reached are tried again later.
  /// - Returns: The changes of records.
  /// - Throws: `MessagingError`.
  func changes(
    _ update: GroupUpdate, note: GroupNote? = nil, sealed: SealedGroupMessage? = nil, isRetried: Bool = true
  ) throws(MessagingError) -> [RecordChange] {
    let group = update.group
    var entries = try update.deliveries.map { delivery throws(MessagingError) in
      try entry(to: delivery.address, envelope: delivery.envelope)
    }
    if let sealed {
      let envelope = GroupParcel.envelope(of: sealed.message)
      for address in sealed.recipients where !update.unreachable.contains(address) {
        entries.append(try entry(to: address, envelope: envelope))
      }
    }
    if isRetried {
      for address in update.unreachable { entries.append(try entry(to: address, group: group)) }
    }
    var lines: [Arrival] = []
    if let note { lines.append(Arrival(try line(.sent, nil, .note(note)), in: group)) }
    for event in update.events {
      guard let note = GroupNote(event) else { continue }
      lines.append(Arrival(try line(.received, nil, .note(note)), in: group))
    }
    for message in update.messages { lines.append(try arrival(message)) }
    let outgoing = entries.enumerated().map { index, entry in
      RecordChange(ChatRecord.outbox(number + UInt64(index)), expectedVersion: 0, bytes: entry.encoded)
    }
    return outgoing + lines.enumerated().map { index, arrival in arrival.change(index) }
  }

  /// The line of a message that was opened.
  ///
  /// - Throws: `MessagingError`.
  func arrival(_ message: OpenedGroupMessage) throws(MessagingError) -> Arrival {
    let content = ChatContent(decoding: message.bytes)
    return Arrival(try line(.received, message.sender.name, content), in: message.group)
  }

  private func line(
    _ direction: HistoryEntry.Direction, _ sender: String?, _ content: ChatContent
  ) throws(MessagingError) -> HistoryEntry {
    HistoryEntry(
      try Self.identifier(), direction, at: date, isVerified: sender == nil, sender: sender, content)
  }

  private func entry(
    to address: MessagingAddress, envelope: [UInt8]? = nil, group: GroupIdentifier? = nil
  ) throws(MessagingError) -> OutboxEntry {
    OutboxEntry(try Self.identifier(), to: address, at: date, nil, envelope: envelope, group: group)
  }

  private static func identifier() throws(MessagingError) -> [UInt8] {
    do { return try SystemRandomness().bytes(count: 16) } catch { throw .core(error) }
  }
}
