#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Writing to a file descriptor, completely.
enum Descriptor {
  /// Writes every byte; gives 0, or the `errno` value that stopped it.
  ///
  /// Interrupted and partial writes go on where they stopped; a full non-blocking pipe is waited for.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var start = 0
    while start < bytes.count {
      // because the buffer is only used inside the closure
      let written = unsafe bytes.withUnsafeBytes { buffer in
        // because the rebased slice stays inside the array, which outlives the call
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
        // because write reads exactly the slice
        return unsafe write(descriptor, rest.baseAddress, rest.count)
      }
      if written >= 0 {
        start += written
        continue
      }
      let code = errno
      switch code {
      case EINTR: continue
      case EAGAIN: waitUntilWritable(descriptor)
      default: return code
      }
    }
    return 0
  }

  private static func waitUntilWritable(_ descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // because poll is told of exactly the one entry that outlives the call
    _ = unsafe poll(&entry, 1, 1_000)
  }
}
