import COpenSSL
package import OmamoriCore

/// AES-256 on single blocks (FIPS 197), for constructions that are built of it, never as a cipher of its own.
package enum AESBlock {
  /// The number of bytes of a block.
  package static let byteCount = 16

  /// Encrypts each block of a buffer by itself and in place.
  ///
  /// - Parameters:
  ///   - blocks: Whole blocks, at most 1 MiB of them.
  ///   - key: 32 bytes.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for another key or a part of a block,
  ///   `CryptoError.backend(code:)`.
  package static func encrypt(_ blocks: inout MutableRawSpan, key: RawSpan) throws(CryptoError) {
    guard key.byteCount == 32 else { throw .outOfRange(lower: 32, upper: 32) }
    guard blocks.byteCount.isMultiple(of: byteCount), blocks.byteCount <= 1 << 20 else {
      throw .outOfRange(lower: byteCount, upper: 1 << 20)
    }
    ERR_clear_error()
    // because the context is freed, and its key schedule cleansed, when this function ends
    guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .outOfMemory }
    defer { unsafe EVP_CIPHER_CTX_free(context) }  // because it was made above
    // because every pointer is used during its call only, and in-place encryption of whole blocks is defined
    let isDone = unsafe blocks.withUnsafeMutableBytes { blocks in
      unsafe key.withUnsafeBytes { key in
        let key = unsafe key.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let cipher = unsafe BlockCipher.shared.pointer
        guard unsafe EVP_EncryptInit_ex2(context, cipher, key, nil, nil) == 1,
          unsafe EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return false }
        let bytes = unsafe blocks.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var written: Int32 = 0
        return unsafe EVP_EncryptUpdate(context, bytes, &written, bytes, Int32(blocks.count)) == 1
          && Int(written) == blocks.count
      }
    }
    guard isDone else {
      let code = ERR_peek_last_error()
      ERR_clear_error()
      throw .backend(code: UInt(code))
    }
  }

  /// The cipher, fetched once a process.
  // because the fetched object never changes and OpenSSL lets threads share it
  @safe private final class BlockCipher: @unchecked Sendable {
    static let shared = BlockCipher()
    let pointer: OpaquePointer?

    // because the names are literals and the object lives as long as the process
    private init() { unsafe pointer = EVP_CIPHER_fetch(nil, "AES-256-ECB", nil) }
  }
}
