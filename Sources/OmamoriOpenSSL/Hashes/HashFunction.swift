public import OmamoriCore

/// A cryptographic hash function; the interface of CryptoKit's protocol of the same name.
///
/// A function is a value: a copy goes on independently. Send it to another thread or copy it there, but do not update
/// one value from two threads at once.
public protocol HashFunction: Sendable {
  /// The length of the block that the function works on, in bytes; HMAC needs it.
  static var blockByteCount: Int { get }
  /// The type of the hash values.
  associatedtype Digest: OmamoriOpenSSL.Digest

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

extension HashFunction {
  /// The function in OpenSSL, or `nil` for one that was written elsewhere.
  package static var algorithm: DigestAlgorithm? {
    if Self.self == SHA256.self { return .sha256 }
    if Self.self == SHA384.self { return .sha384 }
    if Self.self == SHA512.self { return .sha512 }
    if Self.self == SHA3_256.self { return .sha3x256 }
    if Self.self == SHA3_384.self { return .sha3x384 }
    if Self.self == SHA3_512.self { return .sha3x512 }
    if Self.self == Insecure.SHA1.self { return .sha1 }
    if Self.self == Insecure.MD5.self { return .md5 }
    return nil
  }
}

extension HashFunction {
  /// The hash value of three pieces, one after the other, in a secret that is as long as a hash value.
  ///
  /// Nothing is returned by value: copies of what is returned stay behind on the stack.
  package static func hash(
    _ first: RawSpan, _ second: RawSpan, _ third: RawSpan, into output: inout SecretBytes
  ) {
    output.withMutableBytes { output in
      // because the buffers are only used during the calls, and the output has room for a hash value
      unsafe output.withUnsafeMutableBytes { output in
        guard let algorithm else {
          var function = Self()
          unsafe first.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
          unsafe second.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
          unsafe third.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
          unsafe function.finalize().withUnsafeBytes { unsafe output.copyMemory(from: $0) }
          return
        }
        let context = DigestContext(algorithm)
        context.update(first)
        context.update(second)
        context.update(third)
        unsafe context.finish(into: output)
      }
    }
  }
}

/// A hash value; the interface of CryptoKit's protocol of the same name.
///
/// Compared in constant time.
public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
where Element == UInt8 {
  /// The number of bytes of every value of this type.
  static var byteCount: Int { get }
}

extension Digest {
  /// Goes over the bytes.
  public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }

  /// Says whether both have the same bytes, in constant time.
  public static func == (left: Self, right: Self) -> Bool { ConstantTime.equal(left.bytes, right.bytes) }

  /// Says whether `right` has the bytes of the digest, in a time that depends on its length only.
  public static func == <D: DataProtocol>(left: Self, right: D) -> Bool {
    ConstantTime.equal(left.bytes, Array(right))
  }

  /// Says whether `right` does not have the bytes of the digest, in a time that depends on its length only.
  public static func != <D: DataProtocol>(left: Self, right: D) -> Bool { !(left == right) }

  /// Hashes the bytes, for sets and dictionaries.
  public func hash(into hasher: inout Hasher) {
    // because the buffer is only read during the call
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// The name of the function and the bytes in hexadecimal, such as `SHA256 digest: 9f86…`.
  public var description: String { "\(Self.functionName) digest: \(Hexadecimal.text(of: bytes))" }

  /// `SHA256` for `SHA256Digest`.
  static var functionName: Substring {
    let name = "\(Self.self)"
    return name.hasSuffix("Digest") ? name.dropLast("Digest".count) : name[...]
  }

  // because the buffer is only read during the call
  private var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}

/// Room for the longest hash value, 64 bytes, without an allocation; a shorter one leaves the rest zero.
package struct DigestBytes: Sendable {
  /// The number of bytes there is room for.
  package static let capacity = 64

  private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0, 0, 0, 0, 0, 0, 0, 0
  )

  /// All zero.
  package init() {}

  /// Takes over a digest of any hash function.
  package init(_ digest: some Digest) {
    unsafe digest.withUnsafeBytes { source in
      // because no hash function is longer, and the length is a constant of its type, not data
      precondition(source.count <= Self.capacity, "a digest has at most 64 bytes")
      unsafe withUnsafeMutableBytes { unsafe $0.copyMemory(from: source) }
    }
  }

  /// Calls `body` with the first `count` bytes.
  package func withUnsafeBytes<Result>(
    count: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    // because the pointer is not used outside of the closure
    try unsafe Swift.withUnsafeBytes(of: words) {
      try unsafe body(UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
  }

  /// Calls `body` with all 64 bytes.
  package mutating func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    // because the pointer is not used outside of the closure
    try unsafe Swift.withUnsafeMutableBytes(of: &words) { try unsafe body($0) }
  }

  /// Writes zeros over the bytes.
  package mutating func wipe() {
    // because the buffer is the value itself
    unsafe withUnsafeMutableBytes { unsafe MemoryWipe.wipe($0) }
  }
}
