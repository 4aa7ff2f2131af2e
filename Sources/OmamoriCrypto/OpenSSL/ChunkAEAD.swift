#if !canImport(Darwin)
import COpenSSL
import OmamoriCore

/// An authenticated cipher with the key set once, for many messages; on OpenSSL.
///
/// Not Sendable: the context belongs to one thread at a time.
@safe
final class ChunkAEAD {
  private let context: OpaquePointer

  /// Expands the key.
  init(
    _ algorithm: ChunkCipher.Algorithm,
    key: RawSpan,
    _ direction: ChunkWorker.Direction
  ) throws(CryptoError) {
    guard key.byteCount == algorithm.keySize else {
      throw .outOfRange(lower: algorithm.keySize, upper: algorithm.keySize)
    }
    let cipher = try unsafe FetchedChunkCiphers.shared.cipher(algorithm)  // because it lives for ever
    ERR_clear_error()
    // because the context is checked, and freed by the deinitialiser
    guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .outOfMemory }
    // because the key has the size that the cipher reads
    let result = unsafe key.withUnsafeBytes { key in
      let bytes = unsafe key.bindMemory(to: UInt8.self).baseAddress
      return unsafe EVP_CipherInit_ex2(context, cipher, bytes, nil, direction == .seal ? 1 : 0, nil)
    }
    guard result == 1 else {
      unsafe EVP_CIPHER_CTX_free(context)  // because nobody else has it
      throw Self.failure
    }
    unsafe self.context = context  // because it is freed by the deinitialiser
  }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }  // because it is ours; this wipes the key

  /// Seals a message; `sealed` has room for it and the tag.
  func seal(
    _ nonce: ChunkNonce,
    _ plaintext: UnsafeRawBufferPointer,
    into sealed: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    guard plaintext.count <= Int(Int32.max) else { throw .outOfRange(lower: 0, upper: Int(Int32.max)) }
    // because the room has the size of the message and the tag together, as the one caller checked
    let isDone =
      unsafe begin(nonce) && run(plaintext, plaintext.count, sealed)
      && finish(sealed, at: plaintext.count)
      && EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_GET_TAG, Int32(ChunkCipher.Algorithm.tagSize),
        sealed.baseAddress?.advanced(by: plaintext.count)) == 1
    guard isDone else { throw Self.failure }
  }

  /// Opens a message with its tag; `plaintext` has room for it, and holds zeros after a failure.
  func open(
    _ nonce: ChunkNonce,
    _ sealed: UnsafeRawBufferPointer,
    into plaintext: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    let count = plaintext.count
    guard count <= Int(Int32.max) else { throw .outOfRange(lower: 0, upper: Int(Int32.max)) }
    // because SET_TAG only reads the tag, which follows the message
    let tag = unsafe UnsafeMutableRawPointer(mutating: sealed.baseAddress?.advanced(by: count))
    // because the room has the size of the message without the tag, as the one caller checked
    let isReady =
      unsafe begin(nonce) && run(sealed, count, plaintext)
      && EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_SET_TAG, Int32(ChunkCipher.Algorithm.tagSize), tag) == 1
    // because an empty message writes nothing
    if isReady, unsafe finish(plaintext, at: count) { return }
    // because the room is the caller's, and unverified bytes must not stay in it
    if let base = plaintext.baseAddress { unsafe OPENSSL_cleanse(base, count) }
    ERR_clear_error()
    throw isReady ? .authenticationFailed : Self.failure
  }

  /// Sets the nonce and keeps the key.
  private func begin(_ nonce: ChunkNonce) -> Bool {
    // The twelve bytes lie at the end of two words, in order.
    var words = (UInt64(nonce.high).bigEndian, nonce.low.bigEndian)
    // because the four zeros before the nonce are stepped over, and the context copies the other twelve bytes
    return unsafe withUnsafeBytes(of: &words) { bytes in
      let start = unsafe bytes.baseAddress?.advanced(by: 4).assumingMemoryBound(to: UInt8.self)
      return unsafe EVP_CipherInit_ex2(context, nil, nil, start, -1, nil) == 1
    }
  }

  private func run(
    _ input: UnsafeRawBufferPointer,
    _ count: Int,
    _ output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard count > 0 else { return true }
    var written: Int32 = 0
    // because both buffers have at least count bytes
    let from = unsafe input.bindMemory(to: UInt8.self).baseAddress
    let into = unsafe output.bindMemory(to: UInt8.self).baseAddress  // because no other type uses the room
    // because both buffers have at least count bytes
    return unsafe EVP_CipherUpdate(context, into, &written, from, Int32(count)) == 1
      && Int(written) == count
  }

  /// Makes or checks the tag; these ciphers have no bytes left to write.
  private func finish(_ output: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    var (written, nothing): (Int32, UInt8) = (0, 0)
    // because a stream cipher writes no last block
    return unsafe EVP_CipherFinal_ex(context, &nothing, &written) == 1
  }

  private static var failure: CryptoError {
    let code = ERR_peek_error()
    ERR_clear_error()
    return .backend(code: UInt(code))
  }
}

/// The ciphers as OpenSSL looked them up, once a process.
@safe
// because the pointers never change and OpenSSL counts references with atomics
private final class FetchedChunkCiphers: @unchecked Sendable {
  static let shared = FetchedChunkCiphers()

  private let aes128, aes256, chaCha: OpaquePointer?

  private init() {
    unsafe aes128 = EVP_CIPHER_fetch(nil, "AES-128-GCM", nil)  // because it is kept for ever
    unsafe aes256 = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)  // because it is kept for ever
    unsafe chaCha = EVP_CIPHER_fetch(nil, "ChaCha20-Poly1305", nil)  // because it is kept for ever
  }

  func cipher(_ algorithm: ChunkCipher.Algorithm) throws(CryptoError) -> OpaquePointer {
    let fetched =
      switch algorithm {
      case .aes128GCM: unsafe aes128  // because it is only passed on
      case .aes256GCM: unsafe aes256  // because it is only passed on
      case .chaCha20Poly1305: unsafe chaCha  // because it is only passed on
      }
    guard let fetched = unsafe fetched else { throw .backend(code: 0) }  // because it is only passed on
    return unsafe fetched  // because it is only passed on
  }
}
#endif
