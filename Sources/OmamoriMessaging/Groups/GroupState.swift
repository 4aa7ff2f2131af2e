import OmamoriCore

/// Who is in a group at one epoch.
///
/// It is the same for all members, whichever way they learned it. Administrators add, remove and rename; an administrator is removed only by one who was there before. A member who
/// has signed that it leaves is removed by anybody. When no administrator is left, the member who is there longest
/// becomes one.
struct GroupState: Sendable, Hashable {
  /// The group.
  let identifier: GroupIdentifier
  /// The number of the epoch.
  private(set) var epoch: UInt64
  /// The digest of the change that began it.
  private(set) var head: [UInt8]
  private(set) var name: String
  /// The members in the order in which they came.
  private(set) var members: [GroupMember]
  /// The place of the next member.
  private(set) var nextIndex: UInt16
  /// The bytes of all changes from the creation to this state, which a welcome carries.
  private(set) var byteCount: Int

  /// The state that a creation leads to.
  ///
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/invalid``.
  init(creation change: GroupChange) throws(MessagingError) {
    guard case .create(_, let name, let members) = change.deed, change.epoch == 0, change.author == 0,
      change.group == GroupChange.nothing, change.parent == GroupChange.nothing,
      let creator = members.first, change.isSigned(by: creator.signingKey)
    else { throw .group(.invalid) }
    identifier = try GroupIdentifier(bytes: change.digest)
    (epoch, head, self.name, self.members) = (0, change.digest, name, members)
    nextIndex = UInt16(members.count)
    byteCount = change.encoded.count
    guard isWellFormed, members.enumerated().allSatisfy({ $0.offset == $0.element.index }), creator.isAdmin,
      digest == change.result
    else { throw .group(.invalid) }
  }

  /// The digest of a creation's result before the creation has a digest.
  static func digest(name: String, members: [GroupMember]) -> [UInt8] {
    digest(0, name, members, UInt16(truncatingIfNeeded: members.count))
  }

  /// The member at an address.
  func member(at address: MessagingAddress) -> GroupMember? { members.first { $0.address == address } }

  /// The member at a place.
  func member(_ index: UInt16) -> GroupMember? { members.first { $0.index == index } }

  /// The state after a change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - isVerified: Whether its signature was verified before.
  /// - Returns: The state.
  /// - Throws: ``MessagingError/group(_:)``.
  func applying(_ change: GroupChange, isVerified: Bool = false) throws(MessagingError) -> GroupState {
    guard change.group == identifier.bytes else { throw .group(.invalid) }
    guard change.parent == head, change.epoch == epoch &+ 1 else { throw .group(.wrongEpoch) }
    guard let author = member(change.author) else { throw .group(.notMember) }
    guard isVerified || change.isSigned(by: author.signingKey) else { throw .group(.invalid) }
    var next = try after(change.deed, by: author, head: change.digest)
    guard next.digest == change.result else { throw .group(.invalid) }
    next.byteCount += change.encoded.count
    var isRemoval = false
    if case .remove = change.deed { isRemoval = true }
    guard next.byteCount <= (isRemoval ? GroupLimits.historyWithRemovals : GroupLimits.history) else {
      throw .group(.exhausted)
    }
    return next
  }

  /// The state after something that a member does.
  ///
  /// - Throws: ``MessagingError/group(_:)`` when the member may not, or it cannot be done.
  func after(
    _ deed: GroupDeed,
    by author: GroupMember,
    head: [UInt8] = GroupChange.nothing
  ) throws(MessagingError) -> GroupState {
    var next = self
    guard epoch < UInt64.max else { throw .group(.invalid) }
    (next.epoch, next.head) = (epoch + 1, head)
    switch deed {
    case .create: throw .group(.invalid)
    case .add(let address, let signingKey, let isAdmin):
      guard author.isAdmin, nextIndex < UInt16.max else { throw .group(.notAllowed) }
      next.members.append(
        GroupMember(index: nextIndex, address: address, signingKey: signingKey, isAdmin: isAdmin))
      next.nextIndex += 1
    case .remove(let index, let statement):
      guard let target = member(index) else { throw .group(.notMember) }
      try checkRemoval(of: target, by: author, statement)
      next.members.removeAll { $0.index == index }
      if !next.members.contains(where: \.isAdmin), let eldest = next.members.first {
        next.members[0] = eldest.promoted
      }
    case .rename(let name):
      guard name != self.name else { throw .group(.invalid) }
      guard author.isAdmin else { throw .group(.notAllowed) }
      next.name = name
    }
    guard next.isWellFormed else { throw .group(.invalid) }
    return next
  }

  private func checkRemoval(
    of target: GroupMember,
    by author: GroupMember,
    _ statement: GroupLeave.Statement?
  ) throws(MessagingError) {
    if let statement {
      let left = GroupLeave(group: identifier.bytes, index: target.index, statement: statement)
      guard statement.epoch <= epoch else { throw .group(.wrongEpoch) }
      guard target.index != author.index, left.isSigned(by: target.signingKey) else { throw .group(.invalid) }
    } else {
      guard author.isAdmin, !target.isAdmin || author.index < target.index else { throw .group(.notAllowed) }
    }
  }

  private var isWellFormed: Bool {
    (1...GroupLimits.members).contains(members.count) && name.utf8.count <= GroupLimits.nameLength
      && Set(members.map(\.address)).count == members.count
      && zip(members, members.dropFirst()).allSatisfy { $0.index < $1.index }
      && members.allSatisfy { $0.index < nextIndex }
  }

  /// What a change says of the state that it leads to.
  var digest: [UInt8] { Self.digest(epoch, name, members, nextIndex) }

  private static func digest(
    _ epoch: UInt64,
    _ name: String,
    _ members: [GroupMember],
    _ nextIndex: UInt16
  ) -> [UInt8] {
    var writer = GroupFieldWriter()
    encode(epoch, name, members, nextIndex, into: &writer)
    return GroupCipher.digest(.state, writer.plain)
  }

  private static func encode(
    _ epoch: UInt64,
    _ name: String,
    _ members: [GroupMember],
    _ nextIndex: UInt16,
    into writer: inout GroupFieldWriter
  ) {
    writer.write(epoch)
    writer.write(name)
    writer.write(nextIndex)
    writer.write(UInt32(members.count))
    for member in members { member.encode(into: &writer) }
  }

  /// Writes the fields.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(raw: identifier.bytes)
    writer.write(raw: head)
    Self.encode(epoch, name, members, nextIndex, into: &writer)
    writer.write(UInt32(truncatingIfNeeded: byteCount))
  }

  /// Reads the fields.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    identifier = try GroupIdentifier(bytes: try reader.bytes(GroupIdentifier.byteCount))
    head = try reader.bytes(32)
    epoch = try reader.number()
    name = try reader.text(limit: GroupLimits.nameLength)
    nextIndex = try reader.number()
    members = []
    for _ in 0..<(try reader.count(limit: GroupLimits.members)) {
      members.append(try GroupMember(from: &reader))
    }
    byteCount = try reader.count(limit: GroupLimits.historyWithRemovals)
    guard isWellFormed else { throw .group(.invalid) }
  }
}
