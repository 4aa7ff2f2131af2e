#if !canImport(Darwin)
import Glibc

/// Ends the waiting of a thread from another one.
final class LoopbackWake: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(AuthError) {
    var ends: [Int32] = [-1, -1]
    // because the call fills exactly the two elements of the array
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw .system(code: errno) }
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
