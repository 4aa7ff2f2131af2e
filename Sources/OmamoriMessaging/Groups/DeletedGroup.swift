import OmamoriCore

/// What is kept of a group that was deleted, so that an old welcome does not bring it back.
///
/// A value; safe to share between threads.
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
