import OmamoriCore
import OmamoriMessaging

/// An envelope that waits at a relay.
struct RelayedEnvelope: Sendable {
  /// Its place among all that came for the account.
  let sequence: UInt64
  /// Who left it there, or `nil` for a sender that cannot be; only the envelope itself proves who wrote it.
  let sender: MessagingAddress?
  /// The sealed bytes.
  let bytes: [UInt8]

  /// Reads an entry of the relay's list.
  ///
  /// - Throws: ``ChatFault`` for what is no such entry.
  init(_ json: JSONValue) throws {
    // because what is no envelope is refused as a whole
    guard let number = json["sequence"]?.intValue, let sequence = UInt64(exactly: number), sequence > 0,
      let sender = json["sender"]?.stringValue, let text = json["envelope"]?.stringValue,
      let bytes = try? Base64URL.decode(text)
    else { throw ChatFault.notRelay }
    (self.sequence, self.bytes) = (sequence, bytes)
    // This tool has one device for each account: anybody can register another one under a name, and it would look the same.
    self.sender = MessagingAddress(relayText: sender).flatMap { $0.device == 1 ? $0 : nil }
  }
}
