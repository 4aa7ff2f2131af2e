public import OmamoriCore

/// A way to tell backup programs to leave a file or folder out.
///
/// A value; safe to share between threads.
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
      LocalizedText("programs that read the XDG attribute", ja: "XDGの拡張属性を読むプログラム")
    case .resourceValue:
      LocalizedText("iCloud Backup, Finder and Time Machine", ja: "iCloudバックアップ、Finder、Time Machine")
    }
  }
}
