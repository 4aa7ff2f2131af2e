import OmamoriCore

/// A group as its records said when they were read or written.
///
/// A value; safe to share between threads.
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
