import OmamoriCore

/// What is kept of a group that was deleted, so that an old welcome does not bring it back.
///
/// A value; safe to share between threads.
struct DeletedGroup: Sendable, Hashable {
  /// The place that we had; who is added again has another one.
  var place: UInt16?
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
    if let place { writer.write(place) }
    return writer.secret
  }

  /// Reads a record.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  init(record: SharedSecretBytes) throws(MessagingError) {
    var reader = GroupFieldReader(record, .storage(.damaged))
    refusesInvitations = try reader.flag()
    place = try reader.flag() ? try reader.number() : nil
    try reader.finish()
  }

  /// Refuses a group that nobody invited us to again.
  ///
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/notAllowed``, or with ``GroupFault/wrongEpoch`` for a welcome
  ///   from before.
  func admit(_ machine: GroupMachine) throws(MessagingError) {
    guard !refusesInvitations else { throw .group(.notAllowed) }
    guard place == nil || machine.me?.index != place else { throw .group(.wrongEpoch) }
  }
}
