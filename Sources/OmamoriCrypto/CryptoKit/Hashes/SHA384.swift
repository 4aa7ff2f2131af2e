#if !canImport(Darwin)

/// The hash function SHA-384 (FIPS 180-4), with the interface of CryptoKit's type of the same name.
///
/// A value: a copy goes on independently. Safe to send between threads.
public struct SHA384: HashFunction {
  /// The length of a hash value in bytes: 48.
  public static var byteCount: Int { 48 }
  /// The length of the block that the function works on, in bytes: 128.
  public static var blockByteCount: Int { 128 }

  private var state = DigestState(.sha384)

  /// Begins with no data.
  public init() {}

  /// Adds data; any division into pieces gives the same hash value.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe DigestState.update(&state, with: bufferPointer)  // because the caller passes a buffer it can read
  }

  /// The hash value of what was added until now; more can be added afterwards.
  public func finalize() -> SHA384Digest { SHA384Digest(bytes: state.finish()) }

  /// The hash value of data that is there as a whole.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA384Digest {
    // because the caller passes a buffer it can read
    unsafe SHA384Digest(bytes: DigestContext.hash(bufferPointer, .sha384))
  }
}
#endif
