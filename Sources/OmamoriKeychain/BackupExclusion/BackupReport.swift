/// What is and what is not excluded in a folder with everything below it.
///
/// A value; safe to share between threads.
public struct BackupReport: Sendable, Hashable {
  /// A file or folder.
  public struct Entry: Sendable, Hashable {
    /// The path from the folder that was asked about; `.` for itself.
    public let path: String
    /// What every mechanism says.
    public let status: BackupStatus
  }

  /// The most entries that are named.
  public static let greatestListing = 1000

  /// How many files and folders there are of each kind.
  public internal(set) var counts: [BackupStatus.Summary: Int] = [:]
  /// The entries that are not excluded by every mechanism, at most ``greatestListing``.
  public internal(set) var notExcluded: [Entry] = []
  /// What could not be looked at (links, sockets, other people's files), at most ``greatestListing``.
  public internal(set) var skipped: [String] = []
  /// How many were skipped.
  public internal(set) var skippedCount = 0
  /// Whether everything was looked at; `false` when there was more or deeper than the bounds.
  public internal(set) var isComplete = true

  /// How many files and folders were looked at.
  public var examined: Int { counts.values.reduce(0, +) }

  mutating func add(_ entry: Entry) {
    let summary = entry.status.summary
    counts[summary, default: 0] += 1
    if summary != .excluded, notExcluded.count < Self.greatestListing { notExcluded.append(entry) }
  }

  mutating func skip(_ path: String) {
    skippedCount += 1
    if skipped.count < Self.greatestListing { skipped.append(path) }
  }
}
