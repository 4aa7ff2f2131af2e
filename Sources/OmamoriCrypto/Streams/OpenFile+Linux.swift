#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension OpenFile {
  /// Brings the bytes of a file to the disk; gives 0 or -1.
  static func flush(_ descriptor: Int32) -> Int32 { fsync(descriptor) }

  /// Lets the disk begin with bytes that were just written, so that waiting for it in the end is short.
  ///
  /// The kernel sends a range to the disk when it is told that nobody will read it soon.
  func startSynchronizing(at offset: UInt64, count: Int) {
    _ = posix_fadvise(descriptor, off_t(clamping: offset), off_t(count), POSIX_FADV_DONTNEED)
  }
}
#endif
