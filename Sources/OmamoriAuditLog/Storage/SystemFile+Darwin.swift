#if canImport(Darwin)
import Darwin

/// The calls of the system that have the names of methods, or other names elsewhere; has no state.
enum SystemFile {
  /// Brings the bytes of a file to the disk and not only to its cache, where the file system can; gives 0 or -1.
  static func flush(_ descriptor: Int32) -> Int32 {
    fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
  }

  /// Gives a descriptor back; 0 or -1.
  static func giveBack(_ descriptor: Int32) -> Int32 { close(descriptor) }
}
#endif
