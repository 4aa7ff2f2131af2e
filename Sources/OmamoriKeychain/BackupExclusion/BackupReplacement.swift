/// What became of the exclusion when a file was replaced.
///
/// A value; safe to share between threads.
public struct BackupReplacement: Sendable, Hashable {
  /// The status of the file that stood there; `nil` when there was none.
  public let before: BackupStatus?
  /// The status of the file that stands there now.
  public let after: BackupStatus

  /// The mechanisms that excluded the old file and do not exclude the new one; empty when nothing was lost.
  public var lost: [BackupMechanism] {
    (before?.mechanisms(.excluded) ?? []).filter { after.states[$0] != .excluded }
  }
}
