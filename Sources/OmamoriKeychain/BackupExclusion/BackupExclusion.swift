import OmamoriCore
import OmamoriCrypto

/// Keeps files and folders out of backups, and says what is and what is not kept out.
///
/// There is no one way that all backup programs heed, so every mechanism of the system is used, and the answer names
/// each. A file that is replaced loses its exclusion: use ``replace(_:with:)``. All functions block for short. Safe to use
/// from any thread.
public enum BackupExclusion {
  /// The most files and folders that a report looks at.
  package static let greatestCount = 1_000_000
  /// How deep a report goes.
  package static let greatestDepth = 64

  /// Excludes a file or folder by every mechanism of the system.
  ///
  /// - Parameter path: A regular file or a folder; a link is refused, also with a slash behind it.
  /// - Returns: What every mechanism says now, read back.
  /// - Throws: ``KeychainError/file(_:code:)`` when the file cannot be opened. A mechanism that fails is in the answer.
  public static func exclude(_ path: String) throws(KeychainError) -> BackupStatus { try set(true, path) }

  /// Takes the exclusion back by every mechanism of the system.
  ///
  /// A `CACHEDIR.TAG` is removed only when it is a real one.
  ///
  /// - Parameter path: A regular file or a folder; a link is refused, also with a slash behind it.
  /// - Returns: What every mechanism says now, read back.
  /// - Throws: ``KeychainError/file(_:code:)`` when the file cannot be opened.
  public static func include(_ path: String) throws(KeychainError) -> BackupStatus { try set(false, path) }

  /// Says what every mechanism says of a file or folder.
  ///
  /// - Parameter path: A regular file or a folder; a link is refused, also with a slash behind it.
  /// - Returns: The status.
  /// - Throws: ``KeychainError/file(_:code:)`` when the file cannot be opened.
  public static func status(of path: String) throws(KeychainError) -> BackupStatus {
    status(of: try BackupTarget(path))
  }

  /// Looks at a folder and everything below it.
  ///
  /// - Parameters:
  ///   - folder: The folder, not a link; links below it are counted as skipped.
  ///   - limit: The most files and folders to look at.
  /// - Returns: What is and what is not excluded.
  /// - Throws: ``KeychainError/file(_:code:)`` when the folder itself cannot be opened.
  public static func report(
    on folder: String,
    limit: Int = 1_000_000
  ) throws(KeychainError) -> BackupReport {
    let root = try BackupTarget(folder)
    var walk = BackupWalk(limit: limit)
    walk.visit(root, named: ".", isTagged: false, depth: 0)
    return walk.report
  }

  /// Replaces a file in one step and excludes the new one by what excluded the old one.
  ///
  /// Where the system can, the new file is excluded before it gets its name, so that no backup sees it in between. It
  /// keeps the permissions of the old one; a new file is readable for its owner only.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The whole content.
  /// - Returns: The status of the old and of the new file.
  /// - Throws: ``KeychainError``; the old file is intact then.
  public static func replace(
    _ path: String,
    with bytes: RawSpan
  ) throws(KeychainError) -> BackupReplacement {
    var before: BackupStatus?
    do throws(KeychainError) {
      before = try status(of: path)
    } catch {
      guard case .file(_, code: notThere) = error else { throw error }
    }
    let mechanisms = before?.mechanisms(.excluded) ?? []
    do throws(CryptoError) {
      try WholeFile.write(path, bytes, replacing: true, keepingRights: true) {
        descriptor throws(CryptoError) in
        prepare(descriptor, mechanisms)
      }
    } catch {
      throw KeychainError(error, at: .dataFile)
    }
    let target = try BackupTarget(path)
    for mechanism in mechanisms where state(mechanism, of: target) != .excluded {
      _ = set(mechanism, true, on: target)
    }
    return BackupReplacement(before: before, after: status(of: target))
  }

  package static func status(of target: BackupTarget) -> BackupStatus {
    var states: [BackupMechanism: BackupState] = [:]
    for mechanism in mechanisms(isFolder: target.isFolder) {
      states[mechanism] = state(mechanism, of: target)
    }
    return BackupStatus(states)
  }

  /// ENOENT, the same number on every system.
  private static let notThere: Int32 = 2

  private static func set(_ isExcluded: Bool, _ path: String) throws(KeychainError) -> BackupStatus {
    let target = try BackupTarget(path)
    var states: [BackupMechanism: BackupState] = [:]
    for mechanism in mechanisms(isFolder: target.isFolder) {
      let failure = set(mechanism, isExcluded, on: target)
      states[mechanism] = failure ?? state(mechanism, of: target)
    }
    return BackupStatus(states)
  }
}
