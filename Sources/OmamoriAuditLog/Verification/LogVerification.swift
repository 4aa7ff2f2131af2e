/// What the verification of a log found, and what it saw until then.
///
/// A value; safe to share between threads.
public struct LogVerification: Sendable, Hashable {
  /// The most entries that are named one by one.
  public static let maximumNamed = 1000

  /// The answer.
  public internal(set) var verdict: LogVerdict
  /// Whether the auditor's key was used, so that every frame was authenticated and not only what checkpoints cover.
  public internal(set) var isContentAuthenticated: Bool
  /// The number of segments that were gone through.
  public internal(set) var segments: UInt64 = 0
  /// The number of segments that retention removed.
  public internal(set) var prunedSegments: UInt64 = 0
  /// The number of segments that do not end with a close frame: runs that crashed, or still go on.
  public internal(set) var unclosedSegments: UInt64 = 0
  /// The number of entries of the log until the end or the fault, removed ones included.
  public internal(set) var size: UInt64 = 0
  /// The root at that size.
  public internal(set) var root: LogHash
  /// The number of events.
  public internal(set) var events: UInt64 = 0
  /// The number of bytes that incomplete frames left in segments before the last one.
  public internal(set) var discardedBytes: UInt64 = 0
  /// The number of bytes of an incomplete frame at the end of the log.
  public internal(set) var incompleteBytes = 0
  /// The entries before which the clock had been set back, at most ``maximumNamed``; with the auditor's key for every
  /// frame, without it for headers and checkpoints.
  public internal(set) var clockSetBack: [UInt64] = []
  /// The sizes of anchors that could not be compared, since retention removed what they cover.
  public internal(set) var uncheckedAnchors: [UInt64] = []
  /// The last checkpoint that stands in the log itself.
  public internal(set) var lastCheckpoint: Checkpoint?
}
