import OmamoriCore

/// Seals or opens the chunks of one payload, in any order.
///
/// Holds the expanded key of its cipher, so that a chunk costs no more than its bytes. Not Sendable: every thread makes
/// its own.
@safe
final class ChunkWorker {
  /// What a worker does.
  enum Direction: Sendable {
    /// From plaintext to chunks.
    case seal
    /// From chunks to plaintext.
    case open
  }

  /// How the payload is sealed.
  let cipher: ChunkCipher
  private let aead: ChunkAEAD

  /// Makes a worker for one thread.
  init(_ cipher: ChunkCipher, _ direction: Direction) throws(CryptoError) {
    self.cipher = cipher
    aead = try cipher.key.withBytes { key throws(CryptoError) in
      try ChunkAEAD(cipher.algorithm, key: key, direction)
    }
  }

  /// Seals one chunk.
  ///
  /// - Parameters:
  ///   - index: Its number, from 0.
  ///   - isFinal: Whether it is the last.
  ///   - plaintext: Its bytes, at most the size of a chunk.
  ///   - sealed: Room for them and the overhead, exactly.
  /// - Throws: ``CryptoError/unsupported(_:)`` past the last number of the format and for formats that are only read.
  func seal(
    index: UInt64,
    isFinal: Bool,
    _ plaintext: UnsafeRawBufferPointer,
    into sealed: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    guard index < cipher.layout.maximumChunks, sealed.count == plaintext.count + cipher.layout.overhead,
      let nonce = cipher.nonces.nonce(of: index, isFinal: isFinal)
    else { throw .unsupported(cipher.layout.format) }
    try unsafe aead.seal(nonce, plaintext, into: sealed)  // because the sizes were compared
  }

  /// Opens one chunk; the room holds zeros after a failure.
  ///
  /// - Parameters:
  ///   - index: Its number, from 0.
  ///   - isFinal: Whether it is the last.
  ///   - sealed: Its bytes with the overhead.
  ///   - plaintext: Room for them without the overhead, exactly.
  /// - Throws: ``CryptoError/authenticationFailed`` when the chunk is not the one that was sealed in this place.
  func open(
    index: UInt64,
    isFinal: Bool,
    _ sealed: UnsafeRawBufferPointer,
    into plaintext: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    guard index < cipher.layout.maximumChunks, sealed.count == plaintext.count + cipher.layout.overhead else {
      throw .truncated(cipher.layout.format)
    }
    if let nonce = cipher.nonces.nonce(of: index, isFinal: isFinal) {
      // because the sizes were compared
      return try unsafe aead.open(nonce, sealed, into: plaintext)
    }
    // because the overhead of chunks that carry their nonce covers it
    let nonce = unsafe ChunkNonce(sealed.bytes)
    // because the part lies within the chunk
    let rest = unsafe UnsafeRawBufferPointer(rebasing: sealed[ChunkNonce.size...])
    try unsafe aead.open(nonce, rest, into: plaintext)  // because the sizes were compared
  }
}
