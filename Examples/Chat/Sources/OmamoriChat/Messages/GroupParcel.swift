import OmamoriCore
import OmamoriMessaging

/// A message of a group as it lies at a relay: three bytes with which no envelope of a conversation begins, and the message.
///
/// Has no state; safe to use from any thread.
enum GroupParcel {
  /// The version of envelopes, the kind that they keep for groups, and the version of this.
  private static let prefix: [UInt8] = [Envelope.version, Envelope.Kind.group.rawValue, 1]

  /// The message as an envelope.
  static func envelope(of message: [UInt8]) -> [UInt8] { prefix + message }

  /// The message of an envelope; `nil` for one of a conversation.
  static func message(of envelope: [UInt8]) -> [UInt8]? {
    envelope.starts(with: prefix) ? Array(envelope.dropFirst(prefix.count)) : nil
  }
}

/// What came for a group inside a conversation, until the group has taken it.
struct PendingGroupContent: Sendable {
  private static let limits = JSONLimits(depth: 2, size: 1 << 20, values: 8)

  /// Who sent it.
  let sender: MessagingAddress
  /// What it is, for the module.
  let body: [UInt8]

  /// What a conversation delivered.
  init(_ message: ReceivedMessage) { (sender, body) = (message.sender, message.body) }

  /// Reads what ``encoded`` wrote.
  ///
  /// - Throws: `MessagingError` for anything else.
  init(decoding record: SharedSecretBytes) throws(MessagingError) {
    // because what is none is refused as a whole
    guard let json = try? StrictJSON.parse(record.plainCopy, limits: Self.limits),
      let sender = json["sender"]?.stringValue.flatMap(MessagingAddress.init(relayText:)),
      let text = json["body"]?.stringValue, let body = try? Base64URL.decode(text)
    else { throw .storage(.damaged) }
    (self.sender, self.body) = (sender, body)
  }

  /// The record to be stored.
  var encoded: SharedSecretBytes {
    let json: JSONValue = [
      "sender": .string(sender.relayText), "body": .string(Base64URL.encode(body)),
    ]
    return SharedSecretBytes(SecretBytes(copying: json.utf8()))
  }
}
