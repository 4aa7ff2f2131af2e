import OmamoriCore

/// The two instances of chunked encryption (c2sp.org/chunked-encryption).
///
/// A message is cut into chunks of 16 KiB, each sealed with AES-GCM under a key of the message's own, so that files of
/// up to 4 PiB can be sealed as they come, opened at any place and not be cut, reordered or extended unnoticed. The
/// format commits to its key. Keys must be uniformly random: for passwords and recipients use ``FileEncryptor``.
public enum Cobblestone: Sendable, Hashable, CaseIterable {
  /// Cobblestone-256: AES-256-GCM and HKDF-Expand with SHA-512; keys of 32 bytes.
  case aes256GCM
  /// Cobblestone-128: AES-128-GCM and HKDF-Expand with SHA-512; keys of 16 bytes.
  case aes128GCM

  /// The size of a key in bytes.
  public var keyByteCount: Int { algorithm.keySize }

  /// The bytes before the first chunk: the salt and the commitment.
  static let headerSize = saltSize + commitmentSize
  private static let saltSize = 24
  private static let commitmentSize = 32

  private var algorithm: ChunkCipher.Algorithm { self == .aes256GCM ? .aes256GCM : .aes128GCM }

  /// Begins a new message.
  ///
  /// - Parameters:
  ///   - key: The key, of ``keyByteCount`` bytes.
  ///   - context: What the message belongs to; the reader has to give the same bytes.
  /// - Returns: The salt and the commitment, and the cipher of the chunks that follow them.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another size,
  ///   `CryptoError.randomnessUnavailable(code:)`.
  func begin(
    key: SymmetricKey,
    context: [UInt8]
  ) throws(CryptoError) -> (header: [UInt8], cipher: ChunkCipher) {
    let salt: [UInt8]
    do throws(CoreError) {
      salt = try SystemRandomness().bytes(count: Self.saltSize)
    } catch { throw CryptoError(error) }
    let (cipher, commitment) = try derive(key, salt, context)
    return (salt + commitment, cipher)
  }

  /// Begins to read a message.
  ///
  /// - Parameters:
  ///   - header: The first bytes of the message, ``headerSize`` of them.
  ///   - key: The key.
  ///   - context: The context that the writer gave.
  /// - Returns: The cipher of the chunks.
  /// - Throws: `CryptoError.authenticationFailed` when the key or the context is another one.
  func open(
    header: ArraySlice<UInt8>,
    key: SymmetricKey,
    context: [UInt8]
  ) throws(CryptoError) -> ChunkCipher {
    guard header.count == Self.headerSize else { throw .truncated(.cobblestone) }
    let (cipher, commitment) = try derive(key, Array(header.prefix(Self.saltSize)), context)
    guard ConstantTime.equal(commitment, Array(header.suffix(Self.commitmentSize))) else {
      throw .authenticationFailed
    }
    return cipher
  }

  /// Derives the key of the message, its first nonce and what commits to both.
  private func derive(
    _ key: SymmetricKey,
    _ salt: [UInt8],
    _ context: [UInt8]
  ) throws(CryptoError) -> (cipher: ChunkCipher, commitment: [UInt8]) {
    guard key.bitCount == keyByteCount * 8 else {
      throw .outOfRange(lower: keyByteCount, upper: keyByteCount)
    }
    let name = self == .aes256GCM ? "AEAD_AES_256_GCM" : "AEAD_AES_128_GCM"
    let info = Array("c2sp.org/chunked-encryption@v1+\(name)\0".utf8) + salt + context
    let count = keyByteCount + ChunkNonce.size + Self.commitmentSize
    let derived = HKDF<SHA512>.expand(pseudoRandomKey: key, info: info, outputByteCount: count)
    // because everything is copied inside the closure
    return unsafe derived.withUnsafeBytes { derived in
      let bytes = unsafe derived.bytes  // because the span ends with the closure
      let secret = SecretBytes(copying: bytes.extracting(..<keyByteCount))
      let nonce = ChunkNonce(bytes.extracting(keyByteCount..<keyByteCount + ChunkNonce.size))
      let cipher = ChunkCipher(
        layout: .cobblestone, algorithm: algorithm, key: SharedSecretBytes(secret),
        nonces: .offset(from: nonce))
      return (cipher, unsafe Array(derived.suffix(Self.commitmentSize)))  // because the bytes are copied
    }
  }
}
