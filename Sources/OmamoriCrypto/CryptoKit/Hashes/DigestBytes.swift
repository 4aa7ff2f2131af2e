#if !canImport(Darwin)
import OmamoriCore

/// Room for the longest hash value, 64 bytes, without an allocation; a shorter one leaves the rest zero.
package struct DigestBytes: Sendable {
  /// The number of bytes there is room for.
  static let capacity = 64

  private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0, 0, 0, 0, 0, 0, 0, 0
  )

  /// All zero.
  init() {}

  /// Takes over a digest of any hash function.
  init(_ digest: some Digest) {
    unsafe digest.withUnsafeBytes { source in
      // because no hash function is longer, and the length is a constant of its type, not data
      precondition(source.count <= Self.capacity, "a digest has at most 64 bytes")
      unsafe withUnsafeMutableBytes { unsafe $0.copyMemory(from: source) }
    }
  }

  /// Calls `body` with the first `count` bytes.
  package func withUnsafeBytes<Result>(
    count: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    // because the pointer is not used outside of the closure
    try unsafe Swift.withUnsafeBytes(of: words) {
      try unsafe body(UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
  }

  /// Calls `body` with all 64 bytes.
  mutating func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    // because the pointer is not used outside of the closure
    try unsafe Swift.withUnsafeMutableBytes(of: &words) { try unsafe body($0) }
  }

  /// Writes zeros over the bytes.
  mutating func wipe() {
    // because the buffer is the value itself
    unsafe withUnsafeMutableBytes { unsafe MemoryWipe.wipe($0) }
  }
}
#endif
