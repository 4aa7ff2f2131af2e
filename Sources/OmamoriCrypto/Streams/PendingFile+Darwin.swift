#if canImport(Darwin)
import Darwin

extension PendingFile {
  /// Always `nil`: Apple systems have no files without names.
  static func openUnnamed(in folder: Int32) -> Int32? { nil }

  /// Gives a file complete protection (NSFileProtectionComplete): unreadable while the device is locked.
  ///
  /// Macs have no such classes and refuse, which changes nothing.
  static func protect(_ descriptor: Int32) {
    let completeProtection: Int32 = 1
    _ = fcntl(descriptor, F_SETPROTECTIONCLASS, completeProtection)
  }

  /// Gives a file another name that nothing stands at; gives 0 or the error number.
  static func moveNew(_ old: String, _ new: String, in folder: Int32) -> Int32 {
    // because both names are strings that outlive the call
    unsafe renameatx_np(folder, old, folder, new, UInt32(RENAME_EXCL)) == 0 ? 0 : errno
  }
}
#endif
