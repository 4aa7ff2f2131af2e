#if canImport(Darwin)
import Darwin

extension FolderFile {
  /// Brings a file or folder, and what was handed to the disk before, to the disk and not only to its cache, where the file
  /// system can; gives 0 or -1.
  static func flush(_ descriptor: Int32) -> Int32 {
    fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
  }

  /// Makes the file readable from the first unlocking on (NSFileProtectionCompleteUntilFirstUserAuthentication).
  ///
  /// An extension can open a message while the screen is locked. Macs have no such classes and refuse, which changes
  /// nothing.
  func protect() {
    let untilFirstAuthentication: Int32 = 3
    _ = fcntl(descriptor, F_SETPROTECTIONCLASS, untilFirstAuthentication)
  }
}
#endif
