#if !canImport(Darwin)
public import OmamoriCore

extension AES {
  /// Encryption that always gives the same result for the same message (RFC 5297), which CryptoKit lacks.
  ///
  /// Whoever sees two results knows whether the messages and the headers are equal, and nothing else: good for wrapping
  /// keys and for finding equal values in a database. It needs no random nonce; give one as the last header to get
  /// another result each time, and lose only secrecy of equality, nothing more, should a nonce be used twice. Has no
  /// state; safe to use from any thread.
  public enum SIV: Sendable {
    /// The most headers that a message can have.
    public static let largestHeaderCount = 126
    /// The bytes by which a sealed message is longer than the message.
    public static let overhead = 16
  }
}

extension AES.SIV {
  /// Encrypts a message and authenticates it together with headers.
  ///
  /// - Parameters:
  ///   - message: The message, of at most 1 GiB.
  ///   - key: A key of 256, 384 or 512 bits: one half authenticates, the other encrypts with AES-128, -192 or -256.
  ///   - headers: What the receiver must present too, in the same order; an empty one differs from none.
  /// - Returns: The vector of 16 bytes and then the ciphertext.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for a key, a message or headers of a wrong size.
  public static func seal<Plaintext: DataProtocol>(
    _ message: Plaintext,
    using key: SymmetricKey,
    authenticating headers: [Data] = []
  ) throws(CryptoError) -> Data {
    try check(key, headers)
    return try message.withRawSpan { message throws(CryptoError) in
      try key.withBytes { key throws(CryptoError) in try seal(message, key, headers) }
    }
  }

  /// Decrypts a message and makes sure that it and the headers are what was sealed.
  ///
  /// - Parameters:
  ///   - sealed: The vector and the ciphertext.
  ///   - key: The key that it was sealed with.
  ///   - headers: The headers that were authenticated with it.
  /// - Returns: The message.
  /// - Throws: ``CryptoError/authenticationFailed``, or ``CryptoError/outOfRange(lower:upper:)`` as for sealing.
  public static func open<Sealed: DataProtocol>(
    _ sealed: Sealed,
    using key: SymmetricKey,
    authenticating headers: [Data] = []
  ) throws(CryptoError) -> Data {
    try check(key, headers)
    return try sealed.withRawSpan { sealed throws(CryptoError) in
      guard sealed.byteCount >= overhead else { throw .authenticationFailed }
      return try key.withBytes { key throws(CryptoError) in try open(sealed, key, headers) }
    }
  }

  private static func seal(_ message: RawSpan, _ key: RawSpan, _ headers: [Data]) throws(CryptoError) -> Data
  {
    let half = key.byteCount / 2
    let vector = try SyntheticVector(key: key.extracting(..<half)).calculate(headers, message)
    return try Data(byteCount: overhead + message.byteCount) { output throws(CryptoError) in
      output.storeBytes(of: vector.bigEndian, as: UInt128.self)
      try output.withBytes(from: overhead) { rest throws(CryptoError) in
        try crypt(message, key.extracting(half...), vector, into: &rest)
      }
    }
  }

  private static func open(_ sealed: RawSpan, _ key: RawSpan, _ headers: [Data]) throws(CryptoError) -> Data {
    let half = key.byteCount / 2
    // because the vector is within the bytes
    let received = UInt128(bigEndian: unsafe sealed.unsafeLoadUnaligned(as: UInt128.self))
    return try Data(byteCount: sealed.byteCount - overhead) { output throws(CryptoError) in
      try crypt(sealed.extracting(overhead...), key.extracting(half...), received, into: &output)
      let vector = try SyntheticVector(key: key.extracting(..<half)).calculate(headers, output.bytes)
      let isAuthentic = try SyntheticVector.withBytes(of: vector ^ received) { ConstantTime.isZero($0) }
      guard isAuthentic else {
        // because the buffer is the output itself, which nobody may see
        unsafe output.withUnsafeMutableBytes { unsafe MemoryWipe.wipe($0) }
        throw .authenticationFailed
      }
    }
  }

  /// Runs counter mode from the vector with two bits cleared, as the specification wants.
  private static func crypt(
    _ input: RawSpan,
    _ key: RawSpan,
    _ vector: UInt128,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    guard input.byteCount > 0 else { return }
    let start = vector & ~(1 << 63 | 1 << 31)
    let length = try SyntheticVector.withBytes(of: start) { start throws(CryptoError) in
      try CipherOperation.aes(.encrypt, .ctr, key: key, vector: start, input, into: &output)
    }
    guard length == input.byteCount else { throw .backend(code: 0) }
  }

  private static func check(_ key: SymmetricKey, _ headers: [Data]) throws(CryptoError) {
    guard [32, 48, 64].contains(key.bitCount / 8) else { throw .outOfRange(lower: 32, upper: 64) }
    guard headers.count <= largestHeaderCount else { throw .outOfRange(lower: 0, upper: largestHeaderCount) }
  }
}
#endif
