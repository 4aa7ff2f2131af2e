/// What the verification of a log found.
///
/// Only ``complete`` is good; ``openTail(since:lastAnchor:)`` says that what is there is right and that nobody can say
/// whether more was there. Segments and entries are counted from 0; an entry is a segment's header or a frame. A value;
/// safe to share between threads.
@nonexhaustive
public enum LogVerdict: Sendable, Hashable {
  /// The log ends with a close, and everything is there and covered by an anchor outside of it. A later run or segment
  /// that no anchor has seen yet could still have been removed as a whole; an `AuditLog` tells its anchors of each as soon
  /// as it begins, and of a run before the first `append`.
  case complete
  /// Everything that is there is right. Entries from `since` on are covered by no anchor, so some may have been cut off;
  /// `lastAnchor` is the size that the last anchor confirmed.
  case openTail(since: UInt64, lastAnchor: UInt64?)
  /// An entry was changed, removed, added or moved; without a number, the place in the segment is not known.
  case tampered(segment: UInt64, record: UInt64?)
  /// The note about segments that retention removed is not signed by the log, or says what the segments do not.
  case tamperedNote
  /// These segments are not there, and retention did not remove them.
  case missing(ClosedRange<UInt64>)
  /// The anchor knows another history: the log was put back to an older state, whether it went on from there or not.
  /// `have` is the size of the log, or the last size that an anchor confirms when it is longer, 0 when none does: an anchor
  /// that knows another history does not tell from where on. For a counter, both are its values.
  case rolledBack(have: UInt64, anchor: UInt64, by: AnchorKind)
  /// The segment ends earlier than the next one says.
  case truncated(segment: UInt64, have: UInt64, expected: UInt64)
  /// The segment belongs to another log, or is sealed for another reader.
  case foreignKey(segment: UInt64)
  /// Bytes at this place of the segment's file belong to no entry.
  case unauthenticatedBytes(segment: UInt64, offset: Int)

  /// Whether nothing is wrong and nothing is open.
  public var isComplete: Bool { self == .complete }

  /// Whether somebody changed the log: everything but ``complete`` and ``openTail(since:lastAnchor:)``.
  public var isTampering: Bool {
    switch self {
    case .complete, .openTail: false
    default: true
    }
  }
}
