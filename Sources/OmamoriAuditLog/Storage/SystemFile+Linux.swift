#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The calls of the system that have the names of methods, or other names elsewhere; has no state.
enum SystemFile {
  /// Brings the bytes of a file, and the length that they need, to the disk; gives 0 or -1.
  static func flush(_ descriptor: Int32) -> Int32 { fdatasync(descriptor) }

  /// Gives a descriptor back; 0 or -1.
  static func giveBack(_ descriptor: Int32) -> Int32 { close(descriptor) }
}
#endif
