import OmamoriCore

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
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)``, ``CryptoError/backend(code:)``.
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
  /// - Throws: ``CryptoError/backend(code:)``.
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
