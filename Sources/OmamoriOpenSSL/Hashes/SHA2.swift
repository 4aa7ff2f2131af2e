import OmamoriCore

/// Another name of ``SHA256``.
public typealias SHA2_256 = SHA256
/// Another name of ``SHA384``.
public typealias SHA2_384 = SHA384
/// Another name of ``SHA512``.
public typealias SHA2_512 = SHA512

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

/// A hash value of ``SHA256``: 32 bytes, compared in constant time.
public struct SHA256Digest: Digest {
  /// The number of bytes: 32.
  public static var byteCount: Int { 32 }

  package let bytes: DigestBytes

  /// Calls `body` with the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try unsafe bytes.withUnsafeBytes(count: Self.byteCount, body)
  }
}

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

/// A hash value of ``SHA384``: 48 bytes, compared in constant time.
public struct SHA384Digest: Digest {
  /// The number of bytes: 48.
  public static var byteCount: Int { 48 }

  package let bytes: DigestBytes

  /// Calls `body` with the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try unsafe bytes.withUnsafeBytes(count: Self.byteCount, body)
  }
}

/// The hash function SHA-512 (FIPS 180-4), with the interface of CryptoKit's type of the same name.
///
/// A value: a copy goes on independently. Safe to send between threads.
public struct SHA512: HashFunction {
  /// The length of a hash value in bytes: 64.
  public static var byteCount: Int { 64 }
  /// The length of the block that the function works on, in bytes: 128.
  public static var blockByteCount: Int { 128 }

  private var state = DigestState(.sha512)

  /// Begins with no data.
  public init() {}

  /// Adds data; any division into pieces gives the same hash value.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe DigestState.update(&state, with: bufferPointer)  // because the caller passes a buffer it can read
  }

  /// The hash value of what was added until now; more can be added afterwards.
  public func finalize() -> SHA512Digest { SHA512Digest(bytes: state.finish()) }

  /// The hash value of data that is there as a whole.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA512Digest {
    // because the caller passes a buffer it can read
    unsafe SHA512Digest(bytes: DigestContext.hash(bufferPointer, .sha512))
  }
}

/// A hash value of ``SHA512``: 64 bytes, compared in constant time.
public struct SHA512Digest: Digest {
  /// The number of bytes: 64.
  public static var byteCount: Int { 64 }

  package let bytes: DigestBytes

  /// Calls `body` with the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try unsafe bytes.withUnsafeBytes(count: Self.byteCount, body)
  }
}
