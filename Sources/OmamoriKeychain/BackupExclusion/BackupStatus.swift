/// What every mechanism says of a file or folder.
///
/// A value; safe to share between threads.
public struct BackupStatus: Sendable, Hashable {
  /// All mechanisms together.
  public enum Summary: Sendable, Hashable, CaseIterable {
    /// Every mechanism that the file system has excludes it.
    case excluded
    /// Some do, some do not or could not be set.
    case partlyExcluded
    /// None does.
    case notExcluded
    /// The file system has no mechanism at all, so the file gets into backups.
    case unsupported
  }

  /// What each mechanism says; only those that apply to the system and to a file or folder.
  public let states: [BackupMechanism: BackupState]

  /// Makes a status.
  public init(_ states: [BackupMechanism: BackupState]) { self.states = states }

  /// All mechanisms together; programs heed different ones, so only ``Summary/excluded`` is good news.
  public var summary: Summary {
    let known = states.values.filter { $0 != .unsupported }
    if known.isEmpty { return .unsupported }
    if known.allSatisfy({ $0 == .excluded }) { return .excluded }
    return known.contains(.excluded) ? .partlyExcluded : .notExcluded
  }

  /// The mechanisms in that state, in their order.
  public func mechanisms(_ state: BackupState) -> [BackupMechanism] {
    BackupMechanism.allCases.filter { states[$0] == state }
  }
}
