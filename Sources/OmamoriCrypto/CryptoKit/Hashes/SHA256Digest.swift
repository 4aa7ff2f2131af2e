#if !canImport(Darwin)

/// A hash value of ``SHA256``: 32 bytes, compared in constant time.
///
/// A value; safe to share between threads.
public struct SHA256Digest: Digest {
  /// The number of bytes: 32.
  public static var byteCount: Int { 32 }

  let bytes: DigestBytes

  /// Calls `body` with the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try unsafe bytes.withUnsafeBytes(count: Self.byteCount, body)
  }
}
#endif
