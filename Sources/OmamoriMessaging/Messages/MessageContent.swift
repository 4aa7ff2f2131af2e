import OmamoriCore

/// What is inside the encryption and the padding of a message.
///
/// A value; safe to share between threads.
struct MessageContent: Sendable, Hashable {
  /// The most bytes of a body.
  static let greatestBodyByteCount = 1 << 18
  /// The bytes before the body: the kind, the identifier and the time.
  static let prefixByteCount = 1 + MessageIdentifier.byteCount + 8

  /// What it is for.
  let kind: MessageKind
  /// Names the message.
  let identifier: MessageIdentifier
  /// When it was sent by the sender's clock, in milliseconds since 1970.
  let milliseconds: UInt64
  /// The bytes of the application, of the group or of the conversation.
  let body: [UInt8]

  init(
    _ kind: MessageKind, identifier: MessageIdentifier, sentAt date: Date, body: [UInt8]
  ) throws(MessagingError) {
    guard body.count <= Self.greatestBodyByteCount else { throw .message(.tooLarge) }
    self.kind = kind
    self.identifier = identifier
    milliseconds = MessageTime.milliseconds(date)
    self.body = body
  }

  /// Reads what ``encoded`` wrote; there is one spelling for each content.
  init(decoding bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count <= Self.prefixByteCount + Self.greatestBodyByteCount else { throw .message(.tooLarge) }
    var reader = ByteReader(bytes.rawSpan) { _, _ in MessagingError.message(.malformed) }
    guard let kind = MessageKind(rawValue: try reader.number(UInt8.self)) else {
      throw .message(.unsupported)
    }
    self.kind = kind
    identifier = try MessageIdentifier(reader.bytes(MessageIdentifier.byteCount))
    milliseconds = try reader.number(UInt64.self)
    guard milliseconds <= MessageTime.greatest else { throw .message(.malformed) }
    body = reader.rest()
  }

  /// The bytes to be padded and sealed.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.prefixByteCount + body.count)
    bytes.append(kind.rawValue)
    bytes += identifier.bytes
    bytes.append(bigEndian: milliseconds)
    bytes += body
    return bytes
  }
}
