import OmamoriCore
import OmamoriCrypto

/// AES-256-GCM for frames, each with a key of its own, so that the nonce is only the sequence.
// because every buffer is used during the call only, and the callers pass buffers of the right lengths
enum FrameCipher {
  /// Encrypts a content and authenticates it with other data.
  ///
  /// - Returns: `false` when the library or the system fails.
  static func seal(
    _ content: UnsafeRawBufferPointer,
    key: UnsafeRawBufferPointer,
    sequence: UInt64,
    authenticating data: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    #if canImport(Darwin)
    do {
      let nonce = try unsafe withUnsafeBytes(of: FrameNonce(sequence)) {
        try unsafe AES.GCM.Nonce(data: Data($0))
      }
      let box = try unsafe AES.GCM.seal(
        Data(content), using: SymmetricKey(data: key), nonce: nonce, authenticating: Data(data))
      unsafe output.copyBytes(from: box.ciphertext + box.tag)
      return true
    } catch {
      return false
    }
    #else
    do throws(CryptoError) {
      let context = try unsafe AEADContext(.aes256GCM, key: key.bytes, direction: .seal)
      var bytes = unsafe output.mutableBytes
      let nonce = FrameNonce(sequence)
      try unsafe withUnsafeBytes(of: nonce) { nonce throws(CryptoError) in
        try unsafe context.seal(content.bytes, nonce: nonce.bytes, authenticating: data.bytes, into: &bytes)
      }
      return true
    } catch {
      return false
    }
    #endif
  }

  /// Decrypts a content after making sure that it and the other data are what was sealed.
  ///
  /// - Returns: `false` when they are not.
  static func open(
    _ sealed: UnsafeRawBufferPointer,
    key: UnsafeRawBufferPointer,
    sequence: UInt64,
    authenticating data: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    #if canImport(Darwin)
    do {
      let nonce = try unsafe withUnsafeBytes(of: FrameNonce(sequence)) {
        try unsafe AES.GCM.Nonce(data: Data($0))
      }
      let bytes = unsafe Data(sealed)
      let box = try AES.GCM.SealedBox(
        nonce: nonce, ciphertext: bytes.dropLast(FrameLayout.tagByteCount),
        tag: bytes.suffix(FrameLayout.tagByteCount))
      let content = try unsafe AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: Data(data))
      unsafe output.copyBytes(from: content)
      return true
    } catch {
      return false
    }
    #else
    do throws(CryptoError) {
      let context = try unsafe AEADContext(.aes256GCM, key: key.bytes, direction: .open)
      var bytes = unsafe output.mutableBytes
      let nonce = FrameNonce(sequence)
      try unsafe withUnsafeBytes(of: nonce) { nonce throws(CryptoError) in
        try unsafe context.open(sealed.bytes, nonce: nonce.bytes, authenticating: data.bytes, into: &bytes)
      }
      return true
    } catch {
      return false
    }
    #endif
  }
}
