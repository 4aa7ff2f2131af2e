#if canImport(Darwin)
import OmamoriCore

// The one mechanism of Apple systems.
//
// Source: https://developer.apple.com/documentation/foundation/urlresourcevalues/isexcludedfrombackup

extension BackupExclusion {
  package static func mechanisms(isFolder: Bool) -> [BackupMechanism] { [.resourceValue] }

  package static func state(_ mechanism: BackupMechanism, of target: BackupTarget) -> BackupState {
    guard mechanism == .resourceValue else { return .unsupported }
    // A URL keeps values that it has read; a new one reads the file system.
    let url = URL(fileURLWithPath: target.path, isDirectory: target.isFolder)
    do {
      let values = try url.resourceValues(forKeys: [.isExcludedFromBackupKey])
      guard let isExcluded = values.isExcludedFromBackup else { return .unsupported }
      return isExcluded ? .excluded : .notExcluded
    } catch {
      return .failed(code: code(of: error))
    }
  }

  /// Sets a mechanism; gives what went wrong, or `nil`.
  package static func set(_ mechanism: BackupMechanism, _ isExcluded: Bool, on target: BackupTarget)
    -> BackupState?
  {
    guard mechanism == .resourceValue else { return .unsupported }
    var url = URL(fileURLWithPath: target.path, isDirectory: target.isFolder)
    var values = URLResourceValues()
    values.isExcludedFromBackup = isExcluded
    do {
      try url.setResourceValues(values)
      return nil
    } catch {
      return .failed(code: code(of: error))
    }
  }

  /// Does nothing: the value needs a path, so it is set as soon as the file has its name.
  package static func prepare(_ descriptor: Int32, _ mechanisms: [BackupMechanism]) {}

  private static func code(of error: any Error) -> Int32 {
    Int32(truncatingIfNeeded: (error as NSError).code)
  }
}
#endif
