#if canImport(Darwin)
import CommonCrypto
import OmamoriCore

/// AES-256 on single blocks (FIPS 197), for constructions that are built of it, never as a cipher of its own.
enum AESBlock {
  /// The number of bytes of a block.
  static let byteCount = 16

  /// Encrypts each block of a buffer by itself and in place.
  ///
  /// - Parameters:
  ///   - blocks: Whole blocks, at most 1 MiB of them.
  ///   - key: 32 bytes.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for another key or a part of a block,
  ///   ``CryptoError/backend(code:)``.
  static func encrypt(_ blocks: inout MutableRawSpan, key: RawSpan) throws(CryptoError) {
    guard key.byteCount == kCCKeySizeAES256 else { throw .outOfRange(lower: 32, upper: 32) }
    guard blocks.byteCount.isMultiple(of: byteCount), blocks.byteCount <= 1 << 20 else {
      throw .outOfRange(lower: byteCount, upper: 1 << 20)
    }
    // because every pointer is used during the call only, and CommonCrypto allows encryption in place
    let status = unsafe blocks.withUnsafeMutableBytes { blocks in
      unsafe key.withUnsafeBytes { key in
        var written = 0
        return unsafe CCCrypt(
          CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionECBMode), key.baseAddress,
          key.count, nil, blocks.baseAddress, blocks.count, blocks.baseAddress, blocks.count, &written)
      }
    }
    guard status == CCCryptorStatus(kCCSuccess) else {
      throw .backend(code: UInt(UInt32(bitPattern: status)))
    }
  }
}
#endif
