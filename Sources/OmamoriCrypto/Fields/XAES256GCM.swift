public import OmamoriCore

/// XAES-256-GCM (c2sp.org/XAES-256-GCM): AES-256-GCM with a nonce so long that it may always be random.
///
/// A nonce of 192 bits derives a key of its own for every message, with two more blocks of AES. With random nonces, two
/// of 2^80 messages have the same one with a probability of 2^-32; AES-GCM's own nonce of 96 bits reaches that after
/// 2^32 messages. It is not key-committing: who may choose keys can make a ciphertext that two of them open.
/// Safe to use from any thread.
public enum XAES256GCM {
  /// The number of bytes of a nonce.
  public static let nonceByteCount = 24
  /// The number of bytes of a tag.
  public static let tagByteCount = 16
  /// How many bytes longer a sealed message is: nonce and tag.
  public static let overhead = nonceByteCount + tagByteCount

  /// Seals a message with a new random nonce.
  ///
  /// - Parameters:
  ///   - plaintext: The message.
  ///   - key: 256 bits.
  ///   - data: What is authenticated with it but neither hidden nor part of the result.
  /// - Returns: Nonce, ciphertext and tag.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for another length of key,
  ///   `CryptoError.randomnessUnavailable(code:)`, `CryptoError.backend(code:)`.
  public static func seal(
    _ plaintext: Data,
    using key: SymmetricKey,
    authenticating data: Data
  ) throws(CryptoError) -> Data {
    try seal(plaintext, using: XAESKey(key), nonce: randomNonce(), authenticating: data)
  }

  /// Opens a message.
  ///
  /// - Parameters:
  ///   - combined: Nonce, ciphertext and tag.
  ///   - key: The key that it was sealed with.
  ///   - data: What was authenticated with it.
  /// - Returns: The message.
  /// - Throws: `CryptoError.authenticationFailed` for a wrong key, wrong data, and changed or cut messages.
  public static func open(
    _ combined: Data,
    using key: SymmetricKey,
    authenticating data: Data
  ) throws(CryptoError) -> Data {
    try open(combined, using: XAESKey(key), authenticating: data)
  }

  /// 24 random bytes.
  static func randomNonce() throws(CryptoError) -> [UInt8] {
    do throws(CoreError) {
      return try SystemRandomness().bytes(count: nonceByteCount)
    } catch {
      throw CryptoError(error)
    }
  }

  /// Seals with a given nonce, which must never have been used with the key.
  static func seal(
    _ plaintext: Data,
    using key: XAESKey,
    nonce: [UInt8],
    authenticating data: Data
  ) throws(CryptoError) -> Data {
    guard nonce.count == nonceByteCount else {
      throw .outOfRange(lower: nonceByteCount, upper: nonceByteCount)
    }
    let derived = try key.derived(for: nonce[..<12])
    do {
      let box = try AES.GCM.seal(
        plaintext, using: derived, nonce: AES.GCM.Nonce(data: nonce[12...]), authenticating: data)
      var combined = Data(capacity: plaintext.count + overhead)
      combined.append(contentsOf: nonce)
      combined.append(box.ciphertext)
      combined.append(box.tag)
      return combined
    } catch {
      throw .backend(code: 0)
    }
  }

  /// Opens with a prepared key.
  static func open(
    _ combined: Data,
    using key: XAESKey,
    authenticating data: Data
  ) throws(CryptoError) -> Data {
    guard combined.count >= overhead else { throw .authenticationFailed }
    let nonce = Array(combined.prefix(nonceByteCount))
    let derived = try key.derived(for: nonce[..<12])
    do {
      let box = try AES.GCM.SealedBox(combined: combined.dropFirst(12))
      return try AES.GCM.open(box, using: derived, authenticating: data)
    } catch {
      throw .authenticationFailed
    }
  }
}

/// A key of XAES-256-GCM with what can be calculated once for all messages (c2sp.org/XAES-256-GCM, steps 1 and 2).
///
/// Safe to share between threads.
struct XAESKey: Sendable {
  private let key: SymmetricKey
  /// The subkey of CMAC that single blocks are mixed with.
  private let mask: SharedSecretBytes

  /// Prepares a key.
  ///
  /// - Parameter key: 256 bits.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, `CryptoError.backend(code:)`.
  init(_ key: SymmetricKey) throws(CryptoError) {
    guard key.bitCount == 256 else { throw .outOfRange(lower: 256, upper: 256) }
    self.key = key
    mask = SharedSecretBytes(
      try SecretBytes(count: AESBlock.byteCount) { block throws(CryptoError) in
        try Self.encrypt(&block, key)
        Self.double(&block)
      })
  }

  /// The key of AES-256-GCM for one message (steps 3 to 5).
  ///
  /// - Parameter nonce: The first half of the nonce, 12 bytes.
  /// - Returns: The key.
  /// - Throws: `CryptoError.backend(code:)`.
  func derived(for nonce: ArraySlice<UInt8>) throws(CryptoError) -> SymmetricKey {
    let derived = try SecretBytes(count: 2 * AESBlock.byteCount) { blocks throws(CryptoError) in
      mask.withBytes { mask in
        for (counter, start) in [0, AESBlock.byteCount].enumerated() {
          let message = [0, UInt8(counter + 1), UInt8(ascii: "X"), 0] + nonce
          for (offset, byte) in message.enumerated() {
            // because the mask and each message have the length of a block
            let mixed = unsafe byte ^ mask.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
            blocks.storeBytes(of: mixed, toByteOffset: start + offset, as: UInt8.self)
          }
        }
      }
      try Self.encrypt(&blocks, key)
    }
    return SymmetricKey(copying: derived)
  }

  private static func encrypt(_ blocks: inout MutableRawSpan, _ key: SymmetricKey) throws(CryptoError) {
    let copy = key.secretCopy()
    try AESBlock.encrypt(&blocks, key: copy.bytes)
  }

  /// Doubles a block as an element of GF(2^128), without a branch on its bits.
  private static func double(_ block: inout MutableRawSpan) {
    var carry: UInt8 = 0
    for offset in (0..<block.byteCount).reversed() {
      // because the offset is in the span
      let byte = unsafe block.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      block.storeBytes(of: byte << 1 | carry, toByteOffset: offset, as: UInt8.self)
      carry = byte >> 7
    }
    let last = block.byteCount - 1
    // because the span has a last byte
    let byte = unsafe block.unsafeLoad(fromByteOffset: last, as: UInt8.self)
    block.storeBytes(of: byte ^ (0b1000_0111 & (0 &- carry)), toByteOffset: last, as: UInt8.self)
  }
}
