#if !canImport(Darwin)

/// The hash function SHA-256 (FIPS 180-4), with the interface of CryptoKit's type of the same name.
///
/// A value: a copy goes on independently. Safe to send between threads.
public struct SHA256: HashFunction {
  /// The length of a hash value in bytes: 32.
  public static var byteCount: Int { 32 }
  /// The length of the block that the function works on, in bytes: 64.
  public static var blockByteCount: Int { 64 }

  private var state = DigestState(.sha256)

  /// Begins with no data.
  public init() {}

  /// Adds data; any division into pieces gives the same hash value.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe DigestState.update(&state, with: bufferPointer)  // because the caller passes a buffer it can read
  }

  /// The hash value of what was added until now; more can be added afterwards.
  public func finalize() -> SHA256Digest { SHA256Digest(bytes: state.finish()) }

  /// The hash value of data that is there as a whole.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA256Digest {
    // because the caller passes a buffer it can read
    unsafe SHA256Digest(bytes: DigestContext.hash(bufferPointer, .sha256))
  }
}
#endif
