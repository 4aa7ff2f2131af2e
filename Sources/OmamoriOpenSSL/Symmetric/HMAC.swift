public import OmamoriCore

/// Message authentication with a hash function (RFC 2104), with the interface of CryptoKit's type of the same name.
///
/// A value: a copy goes on independently. Safe to send between threads.
public struct HMAC<H: HashFunction>: Sendable {
  /// The type of the keys.
  public typealias Key = SymmetricKey
  /// The type of the codes.
  public typealias MAC = HashedAuthenticationCode<H>

  private var inner = H()
  private var outer = H()

  /// Begins with no data.
  ///
  /// - Parameter key: A key, best as long as a hash value of `H`; any length is taken.
  public init(key: SymmetricKey) {
    key.withBytes { key in
      guard key.byteCount > H.blockByteCount else { return start(key) }
      // because the buffers are only read during the calls
      let hashed = unsafe key.withUnsafeBytes { unsafe H.hash(bufferPointer: $0) }
      unsafe hashed.withUnsafeBytes { unsafe start($0.bytes) }
    }
  }

  /// Gives both functions the key, mixed with their bytes.
  private mutating func start(_ key: RawSpan) {
    var pad = SecretBytes(count: H.blockByteCount) { pad in
      // because the key is not longer than the block
      unsafe pad.withUnsafeMutableBytes { pad in
        unsafe key.withUnsafeBytes { unsafe pad.copyMemory(from: $0) }
      }
    }
    Self.mix(&pad, with: 0x36, into: &inner)
    Self.mix(&pad, with: 0x36 ^ 0x5C, into: &outer)
  }

  private static func mix(_ pad: inout SecretBytes, with byte: UInt8, into function: inout H) {
    pad.withMutableBytes { pad in
      // because the indices are those of the buffer, which is only used during the call
      unsafe pad.withUnsafeMutableBytes { pad in
        for index in pad.indices { unsafe pad[index] ^= byte }
        unsafe function.update(bufferPointer: UnsafeRawBufferPointer(pad))
      }
    }
  }

  /// Adds data; any division into pieces gives the same code.
  ///
  /// - Parameter data: Bytes of any length.
  public mutating func update<D: DataProtocol>(data: D) { inner.update(data: data) }

  /// The code of what was added until now; more can be added afterwards.
  public func finalize() -> MAC {
    var outer = outer
    // because the buffer is only read during the call
    unsafe inner.finalize().withUnsafeBytes { unsafe outer.update(bufferPointer: $0) }
    return MAC(code: DigestBytes(outer.finalize()))
  }

  /// The code of data that are there as a whole.
  ///
  /// - Parameters:
  ///   - data: Bytes of any length.
  ///   - key: The key.
  /// - Returns: The code.
  @inlinable
  public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC {
    data.withRawSpan { code(for: $0, key) }
  }

  /// Says whether a code belongs to the data and the key, in constant time.
  ///
  /// - Parameters:
  ///   - authenticationCode: The code that was received.
  ///   - authenticatedData: The data that were received.
  ///   - key: The key.
  /// - Returns: Whether the sender had the key and the data are unchanged.
  public static func isValidAuthenticationCode<D: DataProtocol>(
    _ authenticationCode: MAC,
    authenticating authenticatedData: D,
    using key: SymmetricKey
  ) -> Bool {
    self.authenticationCode(for: authenticatedData, using: key) == authenticationCode
  }

  /// Says whether the bytes of a code belong to the data and the key, in a time that depends on the lengths only.
  ///
  /// - Parameters:
  ///   - authenticationCode: The code that was received; a shortened one is not valid.
  ///   - authenticatedData: The data that were received.
  ///   - key: The key.
  /// - Returns: Whether the sender had the key and the data are unchanged.
  public static func isValidAuthenticationCode<C: ContiguousBytes, D: DataProtocol>(
    _ authenticationCode: C,
    authenticating authenticatedData: D,
    using key: SymmetricKey
  ) -> Bool {
    isValid(authenticationCode, self.authenticationCode(for: authenticatedData, using: key))
  }

  /// Says whether a code belongs to the bytes of a buffer and the key, in constant time.
  ///
  /// - Parameters:
  ///   - authenticationCode: The code that was received.
  ///   - bufferPointer: The data that were received.
  ///   - key: The key.
  /// - Returns: Whether the sender had the key and the data are unchanged.
  public static func isValidAuthenticationCode(
    _ authenticationCode: MAC,
    authenticating bufferPointer: UnsafeRawBufferPointer,
    using key: SymmetricKey
  ) -> Bool {
    // because the buffer is only read during the call
    code(for: unsafe bufferPointer.bytes, key) == authenticationCode
  }

  private static func isValid(_ received: some ContiguousBytes, _ code: MAC) -> Bool {
    // because both buffers are only read during the calls
    unsafe received.withUnsafeBytes { received in
      unsafe code.withUnsafeBytes { unsafe ConstantTime.equal($0.bytes, received.bytes) }
    }
  }

  @usableFromInline
  package static func code(for data: RawSpan, _ key: SymmetricKey) -> MAC {
    if let algorithm = H.algorithm {
      return MAC(code: key.withBytes { KeyedHash.code(algorithm, key: $0, data) })
    }
    var function = Self(key: key)
    // because the buffer is only read during the call
    unsafe data.withUnsafeBytes { unsafe function.inner.update(bufferPointer: $0) }
    return function.finalize()
  }
}

/// A code that ``HMAC`` made; the interface of CryptoKit's type of the same name.
///
/// Compared in constant time.
public struct HashedAuthenticationCode<H: HashFunction>: MessageAuthenticationCode {
  package let code: DigestBytes

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

/// A code that proves that data were written by somebody who has the key; the interface of CryptoKit's protocol.
///
/// Compared in constant time.
public protocol MessageAuthenticationCode: Hashable, ContiguousBytes, CustomStringConvertible, Sequence,
  Sendable
where Element == UInt8 {
  /// The number of bytes.
  var byteCount: Int { get }
}

extension MessageAuthenticationCode {
  /// Goes over the bytes.
  public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }

  /// Says whether both have the same bytes, in a time that depends on their lengths only.
  public static func == (left: Self, right: Self) -> Bool { ConstantTime.equal(left.bytes, right.bytes) }

  /// Says whether `right` has the bytes of the code, in a time that depends on the lengths only.
  public static func == <D: DataProtocol>(left: Self, right: D) -> Bool {
    ConstantTime.equal(left.bytes, Array(right))
  }

  /// Says whether `right` does not have the bytes of the code, in a time that depends on the lengths only.
  public static func != <D: DataProtocol>(left: Self, right: D) -> Bool { !(left == right) }

  /// Hashes the bytes, for sets and dictionaries.
  public func hash(into hasher: inout Hasher) {
    // because the buffer is only read during the call
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  // because the copy is made before the closure returns
  private var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
