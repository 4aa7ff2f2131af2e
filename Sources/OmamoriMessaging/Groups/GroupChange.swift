import OmamoriCore
import OmamoriCrypto

/// A signed change of a group, which follows the one before it by its digest and begins an epoch.
struct GroupChange: Sendable, Hashable {
  static let version: UInt8 = 1
  /// What a creation has in place of a group and of a change before it.
  static let nothing = [UInt8](repeating: 0, count: 32)

  /// The group; zeros for the creation, whose digest names the group.
  let group: [UInt8]
  /// The digest of the change before it; zeros for the creation.
  let parent: [UInt8]
  /// The number of the epoch that it begins; 0 for the creation.
  let epoch: UInt64
  /// The member who makes it.
  let author: UInt16
  /// What it does.
  let deed: GroupDeed
  /// What it says of the secret of its epoch, 32 bytes.
  let commitment: [UInt8]
  /// The digest of the state that it leads to, 32 bytes.
  let result: [UInt8]
  /// The author's signature, 64 bytes.
  let signature: [UInt8]

  /// Makes and signs a change.
  init(
    group: [UInt8],
    parent: [UInt8],
    epoch: UInt64,
    author: UInt16,
    deed: GroupDeed,
    secret: SymmetricKey,
    result: [UInt8],
    signingKey: Curve25519.Signing.PrivateKey
  ) throws(MessagingError) {
    (self.group, self.parent, self.epoch, self.author) = (group, parent, epoch, author)
    (self.deed, self.result) = (deed, result)
    commitment = Self.commitment(to: secret)
    let body = Self.body(group, parent, epoch, author, deed, commitment, result)
    signature = try GroupCipher.sign(.changeSignature, body, signingKey)
  }

  /// What a change says of the secret of its epoch.
  static func commitment(to secret: SymmetricKey) -> [UInt8] {
    GroupCipher.deriveBytes(secret, .commitment, [], count: 32)
  }

  /// What tells this change from all others; the signature is no part of it, since it has several spellings.
  var digest: [UInt8] { GroupCipher.digest(.change, body) }

  /// Whether the signature belongs to a key.
  func isSigned(by key: [UInt8]) -> Bool {
    GroupCipher.verify(.changeSignature, body, signature, key)
  }

  /// All fields.
  var encoded: [UInt8] { body + signature }

  /// Reads a change, and nothing after it.
  init(decoding bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count <= GroupLimits.content else { throw .message(.tooLarge) }
    var reader = ByteReader(bytes.rawSpan, .message(.malformed))
    guard try reader.number(UInt8.self) == Self.version else { throw .message(.unsupported) }
    group = try reader.bytes(32)
    parent = try reader.bytes(32)
    epoch = try reader.number()
    author = try reader.number()
    deed = try GroupDeed(from: &reader)
    commitment = try reader.bytes(32)
    result = try reader.bytes(32)
    signature = try reader.bytes(GroupCipher.signatureSize)
    try reader.end()
  }

  private var body: [UInt8] { Self.body(group, parent, epoch, author, deed, commitment, result) }

  private static func body(
    _ group: [UInt8],
    _ parent: [UInt8],
    _ epoch: UInt64,
    _ author: UInt16,
    _ deed: GroupDeed,
    _ commitment: [UInt8],
    _ result: [UInt8]
  ) -> [UInt8] {
    var writer = GroupFieldWriter()
    writer.write(version)
    writer.write(raw: group)
    writer.write(raw: parent)
    writer.write(epoch)
    writer.write(author)
    deed.encode(into: &writer)
    writer.write(raw: commitment)
    writer.write(raw: result)
    return writer.plain
  }
}

/// What a change does to a group.
enum GroupDeed: Sendable, Hashable {
  /// Creates the group; the first member is the creator.
  case create(seed: [UInt8], name: String, members: [GroupMember])
  /// Adds a member.
  case add(address: MessagingAddress, signingKey: [UInt8], isAdmin: Bool)
  /// Removes a member; with the statement of the member that it leaves, anybody may.
  case remove(index: UInt16, statement: GroupLeave.Statement?)
  /// Gives the group another name.
  case rename(String)

