import OmamoriCore
import OmamoriMessaging

/// A message on its way out: first as it was written, then sealed, until the relay has it.
struct OutboxEntry: Sendable {
  private static let version = 1
  private static let limits = JSONLimits(depth: 6, size: 2 << 20, values: 200)

  /// Names it at the relay, 16 bytes, so that it is taken once however often it is sent.
  let identifier: [UInt8]
  /// Who it is for; ourselves when it is for a group.
  let peer: MessagingAddress
  /// When it was written.
  let time: Date
  /// The group that it is for, or in which the peer missed something, until it is sealed.
  let group: GroupIdentifier?
  /// What it says; `nil` for what the conversation or the group itself says.
  let content: ChatContent?
  /// The sealed bytes, once there are any.
  var envelope: [UInt8]?
  /// Whether its line is in the history.
  var isInHistory = false

  /// Makes an entry.
  init(to peer: MessagingAddress, at time: Date, _ content: ChatContent?, envelope: [UInt8]? = nil) throws {
    self.init(
      try SystemRandomness().bytes(count: 16), to: peer, at: time, content, envelope: envelope)
  }

  /// Makes an entry with an identifier, 16 bytes.
  init(
    _ identifier: [UInt8], to peer: MessagingAddress, at time: Date, _ content: ChatContent?,
    envelope: [UInt8]? = nil, group: GroupIdentifier? = nil
  ) {
    (self.identifier, self.peer, self.group, self.time) = (identifier, peer, group, time)
    (self.content, self.envelope) = (content, envelope)
  }

  /// The line of the history that belongs to it.
  var line: HistoryEntry? { content.map { HistoryEntry(identifier, .sent, at: time, $0) } }

  /// Reads what ``encoded`` wrote.
  ///
  /// - Throws: `MessagingError` for anything else.
  init(decoding record: SharedSecretBytes) throws(MessagingError) {
    // because what is no entry is refused as a whole
    guard let json = try? StrictJSON.parse(record.plainCopy, limits: Self.limits),
      json["version"]?.intValue == Self.version, let text = json["id"]?.stringValue,
      let identifier = try? Base64URL.decode(text), identifier.count == 16,
      let address = json["peer"]?.stringValue, let peer = MessagingAddress(relayText: address),
      let time = json["time"]?.intValue
    else { throw .storage(.damaged) }
    (self.identifier, self.peer) = (identifier, peer)
    group = json["group"]?.stringValue.flatMap(GroupIdentifier.init(text:))
    self.time = Date(timeIntervalSince1970: Double(time) / 1000)
    content = json["content"].map { ChatContent($0) }
    // because an envelope that cannot be read was never sent
    envelope = json["envelope"]?.stringValue.flatMap { try? Base64URL.decode($0) }
    isInHistory = json["recorded"]?.boolValue ?? false
  }

  /// The entry as it is stored.
  var encoded: SharedSecretBytes {
    var object: JSONObject = [
      "version": .integer(Self.version), "id": .string(Base64URL.encode(identifier)),
      "peer": .string(peer.relayText), "time": .integer(Int64(time.timeIntervalSince1970 * 1000)),
      "recorded": .bool(isInHistory),
    ]
    if let group { object["group"] = .string(group.text) }
    if let content { object["content"] = content.json }
    if let envelope { object["envelope"] = .string(Base64URL.encode(envelope)) }
    return SharedSecretBytes(SecretBytes(copying: JSONValue.object(object).utf8()))
  }
}
