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
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key, a message or headers of a wrong size.
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
  /// - Throws: `CryptoError.authenticationFailed`, or `CryptoError.outOfRange(lower:upper:)` as for sealing.
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

/// The vector of AES-SIV: a code over the headers and the message, called S2V in RFC 5297 §2.4.
struct SyntheticVector: ~Copyable {
  private let mac: CMACState

  /// Prepares the half of a key that authenticates.
  init(key: RawSpan) throws(CryptoError) { mac = try CMACState(key: key) }

  /// The vector for headers and a message.
  func calculate(_ headers: [Data], _ message: RawSpan) throws(CryptoError) -> UInt128 {
    var sum = try code(of: 0)
    for header in headers {
      let code = try mac.copy()
      try code.update(unsafe header.span.bytes)  // because UInt8 has no padding
      sum = Self.doubled(sum) ^ (try code.finish())
    }
    return try end(message, sum)
  }

  /// Mixes the sum of the headers with the end of the message.
  private func end(_ message: RawSpan, _ sum: UInt128) throws(CryptoError) -> UInt128 {
    let start = message.byteCount - CMACState.byteCount
    guard start >= 0 else {
      var last: UInt128 = 1 << (127 - 8 * UInt128(message.byteCount))
      for offset in 0..<message.byteCount {
        last |= UInt128(Self.byte(message, at: offset)) << (120 - 8 * UInt128(offset))
      }
      return try code(of: Self.doubled(sum) ^ last)
    }
    var last: UInt128 = 0
    for offset in start..<message.byteCount { last = last << 8 | UInt128(Self.byte(message, at: offset)) }
    return try code(of: last ^ sum, after: message.extracting(..<start))
  }

  private func code(of block: UInt128, after start: RawSpan = RawSpan()) throws(CryptoError) -> UInt128 {
    let code = try mac.copy()
    try code.update(start)
    try Self.withBytes(of: block) { bytes throws(CryptoError) in try code.update(bytes) }
    return try code.finish()
  }

  /// Calls `body` with the bytes of a block in big-endian order.
  static func withBytes<Value>(
    of block: UInt128,
    _ body: (RawSpan) throws(CryptoError) -> Value
  ) throws(CryptoError) -> Value {
    // because the span is not used outside of the closure
    try unsafe withUnsafeBytes(of: block.bigEndian) { bytes throws(CryptoError) in
      try unsafe body(bytes.bytes)
    }
  }

  /// The block times x in the field of 2^128 elements, without a branch.
  private static func doubled(_ block: UInt128) -> UInt128 { (block << 1) ^ ((0 &- (block >> 127)) & 0x87) }

  private static func byte(_ bytes: RawSpan, at offset: Int) -> UInt8 {
    // because callers stay within the message
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
