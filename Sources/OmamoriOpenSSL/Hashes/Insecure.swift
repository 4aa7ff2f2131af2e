import OmamoriCore

/// Hash functions that are broken, for reading what others wrote with them; the name space of CryptoKit's type.
///
/// Collisions of both can be made at will. Use neither for signatures, for passwords, or to find out whether data were
/// changed.
public enum Insecure: Sendable {}

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

extension Insecure {
  /// A hash value of ``Insecure/MD5``: 16 bytes, compared in constant time.
  public struct MD5Digest: Digest {
    /// The number of bytes: 16.
    public static var byteCount: Int { 16 }

    package let bytes: DigestBytes

    /// Calls `body` with the bytes.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
      // because the caller promises not to keep the pointer
      try unsafe bytes.withUnsafeBytes(count: Self.byteCount, body)
    }
  }
}

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

extension Insecure {
  /// A hash value of ``Insecure/SHA1``: 20 bytes, compared in constant time.
  public struct SHA1Digest: Digest {
    /// The number of bytes: 20.
    public static var byteCount: Int { 20 }

    package let bytes: DigestBytes

    /// Calls `body` with the bytes.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
      // because the caller promises not to keep the pointer
      try unsafe bytes.withUnsafeBytes(count: Self.byteCount, body)
    }
  }
}
