#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension SystemRandomness {
  /// The most that one call of getentropy gives.
  private static let chunk = 256

  /// Fills `bytes` and returns `nil`, or returns the error number of a failure.
  static func fillFromSystem(_ bytes: inout MutableRawSpan) -> Int32? {
    // because the buffer stays inside the closure
    unsafe bytes.withUnsafeMutableBytes { unsafe fill($0) }
  }

  private static func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int32? {
    for start in stride(from: 0, to: buffer.count, by: chunk) {
      let end = min(start + chunk, buffer.count)
      // because the part lies within the buffer
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end])
      // because getentropy writes all of the part or fails
      while unsafe getentropy(part.baseAddress, part.count) != 0 {
        let code = errno
        guard code == EINTR else { return code }
      }
    }
    return nil
  }
}
#endif
