import OmamoriCore

/// Reads old files of AES-GCM boxes one after the other, to move their contents to a real format.
///
/// Programs wrote them by reading 1 MiB at a time and appending nonce (12), ciphertext and tag (16) of each part. **What
/// comes out may not be what was written**: the boxes say nothing of their place, so anybody can swap, double or leave
/// out some of them, and cut the file between two, unnoticed. Files whose parts were not all full cannot be read. There is
/// no way to write such files. A value; safe to share between threads.
public struct LegacyChunkedFile: Sendable {
  /// What was read, and what nobody vouches for.
  ///
  /// A value; safe to share between threads.
  public struct Contents: Sendable {
    /// The plaintext, each part of which is authentic by itself.
    public let unauthenticatedSequence: [UInt8]
    /// The number of parts; their order and their number are not authenticated.
    public let partCount: Int
  }

  private let key: SymmetricKey
  /// The bytes of plaintext in each part but the last.
  private let partSize: Int

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - key: The key of all parts: 16 or 32 bytes.
  ///   - partSize: The bytes of plaintext in each part but the last: 1 MiB unless the program read other sizes.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for a key or a part of another size.
  public init(key: SymmetricKey, partSize: Int = 1 << 20) throws(CryptoError) {
    guard key.bitCount == 128 || key.bitCount == 256 else { throw .outOfRange(lower: 16, upper: 32) }
    guard (1...64 << 20).contains(partSize) else { throw .outOfRange(lower: 1, upper: 64 << 20) }
    (self.key, self.partSize) = (key, partSize)
  }

  /// Reads a file in memory.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: The plaintext, whose order and length are not authenticated.
  /// - Throws: ``CryptoError/authenticationFailed`` for a part that was changed or has another size,
  ///   ``CryptoError/truncated(_:)`` for an incomplete last part.
  public func decrypt(_ bytes: [UInt8]) throws(CryptoError) -> Contents {
    let cipher = cipher
    let contents = try cipher.layout.contents(ofSealed: UInt64(bytes.count))
    // because UInt8 has no padding
    let plaintext = unsafe try MemoryPipeline(cipher: cipher, direction: .open, jobs: nil)
      .run(bytes.byteSpan.bytes, after: [], resultSize: Int(contents.plaintext))
    return Contents(unauthenticatedSequence: plaintext, partCount: Int(contents.chunks))
  }

  /// Encrypts the contents of an old file anew.
  ///
  /// The plaintext goes from memory to memory and is never written to a disk.
  ///
  /// - Parameters:
  ///   - source: The path of the old file, of up to 1 GiB.
  ///   - destination: Where the new file belongs; it is replaced when the options allow it.
  ///   - encryptor: How the new file is encrypted.
  ///   - replacesExisting: Whether a file that stands at the destination is replaced.
  /// - Returns: The number of parts that were found, to be compared with what is known of the file.
  /// - Throws: ``CryptoError``.
  public func migrate(
    _ source: String,
    to destination: String,
    with encryptor: FileEncryptor,
    replacesExisting: Bool = false
  ) throws(CryptoError) -> Int {
    let source = try FileSource(.path(source))
    let size = source.size ?? 0
    guard source.isRegular, size <= 1 << 30 else { throw .outOfRange(lower: 0, upper: 1 << 30) }
    let pending = try PendingFile(destination, replacing: replacesExisting)
    let bytes = try source.file.readAll(size: Int(size))
    let contents = try decrypt(bytes)
    let sealed = try encryptor.encrypt(contents.unauthenticatedSequence)
    // because UInt8 has no padding, and the array outlives the call
    try unsafe sealed.byteSpan.bytes.withUnsafeBytes { sealed throws(CryptoError) in
      try unsafe pending.file.write(sealed, at: 0)  // because the array outlives the call
    }
    try source.checkUnchanged()
    try pending.commit(like: source.snapshot, isDurable: true)
    return contents.partCount
  }

  private var cipher: ChunkCipher {
    let layout = ChunkLayout(
      format: .legacyChunks, chunkSize: partSize, overhead: ChunkNonce.size + ChunkCipher.Algorithm.tagSize,
      finalChunk: .emptyOnlyIfAlone, maximumChunks: 1 << 40)
    // because the bytes are copied inside the closure
    let secret = unsafe key.withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
    return ChunkCipher(
      layout: layout, algorithm: key.bitCount == 128 ? .aes128GCM : .aes256GCM, key: secret, nonces: .stored)
  }
}
