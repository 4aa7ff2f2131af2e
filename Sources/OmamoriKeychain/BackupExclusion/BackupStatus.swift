public import OmamoriCore

/// What every mechanism says of a file or folder.
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

/// A way to tell backup programs to leave a file or folder out.
public enum BackupMechanism: String, Sendable, Hashable, CaseIterable {
  /// The no-dump flag of Linux file systems, which `dump`, `bsdtar --nodump` and Borg heed.
  case noDump = "nodump"
  /// A file `CACHEDIR.TAG` in the folder, which Borg, restic and GNU tar heed when told to.
  case cacheDirectoryTag = "CACHEDIR.TAG"
  /// The extended attribute `user.xdg.robots.backup` with the value `false`, which programs of the desktop heed.
  case backupAttribute = "user.xdg.robots.backup"
  /// Apple's resource value `isExcludedFromBackup`, which iCloud, Finder and Time Machine heed.
  case resourceValue = "isExcludedFromBackup"

  /// Who heeds the mechanism.
  public var heededBy: LocalizedText {
    switch self {
    case .noDump:
      LocalizedText("dump, bsdtar --nodump and Borg", ja: "dump、bsdtar --nodump、Borg")
    case .cacheDirectoryTag:
      LocalizedText(
        "Borg --exclude-caches, restic --exclude-caches and GNU tar --exclude-caches",
        ja: "Borg --exclude-caches、restic --exclude-caches、GNU tar --exclude-caches")
    case .backupAttribute:
      LocalizedText("programs that read the XDG attribute", ja: "XDG の拡張属性を読むプログラム")
    case .resourceValue:
      LocalizedText("iCloud Backup, Finder and Time Machine", ja: "iCloud バックアップ、Finder、Time Machine")
    }
  }
}

/// What became of the exclusion when a file was replaced.
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

/// What is and what is not excluded in a folder with everything below it.
public struct BackupReport: Sendable, Hashable {
  /// A file or folder.
  public struct Entry: Sendable, Hashable {
    /// The path from the folder that was asked about; `.` for itself.
    public let path: String
    /// What every mechanism says.
    public let status: BackupStatus
  }

  /// The most entries that are named.
  package static let greatestListing = 1000

  /// How many files and folders there are of each kind.
  public internal(set) var counts: [BackupStatus.Summary: Int] = [:]
  /// The entries that are not excluded by every mechanism, at most 1,000.
  public internal(set) var notExcluded: [Entry] = []
  /// What could not be looked at (links, sockets, other people's files), at most 1,000.
  public internal(set) var skipped: [String] = []
  /// How many were skipped.
  public internal(set) var skippedCount = 0
  /// Whether everything was looked at; `false` when there was more or deeper than the bounds.
  public internal(set) var isComplete = true

  /// How many files and folders were looked at.
  public var examined: Int { counts.values.reduce(0, +) }

  package mutating func add(_ entry: Entry) {
    let summary = entry.status.summary
    counts[summary, default: 0] += 1
    if summary != .excluded, notExcluded.count < Self.greatestListing { notExcluded.append(entry) }
  }

  mutating func skip(_ path: String) {
    skippedCount += 1
    if skipped.count < Self.greatestListing { skipped.append(path) }
  }
}

/// What one mechanism says of a file or folder.
public enum BackupState: Sendable, Hashable {
  /// The mechanism says that it is to be left out.
  case excluded
  /// The mechanism does not say so.
  case notExcluded
  /// The file system does not have the mechanism.
  case unsupported
  /// The mechanism could not be read or set; the system's error number.
  case failed(code: Int32)
}