  /// Whether it takes out somebody who does not leave; such a change wins over one that does not.
  var isRemoval: Bool { if case .remove(_, nil) = self { true } else { false } }

  /// Writes the kind and the fields.
  func encode(into writer: inout GroupFieldWriter) {
    switch self {
    case .create(let seed, let name, let members):
      writer.write(UInt8(1))
      writer.write(raw: seed)
      writer.write(name)
      writer.write(UInt32(members.count))
      for member in members { member.encode(into: &writer) }
    case .add(let address, let signingKey, let isAdmin):
      writer.write(UInt8(2))
      writer.write(address.name)
      writer.write(address.device)
      writer.write(raw: signingKey)
      writer.write(UInt8(isAdmin ? 1 : 0))
    case .remove(let index, let statement):
      writer.write(UInt8(3))
      writer.write(index)
      writer.write(UInt8(statement == nil ? 0 : 1))
      statement?.encode(into: &writer)
    case .rename(let name):
      writer.write(UInt8(4))
      writer.write(name)
    }
  }

  /// Reads the kind and the fields.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    switch try reader.number(UInt8.self) {
    case 1:
      let seed = try reader.bytes(32)
      let name = try reader.text(limit: GroupLimits.nameLength)
      var members: [GroupMember] = []
      for _ in 0..<(try reader.count(limit: GroupLimits.members)) {
        members.append(try GroupMember(from: &reader))
      }
      self = .create(seed: seed, name: name, members: members)
    case 2:
      let name = try reader.text(limit: MessagingAddress.greatestNameLength)
      let address = try MessagingAddress(name: name, device: try reader.number())
      self = .add(
        address: address, signingKey: try reader.bytes(GroupCipher.keySize), isAdmin: try reader.flag())
    case 3:
      let index = try reader.number(UInt16.self)
      let hasStatement = try reader.flag()
      self = .remove(index: index, statement: hasStatement ? try GroupLeave.Statement(from: &reader) : nil)
    case 4: self = .rename(try reader.text(limit: GroupLimits.nameLength))
    default: throw .message(.unsupported)
    }
  }
}

/// A member's signed statement that it leaves; with it anybody may remove the member.
///
/// It counts only for a removal that begins an epoch after the one in which the member left, so that it changes nothing that
/// happened before, and only for one place: places are never given twice.
struct GroupLeave: Sendable, Hashable {
  /// What is signed besides the group and the place, and the signature.
  struct Statement: Sendable, Hashable {
    /// The number of the epoch in which the member left.
    let epoch: UInt64
    /// The member's signature, 64 bytes.
    let signature: [UInt8]

    init(epoch: UInt64, signature: [UInt8]) { (self.epoch, self.signature) = (epoch, signature) }

    /// Writes the fields.
    func encode(into writer: inout GroupFieldWriter) {
      writer.write(epoch)
      writer.write(raw: signature)
    }

    /// Reads the fields.
    init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
      epoch = try reader.number()
      signature = try reader.bytes(GroupCipher.signatureSize)
    }
  }

  /// The group.
  let group: [UInt8]
  /// The member's place.
  let index: UInt16
  let statement: Statement

  init(group: [UInt8], index: UInt16, statement: Statement) {
    (self.group, self.index, self.statement) = (group, index, statement)
  }

  /// Makes the statement.
  init(
    group: [UInt8],
    index: UInt16,
    epoch: UInt64,
    signingKey: Curve25519.Signing.PrivateKey
  ) throws(MessagingError) {
    let signature = try GroupCipher.sign(.leaveSignature, Self.body(group, index, epoch), signingKey)
    self.init(group: group, index: index, statement: Statement(epoch: epoch, signature: signature))
  }

  /// Whether the signature belongs to a key.
  func isSigned(by key: [UInt8]) -> Bool {
    GroupCipher.verify(
      .leaveSignature, Self.body(group, index, statement.epoch), statement.signature, key)
  }

  private static func body(_ group: [UInt8], _ index: UInt16, _ epoch: UInt64) -> [UInt8] {
    group + GroupFieldWriter.bytes(of: index) + GroupFieldWriter.bytes(of: epoch)
  }
}

