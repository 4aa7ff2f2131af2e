import OmamoriCore
import OmamoriCrypto

/// What members of a group tell each other inside their conversations.
///
///     version 1 ‖ group 32 ‖ kind 1 ‖ fields
struct GroupContent: Sendable {
  static let version: UInt8 = 1

  /// What is told.
  enum Kind: Sendable {
    /// A change, with the secret of its epoch when the receiver is a member after it.
    case change(GroupChange, SymmetricKey?)
    /// The sender's chain.
    case distribution(GroupDistribution)
    /// All changes from the creation on, for somebody who was added or has missed something.
    case welcome(GroupWelcome)
    /// Somebody leaves.
    case leave(GroupLeave)
    /// The sender has missed something and asks for the history and for the receiver's chain.
    case request
    /// The sender does not know the receiver as a member, and asks for what makes it one.
    case inquiry
    /// The sender knows all changes up to this digest, the receiver's present one, and they do not make it a member.
    case excluded(of: [UInt8])
  }

  /// The group.
  let group: [UInt8]
  /// What is told.
  let kind: Kind

  init(_ group: GroupIdentifier, _ kind: Kind) { (self.group, self.kind) = (group.bytes, kind) }

  /// Whether it may come before the change that makes its sender a member.
  var isOvertaking: Bool {
    switch kind {
    case .change, .distribution, .leave, .request: true
    case .welcome, .inquiry, .excluded: false
    }
  }

  /// Whether its sender believes that the receiver is a member, and waits for it.
  var asksForUs: Bool {
    switch kind {
    case .distribution, .request: true
    case .change, .welcome, .leave, .inquiry, .excluded: false
    }
  }

  /// The group that content belongs to, before the rest is read.
  ///
  /// - Throws: ``MessagingError/message(_:)``.
  static func group(of bytes: [UInt8]) throws(MessagingError) -> GroupIdentifier {
    guard let version = bytes.first else { throw .message(.malformed) }
    guard version == Self.version else { throw .message(.unsupported) }
    guard bytes.count >= 34 else { throw .message(.malformed) }
    return try GroupIdentifier(bytes: Array(bytes[1..<33]))
  }

  /// All fields; they hold keys.
  var encoded: SharedSecretBytes {
    var writer = GroupFieldWriter()
    writer.write(Self.version)
    writer.write(raw: group)
    switch kind {
    case .change(let change, let secret):
      writer.write(UInt8(1))
      writer.write(change.encoded)
      writer.write(UInt8(secret == nil ? 0 : 1))
      if let secret { writer.write(secret) }
    case .distribution(let distribution):
      writer.write(UInt8(2))
      distribution.encode(into: &writer)
    case .welcome(let welcome):
      writer.write(UInt8(3))
      welcome.encode(into: &writer)
    case .leave(let leave):
      writer.write(UInt8(4))
      writer.write(leave.index)
      leave.statement.encode(into: &writer)
    case .request: writer.write(UInt8(5))
    case .inquiry: writer.write(UInt8(6))
    case .excluded(let head):
      writer.write(UInt8(7))
      writer.write(raw: head)
    }
    return writer.secret
  }

  /// Reads content, and nothing after it.
  ///
  /// - Throws: ``MessagingError/message(_:)``, ``MessagingError/group(_:)``.
  init(decoding bytes: SharedSecretBytes) throws(MessagingError) {
    guard bytes.count <= GroupLimits.content else { throw .message(.tooLarge) }
    var reader = ByteReader(bytes.bytes, .message(.malformed))
    guard try reader.number(UInt8.self) == Self.version else { throw .message(.unsupported) }
    group = try reader.bytes(32)
    switch try reader.number(UInt8.self) {
    case 1:
      let change = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
      kind = .change(change, try reader.flag() ? try reader.key() : nil)
    case 2: kind = .distribution(try GroupDistribution(from: &reader))
    case 3: kind = .welcome(try GroupWelcome(from: &reader))
    case 4:
      kind = .leave(
        GroupLeave(
          group: group, index: try reader.number(), statement: try GroupLeave.Statement(from: &reader)))
    case 5: kind = .request
    case 6: kind = .inquiry
    case 7: kind = .excluded(of: try reader.bytes(32))
    default: throw .message(.unsupported)
    }
    try reader.end()
  }
}

/// A record of a group: each step writes those that it changed.
enum GroupPart: Sendable, Hashable {
  /// The changes, the secrets of the epochs, and what waits.
  case main
  /// The creation and the changes that are settled.
  case past
  /// The own chain of the epoch that a change began, and who has it.
  case sending([UInt8])
  /// The chains of others in the epoch that a change began.
  case receiving([UInt8])

  /// The name of the record.
  func name(in group: GroupIdentifier) -> RecordName {
    switch self {
    case .main: RecordName(.group, key: group.bytes)
    case .past: RecordName(.group, key: [3] + group.bytes)
    case .sending(let head): RecordName(.group, key: [4] + group.bytes + head)
    case .receiving(let head): RecordName(.group, key: [5] + group.bytes + head)
    }
  }

