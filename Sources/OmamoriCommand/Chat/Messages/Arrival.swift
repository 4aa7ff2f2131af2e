#if !canImport(Darwin)
import OmamoriCore
import OmamoriMessaging

/// A message that was opened and is on its way into the history.
///
/// A value; safe to share between threads.
struct Arrival: Sendable {
  private static let limits = JSONLimits(depth: 8, size: 2 << 20, values: 200)

  /// Who sent it.
  let peer: String
  /// The line of the history.
  let line: HistoryEntry

  /// What a conversation delivered.
  init(_ message: ReceivedMessage) {
    peer = message.sender.name
    line = HistoryEntry(
      message.identifier.bytes, .received, at: message.sentAt, isVerified: message.isVerified,
      ChatContent(decoding: message.body))
  }

  /// Reads what ``encoded`` wrote.
  init(decoding record: SharedSecretBytes) throws(MessagingError) {
    // because what is no message is refused as a whole
    guard let json = try? StrictJSON.parse(record.plainCopy, limits: Self.limits),
      let peer = json["peer"]?.stringValue, let line = HistoryEntry(json["line"])
    else { throw .storage(.damaged) }
    (self.peer, self.line) = (peer, line)
  }

  /// The record to be stored.
  var encoded: SharedSecretBytes {
    let json: JSONValue = ["peer": .string(peer), "line": line.json]
    return SharedSecretBytes(SecretBytes(copying: json.utf8()))
  }
}
#endif
