#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The operating system's cryptographic random source.
///
/// Uses getentropy(3), which on Linux is getrandom(2) and waits until the kernel's pool is ready, once after boot. A
/// failure is thrown; nothing weaker is used in its place. Has no state; safe to use from any thread.
public struct SystemRandomness: Randomness {
  /// The most that one call of getentropy gives.
  private static let chunk = 256

  /// Makes a source.
  public init() {}

  /// Fills `bytes` with random bytes.
  ///
  /// - Parameter bytes: The place to fill.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)`` with the system's error number.
  public func fill(_ bytes: inout MutableRawSpan) throws(CoreError) {
    // because the pointer stays inside the closure, which writes within the buffer's bounds
    try unsafe bytes.withUnsafeMutableBytes { buffer throws(CoreError) in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        // because a slice of the buffer is a buffer of its own
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: rest.prefix(Self.chunk))
        if unsafe getentropy(part.baseAddress, part.count) == 0 {
          unsafe rest = rest.dropFirst(part.count)
        } else {
          let code = errno
          guard code == EINTR else { throw .randomnessUnavailable(code: code) }
        }
      }
    }
  }
}