  /// Whether a name is that of a part of a group.
  static func isName(_ name: RecordName, of group: GroupIdentifier) -> Bool {
    name.key == group.bytes
      || (3...5).contains(name.key.first ?? 0) && name.key.dropFirst().starts(with: group.bytes)
  }

  /// All parts of a group with these epochs.
  static func all(of heads: some Sequence<[UInt8]>) -> [GroupPart] {
    [.main, .past] + heads.flatMap { [.sending($0), .receiving($0)] }
  }
}

/// A message of a group as it goes over the wire: nothing of it names the group, the epoch or the sender.
///
///     version 1 ‖ tag 16 ‖ nonce 12 ‖ sealed header 22 ‖ sealed body ‖ signature 64
///
/// The header holds the sender's place and the message's number, sealed with the header key of the epoch; the tag tells
/// members which epoch it is, and changes with it.
struct GroupMessage: Sendable, Hashable {
  static let version: UInt8 = 1
  static let tagSize = 16
  private static let headerSize = 6 + GroupCipher.tagSize
  private static let bodyStart = 1 + tagSize + GroupCipher.nonceSize + headerSize
  /// What a message has more than its padded text.
  static let overhead = bodyStart + GroupCipher.tagSize + GroupCipher.signatureSize

  /// What members recognise the epoch by.
  let tag: [UInt8]
  /// The nonce of header and body, which have different keys.
  let nonce: [UInt8]
  let header: [UInt8]
  let body: [UInt8]
  let signature: [UInt8]

  /// What is in the header.
  struct Header: Sendable, Hashable {
    /// The sender's place.
    let sender: UInt16
    /// The message's number.
    let counter: UInt32

    /// The six bytes.
    var bytes: [UInt8] { GroupFieldWriter.bytes(of: sender) + GroupFieldWriter.bytes(of: counter) }
  }

  /// Reads a message.
  ///
  /// - Throws: ``MessagingError/message(_:)``.
  init(decoding bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count <= GroupLimits.message else { throw .message(.tooLarge) }
    guard let version = bytes.first else { throw .message(.malformed) }
    guard version == Self.version else { throw .message(.unsupported) }
    guard bytes.count > Self.overhead else { throw .message(.malformed) }
    let nonceStart = 1 + Self.tagSize
    let headerStart = nonceStart + GroupCipher.nonceSize
    tag = Array(bytes[1..<nonceStart])
    nonce = Array(bytes[nonceStart..<headerStart])
    header = Array(bytes[headerStart..<Self.bodyStart])
    body = Array(bytes[Self.bodyStart..<(bytes.count - GroupCipher.signatureSize)])
    signature = Array(bytes.suffix(GroupCipher.signatureSize))
  }

  /// Seals and signs a message of an epoch.
  ///
  /// - Throws: ``MessagingError/cryptography(_:)``.
  init(
    _ padded: [UInt8],
    _ keys: GroupEpochKeys,
    _ sent: Header,
    key: SymmetricKey,
    nonce: [UInt8],
    sign: ([UInt8]) throws(MessagingError) -> [UInt8]
  ) throws(MessagingError) {
    (tag, self.nonce) = (keys.tag, nonce)
    let prefix = [Self.version] + keys.tag + nonce
    header = try GroupCipher.seal(sent.bytes, keys.headerKey, nonce, prefix + keys.context)
    body = try GroupCipher.seal(padded, key, nonce, keys.context + sent.bytes + prefix + header)
    signature = try sign(keys.context + sent.bytes + prefix + header + body)
  }

  /// The header, opened with the key of the epoch.
  ///
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/forged``.
  func opened(_ keys: GroupEpochKeys) throws(MessagingError) -> Header {
    let opened = try GroupCipher.open(header, keys.headerKey, nonce, prefix + keys.context)
    var reader = ByteReader(opened.rawSpan, .message(.malformed))
    return Header(sender: try reader.number(), counter: try reader.number())
  }

  /// Whether the signature belongs to the sender's chain, in this group and epoch.
  func isSigned(by verificationKey: [UInt8], _ keys: GroupEpochKeys, _ sent: Header) -> Bool {
    GroupCipher.verify(
      .messageSignature, keys.context + sent.bytes + prefix + header + body, signature, verificationKey)
  }

  /// The padded text.
  ///
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/forged``.
  func text(_ key: SymmetricKey, _ keys: GroupEpochKeys, _ sent: Header) throws(MessagingError) -> [UInt8] {
    try GroupCipher.open(body, key, nonce, keys.context + sent.bytes + prefix + header)
  }

  /// The bytes on the wire.
  var encoded: [UInt8] { prefix + header + body + signature }

  private var prefix: [UInt8] { [Self.version] + tag + nonce }
}
