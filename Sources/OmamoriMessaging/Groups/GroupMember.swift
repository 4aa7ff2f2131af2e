import OmamoriCore

/// A member of a group: one device of an account, with the key that proves its changes.
public struct GroupMember: Sendable, Hashable {
  /// The place in the group; given once and never again to another.
  let index: UInt16
  /// Where the member is reached.
  public let address: MessagingAddress
  /// The signing key of the member's identity, 32 bytes.
  public let signingKey: [UInt8]
  /// Whether the member may add, remove and rename.
  public let isAdmin: Bool

  init(index: UInt16, address: MessagingAddress, signingKey: [UInt8], isAdmin: Bool) {
    (self.index, self.address, self.signingKey, self.isAdmin) = (index, address, signingKey, isAdmin)
  }

  /// The same member as an administrator.
  var promoted: GroupMember {
    GroupMember(index: index, address: address, signingKey: signingKey, isAdmin: true)
  }

  /// Writes the fields.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(index)
    writer.write(address.name)
    writer.write(address.device)
    writer.write(raw: signingKey)
    writer.write(UInt8(isAdmin ? 1 : 0))
  }

  /// Reads the fields.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    index = try reader.number()
    let name = try reader.text(limit: MessagingAddress.greatestNameLength)
    address = try MessagingAddress(name: name, device: try reader.number())
    signingKey = try reader.bytes(GroupCipher.keySize)
    isAdmin = try reader.flag()
  }
}

/// Which group: the digest of the statement that created it, so that nobody can create another group of that name.
///
/// It appears in no message on the wire.
public struct GroupIdentifier: Sendable, Hashable {
  /// The size in bytes.
  public static let byteCount = 32

  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Takes the bytes of an identifier.
  ///
  /// - Parameter bytes: The 32 bytes.
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/invalid`` for another size.
  public init(bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count == Self.byteCount else { throw .group(.invalid) }
    self.bytes = bytes
  }
}

/// The bounds of groups, which hold for what is decoded, kept and made.
enum GroupLimits {
  /// The most members at a time.
  static let members = 256
  /// The most bytes of a group's name in UTF-8.
  static let nameLength = 256
  /// The most messages that one message may skip in a chain.
  static let jump = 2_000
  /// The most keys of skipped messages in a whole group; the oldest of who has most give way.
  static let skippedKeys = 2_000
  /// How long the key of a skipped message is kept, in seconds: 30 days.
  static let skippedAge: Double = 30 * 86_400
  /// The most epochs before the present one whose late messages are still opened.
  static let retiredEpochs = 4
  /// The most bytes of the changes that count, so that a welcome can carry them: some 450 changes.
  static let history = 128 << 10
  /// The same when the last one removes somebody, so that a full group can still do that.
  static let historyWithRemovals = 144 << 10
  /// How many epochs back a change that competes with another one is still considered.
  static let window = 32
  /// The most changes that are known at a time.
  static let changes = 128
  /// The most changes that wait for the one that they follow.
  static let waiting = 64
  /// The most distributions that wait for the change that began their epoch.
  static let pendingDistributions = 512
  /// The most bytes of a message of an application.
  static let plaintext = 64 << 10
  /// The most bytes of a message on the wire.
  static let message = plaintext + (8 << 10)
  /// The most bytes of what travels inside a conversation between two members.
  static let content = 1 << 18
  /// The most bytes of the stored state of a group.
  static let record = 8 << 20
}

/// A group as its records said when they were read or written.
struct GroupSnapshot: Sendable {
  var machine: GroupMachine
  var records: [GroupPart: SharedSecretBytes]
  /// The versions of the records that were read now.
  var versions: [GroupPart: UInt64]
}

/// The groups that an account used last, so that the same bytes are not decoded again.
///
/// It never stands in for the store: a step asks for the records that it uses, and uses what is remembered only where they
/// are the same. Safe to use from any thread.
final class GroupMemory: Sendable {
  private static let capacity = 64
  private let groups = Protected<[GroupIdentifier: GroupSnapshot]>([:])

  subscript(identifier: GroupIdentifier) -> GroupSnapshot? {
    get { groups.withLock { $0[identifier] } }
    set {
      groups.withLock { groups in
        if groups.count >= Self.capacity, groups[identifier] == nil { groups.removeAll() }
        groups[identifier] = newValue
      }
    }
  }

  /// The group that has an epoch with this tag, as far as it is remembered.
  func identifier(ofTag tag: [UInt8]) -> GroupIdentifier? {
    groups.withLock { groups in groups.first { $0.value.machine.hasEpoch(tagged: tag) }?.key }
  }
}
