#if canImport(Darwin)
import CryptoKit
import OmamoriCore

/// An authenticated cipher with the key set once, for the chunks of one payload; on CryptoKit.
///
/// Not Sendable: it belongs to one thread.
final class ChunkAEAD {
  private let algorithm: ChunkCipher.Algorithm
  private let key: CryptoKit.SymmetricKey

  /// Takes the key.
  init(
    _ algorithm: ChunkCipher.Algorithm,
    key: RawSpan,
    _ direction: ChunkWorker.Direction
  ) throws(CryptoError) {
    guard key.byteCount == algorithm.keySize else {
      throw .outOfRange(lower: algorithm.keySize, upper: algorithm.keySize)
    }
    self.algorithm = algorithm
    // because the key is copied inside the closure
    self.key = unsafe key.withUnsafeBytes { unsafe CryptoKit.SymmetricKey(data: $0) }
  }

  /// Seals a chunk; `sealed` has room for it and the tag, exactly.
  func seal(
    _ nonce: ChunkNonce,
    _ plaintext: UnsafeRawBufferPointer,
    into sealed: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    do {
      let nonce = nonce.data
      if algorithm == .chaCha20Poly1305 {
        // because the bytes are only read during the call
        let box = try unsafe ChaChaPoly.seal(plaintext, using: key, nonce: ChaChaPoly.Nonce(data: nonce))
        unsafe sealed.copyBytes(from: box.ciphertext + box.tag)  // because the room has exactly that size
      } else {
        // because the bytes are only read during the call
        let box = try unsafe AES.GCM.seal(plaintext, using: key, nonce: AES.GCM.Nonce(data: nonce))
        unsafe sealed.copyBytes(from: box.ciphertext + box.tag)  // because the room has exactly that size
      }
    } catch { throw .backend(code: 0) }
  }

  /// Opens a chunk with its tag; `plaintext` has room for it, exactly, and stays as it is after a failure.
  func open(
    _ nonce: ChunkNonce,
    _ sealed: UnsafeRawBufferPointer,
    into plaintext: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    do {
      // because the parts lie within the chunk and are only read during the call
      let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: sealed[..<plaintext.count])
      let tag = unsafe UnsafeRawBufferPointer(rebasing: sealed[plaintext.count...])  // because it is the rest
      let opened: Data
      if algorithm == .chaCha20Poly1305 {
        let box = try unsafe ChaChaPoly.SealedBox(  // because both parts are copied
          nonce: ChaChaPoly.Nonce(data: nonce.data), ciphertext: ciphertext, tag: tag)
        opened = try ChaChaPoly.open(box, using: key)
      } else {
        let box = try unsafe AES.GCM.SealedBox(  // because both parts are copied
          nonce: AES.GCM.Nonce(data: nonce.data), ciphertext: ciphertext, tag: tag)
        opened = try AES.GCM.open(box, using: key)
      }
      unsafe plaintext.copyBytes(from: opened)  // because the room has exactly that size
    } catch { throw .authenticationFailed }
  }
}

extension ChunkNonce {
  /// The twelve bytes.
  fileprivate var data: Data {
    withBytes { bytes in
      // because the bytes are copied inside the closure
      unsafe bytes.withUnsafeBytes { unsafe Data($0) }
    }
  }
}
#endif
