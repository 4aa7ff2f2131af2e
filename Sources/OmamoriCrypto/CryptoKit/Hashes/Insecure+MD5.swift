#if !canImport(Darwin)

extension Insecure {
  /// The hash function MD5 (RFC 1321), broken, with the interface of CryptoKit's type of the same name.
  ///
  /// A value: a copy goes on independently. Safe to send between threads.
  public struct MD5: HashFunction {
    /// The length of a hash value in bytes: 16.
    public static var byteCount: Int { 16 }
    /// The length of the block that the function works on, in bytes: 64.
    public static var blockByteCount: Int { 64 }

    private var state = DigestState(.md5)

    /// Begins with no data.
    public init() {}

    /// Adds data; any division into pieces gives the same hash value.
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
      // because the caller passes a buffer it can read
      unsafe DigestState.update(&state, with: bufferPointer)
    }

    /// The hash value of what was added until now; more can be added afterwards.
    public func finalize() -> MD5Digest { MD5Digest(bytes: state.finish()) }

    /// The hash value of data that is there as a whole.
    public static func hash(bufferPointer: UnsafeRawBufferPointer) -> MD5Digest {
      // because the caller passes a buffer it can read
      unsafe MD5Digest(bytes: DigestContext.hash(bufferPointer, .md5))
    }
  }
}
#endif
