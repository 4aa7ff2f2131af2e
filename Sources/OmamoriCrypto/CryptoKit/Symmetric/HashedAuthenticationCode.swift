#if !canImport(Darwin)

/// A code that ``HMAC`` made; the interface of CryptoKit's type of the same name.
///
/// Compared in constant time. A value; safe to share between threads.
public struct HashedAuthenticationCode<H: HashFunction>: MessageAuthenticationCode {
  let code: DigestBytes

  /// The number of bytes, that of a hash value.
  public var byteCount: Int { H.Digest.byteCount }

  /// The name of the function and the bytes in hexadecimal, such as `HMAC with SHA256: 4b39…`.
  public var description: String { "HMAC with \(H.self): \(Hexadecimal.text(of: self))" }

  /// Calls `body` with the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try unsafe code.withUnsafeBytes(count: byteCount, body)
  }
}
#endif
