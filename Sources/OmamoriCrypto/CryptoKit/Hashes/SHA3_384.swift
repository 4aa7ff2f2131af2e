#if !canImport(Darwin)

/// The hash function SHA3-384 (FIPS 202), with the interface of CryptoKit's type of the same name.
///
/// A value: a copy goes on independently. Safe to send between threads.
public struct SHA3_384: HashFunction {
  /// The length of a hash value in bytes: 48.
  public static var byteCount: Int { 48 }
  /// The length of the block that the function works on, in bytes: 104.
  public static var blockByteCount: Int { 104 }

  private var state = DigestState(.sha3x384)

  /// Begins with no data.
  public init() {}

  /// Adds data; any division into pieces gives the same hash value.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe DigestState.update(&state, with: bufferPointer)  // because the caller passes a buffer it can read
  }

  /// The hash value of what was added until now; more can be added afterwards.
  public func finalize() -> SHA3_384Digest { SHA3_384Digest(bytes: state.finish()) }

  /// The hash value of data that is there as a whole.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA3_384Digest {
    // because the caller passes a buffer it can read
    unsafe SHA3_384Digest(bytes: DigestContext.hash(bufferPointer, .sha3x384))
  }
}
#endif
