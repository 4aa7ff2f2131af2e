package import OmamoriCore
import OmamoriCryptoKit

/// An authenticated cipher with the key set once, for the chunks of one payload.
///
/// Not Sendable: it belongs to one thread.
package final class ChunkAEAD {
  private let context: AEADContext

  /// Expands the key.
  package init(
    _ algorithm: ChunkCipher.Algorithm,
    key: RawSpan,
    _ direction: ChunkWorker.Direction
  ) throws(CryptoError) {
    let cipher =
      switch algorithm {
      case .aes128GCM: AEADAlgorithm.aes128GCM
      case .aes256GCM: AEADAlgorithm.aes256GCM
      case .chaCha20Poly1305: AEADAlgorithm.chaCha20Poly1305
      }
    context = try AEADContext(cipher, key: key, direction: direction == .seal ? .seal : .open)
  }

  /// Seals a chunk; `sealed` has room for it and the tag, exactly.
  package func seal(
    _ nonce: ChunkNonce,
    _ plaintext: UnsafeRawBufferPointer,
    into sealed: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    var room = unsafe sealed.mutableBytes  // because the room outlives the call
    try nonce.withBytes { nonce throws(CryptoError) in
      // because the bytes outlive the call
      try unsafe context.seal(plaintext.bytes, nonce: nonce, authenticating: RawSpan(), into: &room)
    }
  }

  /// Opens a chunk with its tag; `plaintext` has room for it, exactly, and holds zeros after a failure.
  package func open(
    _ nonce: ChunkNonce,
    _ sealed: UnsafeRawBufferPointer,
    into plaintext: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    var room = unsafe plaintext.mutableBytes  // because the room outlives the call
    try nonce.withBytes { nonce throws(CryptoError) in
      // because the bytes outlive the call
      try unsafe context.open(sealed.bytes, nonce: nonce, authenticating: RawSpan(), into: &room)
    }
  }
}
