#if !canImport(Darwin)

extension Insecure {
  /// A hash value of ``Insecure/MD5``: 16 bytes, compared in constant time.
  ///
  /// A value; safe to share between threads.
  public struct MD5Digest: Digest {
    /// The number of bytes: 16.
    public static var byteCount: Int { 16 }

    let bytes: DigestBytes

    /// Calls `body` with the bytes.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
      // because the caller promises not to keep the pointer
      try unsafe bytes.withUnsafeBytes(count: Self.byteCount, body)
    }
  }
}
#endif
