import OmamoriCore
import OmamoriCrypto

/// The profile of this library: SHA-256, AES-256-GCM, and headers that are encrypted (Double Ratchet, section 4).
///
/// A message is a nonce of 12 random bytes, the sealed header of 56 bytes and the sealed plaintext. Header and
/// plaintext have keys of their own and share the nonce. A message key is used once, so that a nonce would not be
/// needed for it; the random one keeps keystreams apart when an old copy of the state is used again by mistake.
enum SealedHeaders: RatchetProfile {
  static let code: UInt8 = 1

  /// The length of a message beyond that of its plaintext in bytes.
  static let overhead = sealedHeaderEnd + MessageCipher.tagByteCount

  private static let keySize = MessageCipher.keyByteCount
  private static let nonceSize = MessageCipher.nonceByteCount
  private static let sealedHeaderEnd = nonceSize + RatchetHeader.byteCount + MessageCipher.tagByteCount
  private static let rootLabel = Array("Omamori Messaging v1 root X25519 SHA-256 AES-256-GCM".utf8)
  private static let messageLabel = Array("Omamori Messaging v1 msg".utf8)
  private static let chainLabel = Array("Omamori Messaging v1 chn".utf8)

  static func step(root: SharedSecretBytes, agreed: borrowing SecretBytes) -> RootStep {
    let keys = root.withBytes { root in
      // because UInt8 has no padding
      unsafe SecretDerivation.keys(
        from: agreed.bytes, salt: root, info: rootLabel.byteSpan.bytes, byteCount: 3 * keySize)
    }
    return RootStep(
      rootKey: SharedSecretBytes(SecretBytes(copying: keys.bytes.extracting(0..<keySize))),
      chainKey: SharedSecretBytes(SecretBytes(copying: keys.bytes.extracting(keySize..<2 * keySize))),
      nextHeaderKey: SharedSecretBytes(SecretBytes(copying: keys.bytes.extracting(2 * keySize..<3 * keySize)))
    )
  }

  static func step(chain: SharedSecretBytes) -> ChainStep {
    chain.withBytes { chain in
      // because UInt8 has no padding
      ChainStep(
        messageKey: SharedSecretBytes(
          unsafe SecretDerivation.code(key: chain, messageLabel.byteSpan.bytes)),
        chainKey: SharedSecretBytes(
          unsafe SecretDerivation.code(key: chain, chainLabel.byteSpan.bytes)))
    }
  }

  static func seal(
    _ plaintext: [UInt8],
    _ header: RatchetHeader,
    messageKey: SharedSecretBytes,
    headerKey: SharedSecretBytes,
    in context: RatchetContext,
    randomness: some Randomness
  ) throws(MessagingError) -> [UInt8] {
    var message = try freshNonce(randomness)
    let (nonce, header) = (message, header.encoded)
    message.reserveCapacity(plaintext.count + overhead)
    do throws(CryptoError) {
      try headerKey.withBytes { key throws(CryptoError) in
        // because UInt8 has no padding
        try unsafe MessageCipher.seal(
          header.byteSpan.bytes, key: key, nonce: nonce.byteSpan.bytes,
          authenticating: context.binding.byteSpan.bytes, appendingTo: &message)
      }
      let data = context.binding + message + context.data
      try messageKey.withBytes { key throws(CryptoError) in
        try unsafe MessageCipher.seal(
          plaintext.byteSpan.bytes, key: key, nonce: nonce.byteSpan.bytes,
          authenticating: data.byteSpan.bytes,
          appendingTo: &message)
      }
    } catch {
      throw .cryptography(error)
    }
    return message
  }

  private static func freshNonce(_ randomness: some Randomness) throws(MessagingError) -> [UInt8] {
    do throws(CoreError) { return try randomness.bytes(count: nonceSize) } catch { throw .core(error) }
  }

  static func header(of message: [UInt8], headerKey: SharedSecretBytes, binding: [UInt8]) -> RatchetHeader? {
    guard message.count >= overhead else { return nil }
    let opened = try? headerKey.withBytes { key throws(CryptoError) in
      let bytes = unsafe message.byteSpan.bytes  // because UInt8 has no padding
      return try MessageCipher.open(
        bytes.extracting(nonceSize..<sealedHeaderEnd), key: key, nonce: bytes.extracting(..<nonceSize),
        authenticating: unsafe binding.byteSpan.bytes)
    }
    return opened.flatMap(RatchetHeader.init(decoding:))
  }

  static func open(
    _ message: [UInt8],
    messageKey: SharedSecretBytes,
    in context: RatchetContext
  ) throws(MessagingError) -> [UInt8] {
    guard message.count >= overhead else { throw .message(.malformed) }
    let data = context.binding + message[..<sealedHeaderEnd] + context.data
    do throws(CryptoError) {
      return try messageKey.withBytes { key throws(CryptoError) in
        let bytes = unsafe message.byteSpan.bytes  // because UInt8 has no padding
        return try MessageCipher.open(
          bytes.extracting(sealedHeaderEnd...), key: key, nonce: bytes.extracting(..<nonceSize),
          authenticating: unsafe data.byteSpan.bytes)
      }
    } catch {
      throw .message(.forged)
    }
  }
}
