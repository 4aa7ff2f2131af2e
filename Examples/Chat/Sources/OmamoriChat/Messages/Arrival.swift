import OmamoriCore
import OmamoriMessaging

/// A message that was opened and is on its way into the history.
struct Arrival: Sendable {
  private static let limits = JSONLimits(depth: 8, size: 2 << 20, values: 200)

  /// Who sent it, or the group in which it was said.
  let key: String
  /// Whose history it belongs to.
  let kind: ChatHistory.Kind
  /// The line of the history; of a group it is not known yet whether its sender is verified.
  let line: HistoryEntry

  /// What a conversation delivered.
  init(_ message: ReceivedMessage) {
    (key, kind) = (message.sender.name, .peers)
    line = HistoryEntry(
      message.identifier.bytes, .received, at: message.sentAt, isVerified: message.isVerified,
      ChatContent(decoding: message.body))
  }

  /// A line of a group.
  init(_ line: HistoryEntry, in group: GroupIdentifier) {
    (key, kind, self.line) = (group.text, .groups, line)
  }

  /// Reads what ``encoded`` wrote.
  init(decoding record: SharedSecretBytes) throws(MessagingError) {
    // because what is no message is refused as a whole
    guard let json = try? StrictJSON.parse(record.plainCopy, limits: Self.limits),
      let key = (json["peer"] ?? json["group"])?.stringValue, let line = HistoryEntry(json["line"])
    else { throw .storage(.damaged) }
    (self.key, self.line) = (key, line)
    kind = json["peer"] == nil ? .groups : .peers
  }

  /// The record to be stored.
  var encoded: SharedSecretBytes {
    let json: JSONValue = [kind == .peers ? "peer" : "group": .string(key), "line": line.json]
    return SharedSecretBytes(SecretBytes(copying: json.utf8()))
  }

  /// The change that stores it; lower numbers of one step go first.
  func change(_ number: Int) -> RecordChange {
    let order = UInt32(truncatingIfNeeded: number)
    let place = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: order >> $0) }
    return RecordChange(
      ChatRecord.arrival(place + line.identifier), expectedVersion: 0, bytes: encoded)
  }
}
