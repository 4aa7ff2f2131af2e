import OmamoriCore

/// What is inside the encryption and the padding of a message.
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

/// What a conversation says to itself on the other side.
enum ControlMessage: UInt8, Sendable, CaseIterable {
  /// A new session was begun because messages could not be opened any more.
  case reset = 1

  /// The body of a message that says this.
  var body: [UInt8] { [rawValue] }

  init(body: [UInt8]) throws(MessagingError) {
    guard body.count == 1, let message = Self(rawValue: body[0]) else { throw .message(.unsupported) }
    self = message
  }
}

/// Names a message, for both sides alike; it travels inside the encryption.
public struct MessageIdentifier: Sendable, Hashable {
  /// The number of bytes.
  public static let byteCount = 16

  /// The bytes, 16 of them.
  public let bytes: [UInt8]

  /// Takes the bytes of an identifier, for example out of a history.
  ///
  /// - Parameter bytes: 16 bytes.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/malformed`` for another number of bytes.
  public init(_ bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count == Self.byteCount else { throw .message(.malformed) }
    self.bytes = bytes
  }

  /// Makes a new identifier.
  init(randomness: some Randomness) throws(MessagingError) {
    do throws(CoreError) {
      bytes = try randomness.bytes(count: Self.byteCount)
    } catch {
      throw .core(error)
    }
  }
}

/// What a message inside its padding is for.
public enum MessageKind: UInt8, Sendable, Hashable, CaseIterable {
  /// It belongs to the application, which alone knows what the bytes mean.
  case application = 1
  /// It carries keys of a group.
  case group = 2
  /// It belongs to the conversation itself; there is nothing to show.
  case control = 3
}

/// Times as messages and records hold them: milliseconds since 1970, never before it.
enum MessageTime {
  /// The greatest time that is read: the end of the year 9999.
  static let greatest: UInt64 = 253_402_300_799_999

  /// The milliseconds of a date; dates beyond the range count as its ends.
  static func milliseconds(_ date: Date) -> UInt64 {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
    guard milliseconds > 0 else { return 0 }
    return milliseconds < Double(greatest) ? UInt64(milliseconds) : greatest
  }

  /// The date of so many milliseconds.
  static func date(_ milliseconds: UInt64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
