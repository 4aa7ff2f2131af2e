import OmamoriCore

/// AES-GCM with nonces that are longer than the 128 bytes OpenSSL takes, as CryptoKit has no such bound.
///
/// Put together from GCM with a nonce of zeros and counter mode (SP 800-38D §7). Encrypting so that a chosen ciphertext
/// comes out gives its hash value under the mask of that nonce, which counter mode gives too. Both steps that a long
/// nonce changes need no more: the first counter is the hash value of the nonce, and the tag is the hash value of the
/// message under the mask of that counter. For compatibility only: it passes over a message three times.
// because every span is used only during the call that gets it
struct LongNonceGCM {
  /// The longest nonce that OpenSSL takes, in bytes.
  static let longestOrdinaryNonce = 128
  /// The first counter of the nonce of zeros.
  private static let zeroCounter: UInt128 = 1

  private let key: SymmetricKey
  private let algorithm: AEADAlgorithm

  init(_ algorithm: AEADAlgorithm, key: SymmetricKey) { (self.algorithm, self.key) = (algorithm, key) }

  /// Encrypts a message; `output` gets the ciphertext and the tag.
  func seal(
    _ plaintext: RawSpan,
    nonce: RawSpan,
    authenticating data: RawSpan,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    let count = plaintext.byteCount
    let start = try hashValue(of: nonce, RawSpan())
    try encrypt(plaintext, from: start, into: &output)
    let tag = try tag(of: output.bytes.extracting(..<count), data, start)
    output.storeBytes(of: tag.bigEndian, toByteOffset: count, as: UInt128.self)
  }

  /// Decrypts a message after checking its tag.
  func open(
    _ sealed: RawSpan,
    nonce: RawSpan,
    authenticating data: RawSpan,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    let count = sealed.byteCount - AEADAlgorithm.tagByteCount
    let start = try hashValue(of: nonce, RawSpan())
    let expected = try tag(of: sealed.extracting(..<count), data, start)
    let isAuthentic = unsafe withUnsafeBytes(of: expected.bigEndian) {
      unsafe ConstantTime.equal($0.bytes, sealed.extracting(count...))
    }
    guard isAuthentic else { throw .authenticationFailed }
    try encrypt(sealed.extracting(..<count), from: start, into: &output)
  }

  private func tag(of ciphertext: RawSpan, _ data: RawSpan, _ start: UInt128) throws(CryptoError) -> UInt128 {
    try hashValue(of: ciphertext, data) ^ (try mask(of: start))
  }

  /// GHASH over associated data and a ciphertext, with their lengths.
  private func hashValue(of ciphertext: RawSpan, _ data: RawSpan) throws(CryptoError) -> UInt128 {
    let count = ciphertext.byteCount
    let plaintext = try SecretBytes(count: count) { bytes throws(CryptoError) in
      try encrypt(ciphertext, from: Self.zeroCounter, into: &bytes)
    }
    let nonce = [UInt8](repeating: 0, count: AEADAlgorithm.nonceByteCount)
    let sealed = try SecretBytes(count: count + AEADAlgorithm.tagByteCount) { bytes throws(CryptoError) in
      let context = try key.withBytes { key throws(CryptoError) in
        try AEADContext(algorithm, key: key, direction: .seal)
      }
      try context.seal(
        plaintext.bytes, nonce: unsafe nonce.byteSpan.bytes, authenticating: data, into: &bytes)
    }
    let tag = unsafe sealed.bytes.unsafeLoadUnaligned(fromByteOffset: count, as: UInt128.self)
    return UInt128(bigEndian: tag) ^ (try mask(of: Self.zeroCounter))
  }

  /// The encrypted counter.
  private func mask(of counter: UInt128) throws(CryptoError) -> UInt128 {
    let zeros = [UInt8](repeating: 0, count: AEADAlgorithm.tagByteCount)
    let mask = try SecretBytes(count: zeros.count) { bytes throws(CryptoError) in
      try crypt(unsafe zeros.byteSpan.bytes, counter, into: &bytes)
    }
    return UInt128(bigEndian: unsafe mask.bytes.unsafeLoadUnaligned(as: UInt128.self))
  }

  /// Encrypts or decrypts with the counters after `start`, of which only the last 32 bits count on.
  private func encrypt(
    _ input: RawSpan,
    from start: UInt128,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    let low = UInt32(truncatingIfNeeded: start) &+ 1
    let high = start & ~UInt128(UInt32.max)
    let untilWrap = (Int(UInt32.max) - Int(low) + 1) * 16
    try crypt(input.extracting(..<min(untilWrap, input.byteCount)), high | UInt128(low), into: &output)
    guard input.byteCount > untilWrap else { return }
    try output.withBytes(from: untilWrap) { output throws(CryptoError) in
      try crypt(input.extracting(untilWrap...), high, into: &output)
    }
  }

  private func crypt(
    _ input: RawSpan,
    _ counter: UInt128,
    into output: inout MutableRawSpan
  ) throws(CryptoError) {
    guard input.byteCount > 0 else { return }
    let length = try key.withBytes { key throws(CryptoError) in
      try unsafe withUnsafeBytes(of: counter.bigEndian) { counter throws(CryptoError) in
        try CipherOperation.aes(.encrypt, .ctr, key: key, vector: unsafe counter.bytes, input, into: &output)
      }
    }
    guard length == input.byteCount else { throw .backend(code: 0) }
  }
}
