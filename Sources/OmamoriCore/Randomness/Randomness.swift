#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A source of random bytes; a port, so that tests can be repeated.
///
/// Products use ``SystemRandomness``. A source is safe to use from any thread.
public protocol Randomness: Sendable {
  /// Fills `bytes` with random bytes, all of them or throws.
  ///
  /// - Parameter bytes: The place to fill.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)``; what was written until then must not be used.
  func fill(_ bytes: inout MutableRawSpan) throws(CoreError)
}

extension Randomness {
  /// Random bytes that need no secrecy, such as nonces and identifiers.
  ///
  /// - Parameter count: The number of bytes; a negative one counts as 0.
  /// - Returns: The bytes.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)``.
  public func bytes(count: Int) throws(CoreError) -> [UInt8] {
    // A slice, since the mutable span of an array needs iOS 26; making an array of it again copies nothing.
    var bytes = [UInt8](repeating: 0, count: max(count, 0))[...]
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes  // because every pattern of bits is a UInt8
    try fill(&raw)
    return Array(bytes)
  }

  /// A random integer, each in the range with the same probability.
  ///
  /// - Parameter range: The integers to choose from.
  /// - Returns: One of them.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)``.
  public func integer(in range: ClosedRange<UInt64>) throws(CoreError) -> UInt64 {
    let (count, isWhole) = (range.upperBound - range.lowerBound).addingReportingOverflow(1)
    guard !isWhole else { return try word() }
    // The largest multiple of count that fits leaves out the values that would make some results likelier.
    let rejected = (0 &- count) % count
    while true {
      let word = try word()
      if word >= rejected { return range.lowerBound + word % count }
    }
  }

  /// A random integer, each in the range with the same probability.
  ///
  /// - Parameter range: The integers to choose from.
  /// - Returns: One of them.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)``.
  public func integer(in range: ClosedRange<Int>) throws(CoreError) -> Int {
    let distance = UInt64(bitPattern: Int64(range.upperBound)) &- UInt64(bitPattern: Int64(range.lowerBound))
    return range.lowerBound &+ Int(truncatingIfNeeded: try integer(in: 0...distance))
  }

  private func word() throws(CoreError) -> UInt64 {
    try bytes(count: 8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The operating system's cryptographic random source.
///
/// On Linux it is getentropy(3), that is getrandom(2), which waits until the kernel's pool is ready, once after boot;
/// on Apple systems arc4random_buf(3). A failure is thrown; nothing weaker is used in its place. Has no state; safe to
/// use from any thread.
public struct SystemRandomness: Randomness {
  /// Makes a source.
  public init() {}

  /// Fills `bytes` with random bytes.
  ///
  /// - Parameter bytes: The place to fill.
  /// - Throws: ``CoreError/randomnessUnavailable(code:)`` with the system's error number.
  public func fill(_ bytes: inout MutableRawSpan) throws(CoreError) {
    if let code = Self.fillFromSystem(&bytes) { throw .randomnessUnavailable(code: code) }
  }

  /// Fills `bytes` and returns `nil`, or returns the error number of a failure; arc4random_buf cannot fail.
  private static func fillFromSystem(_ bytes: inout MutableRawSpan) -> Int32? {
    #if canImport(Darwin)
    // because the buffer is the span itself
    unsafe bytes.withUnsafeMutableBytes { unsafe arc4random_buf($0.baseAddress, $0.count) }
    return nil
    #else
    // because the buffer stays inside the closure
    return unsafe bytes.withUnsafeMutableBytes { unsafe fill($0) }
    #endif
  }

  #if !canImport(Darwin)
  /// The most that one call of getentropy gives.
  private static let chunk = 256

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
  #endif
}

/// Bytes that only look random: the same seed gives the same bytes, for tests that have to be repeated.
///
/// Not secure: anybody who sees a few bytes knows all the others. Uses the SplitMix64 sequence. Safe to use from any
/// thread, but the bytes that one thread gets then depend on what the others take.
@_spi(Testing)
public final class SeededRandomness: Randomness {
  private let state: Protected<UInt64>

  /// The seed, for the message of a test that failed.
  public let seed: UInt64

  /// Makes a source; print the seed where the test may fail.
  public init(seed: UInt64) {
    self.seed = seed
    state = Protected(seed)
  }

  /// Fills `bytes` with the next bytes of the sequence.
  public func fill(_ bytes: inout MutableRawSpan) {
    for offset in stride(from: 0, to: bytes.byteCount, by: 8) {
      let word = next()
      for index in 0..<min(8, bytes.byteCount - offset) {
        let byte = UInt8(truncatingIfNeeded: word >> (8 * UInt64(index)))
        bytes.storeBytes(of: byte, toByteOffset: offset + index, as: UInt8.self)
      }
    }
  }

  private func next() -> UInt64 {
    var mixed = state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      return state
    }
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
