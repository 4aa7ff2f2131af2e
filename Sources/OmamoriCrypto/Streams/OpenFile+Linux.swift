#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension OpenFile {
  /// Brings the bytes of a file to the disk; gives 0 or -1.
  static func flush(_ descriptor: Int32) -> Int32 { fsync(descriptor) }

  /// Opens a pipe once more so that writing never waits, without a change to what others share; `nil` where that is
  /// refused and for everything but pipes.
  static func reopenPipe(_ descriptor: Int32) -> Int32? {
    var information = stat()
    // because the call fills exactly one structure, which outlives it
    guard unsafe fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFIFO,
      fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
    else {
      return nil
    }
    // because the name is a string that outlives the call
    let own = unsafe open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    return own >= 0 ? own : nil
  }

  /// Lets the disk begin with bytes that were just written, so that waiting for it in the end is short.
  ///
  /// The kernel sends a range to the disk when it is told that nobody will read it soon.
  func startSynchronizing(at offset: UInt64, count: Int) {
    _ = posix_fadvise(descriptor, off_t(clamping: offset), off_t(count), POSIX_FADV_DONTNEED)
  }
}
#endif
