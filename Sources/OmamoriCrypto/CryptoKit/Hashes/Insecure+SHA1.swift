#if !canImport(Darwin)

extension Insecure {
  /// The hash function SHA-1 (FIPS 180-4), broken, with the interface of CryptoKit's type of the same name.
  ///
  /// A value: a copy goes on independently. Safe to send between threads.
  public struct SHA1: HashFunction {
    /// The length of a hash value in bytes: 20.
    public static var byteCount: Int { 20 }
    /// The length of the block that the function works on, in bytes: 64.
    public static var blockByteCount: Int { 64 }

    private var state = DigestState(.sha1)

    /// Begins with no data.
    public init() {}

    /// Adds data; any division into pieces gives the same hash value.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
      // because the caller passes a buffer it can read
      unsafe DigestState.update(&state, with: bufferPointer)
    }

    /// The hash value of what was added until now; more can be added afterwards.
    public func finalize() -> SHA1Digest { SHA1Digest(bytes: state.finish()) }

    /// The hash value of data that is there as a whole.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA1Digest {
      // because the caller passes a buffer it can read
      unsafe SHA1Digest(bytes: DigestContext.hash(bufferPointer, .sha1))
    }
  }
}
#endif
