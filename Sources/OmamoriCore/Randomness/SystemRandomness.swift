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
}
