import OmamoriCore
import OmamoriCrypto

/// What members of a group tell each other inside their conversations.
///
///     version 1 ‖ group 32 ‖ kind 1 ‖ fields
///
/// A value; safe to share between threads.
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
