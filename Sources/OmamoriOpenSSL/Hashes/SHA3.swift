import OmamoriCore

/// The hash function SHA3-256 (FIPS 202), with the interface of CryptoKit's type of the same name.
///
/// A value: a copy goes on independently. Safe to send between threads.
public struct SHA3_256: HashFunction {
  /// The length of a hash value in bytes: 32.
  public static var byteCount: Int { 32 }
  /// The length of the block that the function works on, in bytes: 136.
  public static var blockByteCount: Int { 136 }

  private var state = DigestState(.sha3x256)

  /// Begins with no data.
  public init() {}

  /// Adds data; any division into pieces gives the same hash value.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe DigestState.update(&state, with: bufferPointer)  // because the caller passes a buffer it can read
  }

  /// The hash value of what was added until now; more can be added afterwards.
  public func finalize() -> SHA3_256Digest { SHA3_256Digest(bytes: state.finish()) }

  /// The hash value of data that is there as a whole.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA3_256Digest {
    // because the caller passes a buffer it can read
    unsafe SHA3_256Digest(bytes: DigestContext.hash(bufferPointer, .sha3x256))
  }
}

/// A hash value of ``SHA3_256``: 32 bytes, compared in constant time.
public struct SHA3_256Digest: Digest {
  /// The number of bytes: 32.
  public static var byteCount: Int { 32 }

  package let bytes: DigestBytes

  /// Calls `body` with the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try unsafe bytes.withUnsafeBytes(count: Self.byteCount, body)
  }
}

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

/// A hash value of ``SHA3_384``: 48 bytes, compared in constant time.
public struct SHA3_384Digest: Digest {
  /// The number of bytes: 48.
  public static var byteCount: Int { 48 }

  package let bytes: DigestBytes

  /// Calls `body` with the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try unsafe bytes.withUnsafeBytes(count: Self.byteCount, body)
  }
}

/// The hash function SHA3-512 (FIPS 202), with the interface of CryptoKit's type of the same name.
///
/// A value: a copy goes on independently. Safe to send between threads.
public struct SHA3_512: HashFunction {
  /// The length of a hash value in bytes: 64.
  public static var byteCount: Int { 64 }
  /// The length of the block that the function works on, in bytes: 72.
  public static var blockByteCount: Int { 72 }

  private var state = DigestState(.sha3x512)

  /// Begins with no data.
  public init() {}

  /// Adds data; any division into pieces gives the same hash value.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    unsafe DigestState.update(&state, with: bufferPointer)  // because the caller passes a buffer it can read
  }

  /// The hash value of what was added until now; more can be added afterwards.
  public func finalize() -> SHA3_512Digest { SHA3_512Digest(bytes: state.finish()) }

  /// The hash value of data that is there as a whole.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> SHA3_512Digest {
    // because the caller passes a buffer it can read
    unsafe SHA3_512Digest(bytes: DigestContext.hash(bufferPointer, .sha3x512))
  }
}

/// A hash value of ``SHA3_512``: 64 bytes, compared in constant time.
public struct SHA3_512Digest: Digest {
  /// The number of bytes: 64.
  public static var byteCount: Int { 64 }

  package let bytes: DigestBytes

  /// Calls `body` with the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try unsafe bytes.withUnsafeBytes(count: Self.byteCount, body)
  }
}
