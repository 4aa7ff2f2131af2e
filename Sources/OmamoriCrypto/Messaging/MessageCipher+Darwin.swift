#if canImport(Darwin)
import OmamoriCore

/// AES-256-GCM (SP 800-38D) with a key for one message or for few; on CryptoKit.
package enum MessageCipher {
  /// The length of a key in bytes.
  package static let keyByteCount = 32
  /// The length of a nonce in bytes.
  package static let nonceByteCount = 12
  /// The length of a tag in bytes.
  package static let tagByteCount = 16

  /// Encrypts a message and appends the ciphertext and the tag to other bytes.
  package static func seal(
    _ plaintext: RawSpan,
    key: RawSpan,
    nonce: RawSpan,
    authenticating data: RawSpan,
    appendingTo output: inout [UInt8]
  ) throws(CryptoError) {
    guard key.byteCount == keyByteCount else { throw .outOfRange(lower: keyByteCount, upper: keyByteCount) }
    do {
      let box = try AES.GCM.seal(
        plaintext.copied, using: SymmetricKey(copying: SecretBytes(copying: key)),
        nonce: AES.GCM.Nonce(data: nonce.copied), authenticating: data.copied)
      output.append(contentsOf: box.ciphertext)
      output.append(contentsOf: box.tag)
    } catch {
      throw .backend(code: 0)
    }
  }

  /// Decrypts a message.
  package static func open(
    _ sealed: RawSpan,
    key: RawSpan,
    nonce: RawSpan,
    authenticating data: RawSpan
  ) throws(CryptoError) -> [UInt8] {
    guard sealed.byteCount >= tagByteCount, key.byteCount == keyByteCount else { throw .authenticationFailed }
    let bytes = sealed.copied
    do {
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: nonce.copied), ciphertext: bytes.dropLast(tagByteCount),
        tag: bytes.suffix(tagByteCount))
      let key = SymmetricKey(copying: SecretBytes(copying: key))
      return Array(try AES.GCM.open(box, using: key, authenticating: data.copied))
    } catch {
      throw .authenticationFailed
    }
  }
}

extension RawSpan {
  /// The bytes as an array of their own, as CryptoKit takes them.
  fileprivate var copied: [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0) }  // because the copy outlives the closure
  }
}
#endif
