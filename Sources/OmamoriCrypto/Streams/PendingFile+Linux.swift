#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension PendingFile {
  /// `__O_TMPFILE` of the kernel, the same number on every processor that Swift runs on.
  private static let unnamed: Int32 = 0o20_000_000

  /// Opens a file without a name; `nil` where the file system has none or `/proc`, which names it later, is missing.
  static func openUnnamed(in folder: Int32) -> Int32? {
    // because both names are strings that outlive the calls
    guard unsafe access("/proc/self/fd", X_OK) == 0 else { return nil }
    // because the name is a string that outlives the call
    let descriptor = unsafe openat(folder, ".", unnamed | O_DIRECTORY | O_RDWR | O_CLOEXEC, mode_t(0o600))
    return descriptor >= 0 ? descriptor : nil
  }

  /// Does nothing: the permissions of the file are its protection here.
  static func protect(_ descriptor: Int32) {}

  /// Gives a file another name that nothing stands at; gives 0 or the error number.
  ///
  /// A second link fails when the name is taken, at whatever moment somebody took it. File systems without links (FAT)
  /// leave a moment between looking and renaming.
  static func moveNew(_ old: String, _ new: String, in folder: Int32) -> Int32 {
    // because both names are strings that outlive the call
    if unsafe linkat(folder, old, folder, new, 0) == 0 {
      // because the name is a string that outlives the call
      unsafe _ = unlinkat(folder, old, 0)
      return 0
    }
    guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return errno }
    guard unsafe faccessat(folder, new, F_OK, AT_SYMLINK_NOFOLLOW) != 0 else { return EEXIST }
    return unsafe renameat(folder, old, folder, new) == 0 ? 0 : errno
  }
}
#endif
