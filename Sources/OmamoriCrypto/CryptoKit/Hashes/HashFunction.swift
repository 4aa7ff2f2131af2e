#if !canImport(Darwin)
public import OmamoriCore

/// A cryptographic hash function; the interface of CryptoKit's protocol of the same name.
///
/// A function is a value: a copy goes on independently. Send it to another thread or copy it there, but do not update
/// one value from two threads at once.
public protocol HashFunction: Sendable {
  /// The length of the block that the function works on, in bytes; HMAC needs it.
  static var blockByteCount: Int { get }
  /// The type of the hash values.
  associatedtype Digest: OmamoriCrypto.Digest

  /// Begins with no data.
  init()

  /// Adds data; any division into pieces gives the same hash value.
  mutating func update(bufferPointer: UnsafeRawBufferPointer)

  /// The hash value of what was added until now; more can be added afterwards.
  func finalize() -> Digest

  /// The hash value of data that is there as a whole.
  static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest
}

extension HashFunction {
  /// The hash value of data that is there as a whole.
  public static func hash(bufferPointer: UnsafeRawBufferPointer) -> Digest {
    var function = Self()
    unsafe function.update(bufferPointer: bufferPointer)  // because the caller passes a buffer it can read
    return function.finalize()
  }

  /// The hash value of data that is there as a whole.
  ///
  /// - Parameter data: Bytes of any length; data in one piece is not copied.
  /// - Returns: The hash value.
  @inlinable
  public static func hash<D: DataProtocol>(data: D) -> Digest {
    // because the buffer is only read during the call
    let digest = data.withContiguousStorageIfAvailable {
      unsafe hash(bufferPointer: UnsafeRawBufferPointer($0))
    }
    if let digest { return digest }
    var function = Self()
    function.update(data: data)
    return function.finalize()
  }

  /// Adds data; any division into pieces gives the same hash value.
  @inlinable
  public mutating func update<D: DataProtocol>(data: D) {
    for region in data.regions {
      // because the buffer is only read during the call
      unsafe region.withUnsafeBytes { unsafe update(bufferPointer: $0) }
    }
  }
}
#endif
