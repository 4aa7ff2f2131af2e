#if !canImport(Darwin)
import Glibc

/// Ends the waiting of a thread from another one.
final class LoopbackWake: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(AuthError) {
    var ends: [Int32] = [-1, -1]
    // because pipe fills exactly the two elements of the array
    guard unsafe pipe(&ends) == 0 else { throw .system(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Lets the read end be ready from now on.
  func signal() {
    var byte: UInt8 = 0
    // because one byte is read from one byte that outlives the call
    _ = unsafe write(writeEnd, &byte, 1)
  }
}
#endif
