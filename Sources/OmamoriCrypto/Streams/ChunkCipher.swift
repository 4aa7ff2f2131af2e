import OmamoriCore

/// How one payload is sealed: its chunks, its key and the nonces, all derived already.
///
/// Formats make such a value from their headers; ``ChunkWorker`` does the work with it. A value; safe to share between
/// threads.
///
///     ChunkCipher(
///       layout: .age, algorithm: .chaCha20Poly1305, key: payloadKey, nonces: .counterAndFinalFlag)
package struct ChunkCipher: Sendable {
  /// The authenticated ciphers that formats use.
  package enum Algorithm: Sendable, CaseIterable {
    /// AES-GCM with a key of 16 bytes.
    case aes128GCM
    /// AES-GCM with a key of 32 bytes.
    case aes256GCM
    /// ChaCha20-Poly1305 with a key of 32 bytes.
    case chaCha20Poly1305

    /// The size of the key in bytes.
    var keySize: Int { self == .aes128GCM ? 16 : 32 }
    /// The size of the tag in bytes.
    static let tagSize = 16
  }

  /// The cutting into chunks.
  let layout: ChunkLayout
  /// The cipher of a chunk.
  let algorithm: Algorithm
  /// The key of this payload alone, of the size that the algorithm takes.
  let key: SharedSecretBytes
  /// The nonces.
  let nonces: ChunkNonce.Sequence
}

extension ChunkLayout {
  /// Cobblestone (c2sp.org/chunked-encryption): 16 KiB, the last chunk shorter, at most 4 PiB.
  static let cobblestone = ChunkLayout(
    format: .cobblestone, chunkSize: 16_384, overhead: 16, finalChunk: .shorter, maximumChunks: 1 << 38)
  /// age version 1 (c2sp.org/age): 64 KiB, the last chunk empty only if alone.
  static let age = ChunkLayout(
    format: .ageFile, chunkSize: 65_536, overhead: 16, finalChunk: .emptyOnlyIfAlone, maximumChunks: 1 << 56)
}
