#if canImport(Darwin)
import OmamoriCore

/// An authenticated cipher with the key set once, for many messages; on CryptoKit.
///
/// Not Sendable, like its twin on OpenSSL: it belongs to one thread at a time.
@safe
final class ChunkAEAD {
  private let algorithm: ChunkCipher.Algorithm
  private let key: SymmetricKey

  /// Takes the key; the direction matters to the other twin only.
  init(
    _ algorithm: ChunkCipher.Algorithm,
    key: RawSpan,
    _ direction: ChunkWorker.Direction
  ) throws(CryptoError) {
    guard key.byteCount == algorithm.keySize else {
      throw .outOfRange(lower: algorithm.keySize, upper: algorithm.keySize)
    }
    self.algorithm = algorithm
    // because SymmetricKey copies the bytes
    self.key = unsafe key.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
  }

  /// Seals a message; `sealed` has room for it and the tag.
  func seal(
    _ nonce: ChunkNonce,
    _ plaintext: UnsafeRawBufferPointer,
    into sealed: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    do {
      let (ciphertext, tag) = unsafe try box(plaintext, nonce)  // because the buffer outlives the call
      unsafe ciphertext.copyBytes(to: sealed)  // because the room is larger by the tag
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: sealed[ciphertext.count...])
      unsafe tag.copyBytes(to: rest)  // because the room after the message is the tag's
    } catch {
      throw .backend(code: 0)
    }
  }

  /// Opens a message with its tag; `plaintext` has room for it, and holds zeros after a failure.
  func open(
    _ nonce: ChunkNonce,
    _ sealed: UnsafeRawBufferPointer,
    into plaintext: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    let count = plaintext.count
    do {
      // because both slices lie within the buffer, which outlives the call
      let message = unsafe UnsafeRawBufferPointer(rebasing: sealed[..<count])
      let tag = unsafe UnsafeRawBufferPointer(rebasing: sealed[count...])  // because it is what follows
      var opened = unsafe try open(message, tag, nonce)  // because CryptoKit copies what it keeps
      unsafe opened.copyBytes(to: plaintext)  // because the room has the size of the message
      opened.resetBytes(in: 0..<opened.count)
    } catch {
      // because unverified bytes must not stay
      unsafe plaintext.initializeMemory(as: UInt8.self, repeating: 0)
      throw .authenticationFailed
    }
  }

  // because the buffer outlives the call and CryptoKit copies what it keeps
  private func box(
    _ plaintext: UnsafeRawBufferPointer,
    _ nonce: ChunkNonce
  ) throws -> (ciphertext: Data, tag: Data) {
    switch algorithm {
    case .aes128GCM, .aes256GCM:
      let box = unsafe try AES.GCM.seal(plaintext, using: key, nonce: AES.GCM.Nonce(data: nonce.bytes))
      return (box.ciphertext, box.tag)
    case .chaCha20Poly1305:
      let nonce = try ChaChaPoly.Nonce(data: nonce.bytes)
      let box = unsafe try ChaChaPoly.seal(plaintext, using: key, nonce: nonce)
      return (box.ciphertext, box.tag)
    }
  }

  // because both buffers outlive the call and CryptoKit copies what it keeps
  private func open(
    _ message: UnsafeRawBufferPointer,
    _ tag: UnsafeRawBufferPointer,
    _ nonce: ChunkNonce
  ) throws -> Data {
    switch algorithm {
    case .aes128GCM, .aes256GCM:
      let nonce = try AES.GCM.Nonce(data: nonce.bytes)
      return try AES.GCM.open(
        unsafe AES.GCM.SealedBox(nonce: nonce, ciphertext: message, tag: tag), using: key)
    case .chaCha20Poly1305:
      let nonce = try ChaChaPoly.Nonce(data: nonce.bytes)
      return try ChaChaPoly.open(
        unsafe ChaChaPoly.SealedBox(nonce: nonce, ciphertext: message, tag: tag), using: key)
    }
  }
}

extension ChunkNonce {
  /// The twelve bytes in order.
  fileprivate var bytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: high >> (24 - 8 * $0)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: low >> (56 - 8 * $0)) }
  }
}
#endif