/// What is kept of a group that was deleted, so that an old welcome does not bring it back.
struct DeletedGroup: Sendable, Hashable {
  /// Where we were a member, when we left with it.
  struct Place: Sendable, Hashable {
    let index: UInt16
    /// The number of the epoch in which we left.
    let epoch: UInt64
  }

  /// The place that others may still believe to be ours.
  var place: Place?
  /// The first place that was not given yet; who is added again has this or a later one.
  var nextIndex: UInt16 = 0
  /// Whether no invitation is taken.
  var refusesInvitations = false

  init() {}

  /// The name of its record.
  static func name(_ identifier: GroupIdentifier) -> RecordName {
    RecordName(.group, key: [2] + identifier.bytes)
  }

  /// The record.
  var record: SharedSecretBytes {
    var writer = GroupFieldWriter()
    writer.write(UInt8(refusesInvitations ? 1 : 0))
    writer.write(UInt8(place == nil ? 0 : 1))
    if let place {
      writer.write(place.index)
      writer.write(place.epoch)
    }
    writer.write(nextIndex)
    return writer.secret
  }

  /// Reads a record.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  init(record: SharedSecretBytes) throws(MessagingError) {
    var reader = ByteReader(record.bytes, .storage(.damaged))
    refusesInvitations = try reader.flag()
    place = try reader.flag() ? Place(index: try reader.number(), epoch: try reader.number()) : nil
    nextIndex = try reader.number()
    try reader.end()
  }

  /// Refuses a group that nobody invited us to again.
  ///
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notAllowed``, or with ``GroupFault/wrongEpoch`` for a welcome
  ///   from before.
  func admit(_ machine: GroupMachine) throws(MessagingError) {
    guard !refusesInvitations else { throw .group(.notAllowed) }
    guard let me = machine.me, me.index >= nextIndex else { throw .group(.wrongEpoch) }
  }
}

/// The history of a group as one member tells it to another: all changes from the creation on, so that nothing has to be
/// believed.
struct GroupWelcome: Sendable {
  /// The creation.
  let creation: GroupChange
  /// The secret of the first epoch, for who was in it.
  let secret: SymmetricKey?
  /// The changes, each after the one that it follows.
  let changes: [GroupHistory.Entry]

  /// Tells what a member knows, with the secrets of the epochs in which the receiver is a member.
  init(_ history: GroupHistory, for peer: GroupMachine.Peer) {
    creation = history.creation
    func secret(of digest: [UInt8]) -> SymmetricKey? {
      history.state(digest)?.member(peer) == nil ? nil : history.secret(of: digest)
    }
    self.secret = secret(of: creation.digest)
    changes =
      history.past.map { GroupHistory.Entry($0, secret(of: $0.digest)) }
      + history.entries.map { GroupHistory.Entry($0.change, secret(of: $0.digest)) }
  }

  /// Puts a history together.
  init(creation: GroupChange, secret: SymmetricKey?, changes: [GroupHistory.Entry]) {
    (self.creation, self.secret, self.changes) = (creation, secret, changes)
  }

  /// Writes the fields.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(creation.encoded)
    writer.write(optional: secret)
    writer.write(UInt32(changes.count))
    for entry in changes {
      writer.write(entry.change.encoded)
      writer.write(optional: entry.secret)
    }
  }

  /// Reads the fields; what they say is not proved yet.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    creation = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
    secret = try reader.optionalKey()
    var changes: [GroupHistory.Entry] = []
    // No change is shorter than 200 bytes.
    for _ in 0..<(try reader.count(limit: GroupLimits.content / 200)) {
      let change = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
      changes.append(GroupHistory.Entry(change, try reader.optionalKey()))
    }
    self.changes = changes
  }

  /// The group that the creation names.
  var identifier: [UInt8] { creation.digest }
}

extension GroupFieldWriter {
  /// Writes whether there is a key, and the key.
  mutating func write(optional key: SymmetricKey?) {
    write(UInt8(key == nil ? 0 : 1))
    if let key { write(key) }
  }
}

extension ByteReader where Failure == MessagingError {
  /// A key that need not be there.
  mutating func optionalKey() throws(MessagingError) -> SymmetricKey? { try flag() ? try key() : nil }
}
