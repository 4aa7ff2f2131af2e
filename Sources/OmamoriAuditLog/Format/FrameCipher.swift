import OmamoriCore
import OmamoriCrypto

/// AES-256-GCM for frames, each with a key of its own, so that the nonce is only the sequence.
// because every buffer is used during the call only, and the callers pass buffers of the right lengths
enum FrameCipher {
  /// Encrypts a content and authenticates it with other data.
  ///
  /// - Returns: `false` when the library fails.
  static func seal(
    _ content: UnsafeRawBufferPointer,
    key: UnsafeRawBufferPointer,
    sequence: UInt64,
    authenticating data: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) -> Bool {
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
  }
}
