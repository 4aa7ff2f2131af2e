package import OmamoriCore
import OmamoriCryptoKit

/// AES-256-GCM (SP 800-38D) with a key for one message or for few.
///
/// Has no state; safe to use from any thread. Whoever calls it makes sure that no nonce is used twice with a key.
package enum MessageCipher {
  /// The length of a key in bytes.
  package static let keyByteCount = 32
  /// The length of a nonce in bytes.
  package static let nonceByteCount = 12
  /// The length of a tag in bytes.
  package static let tagByteCount = 16

  /// Encrypts a message and appends the ciphertext and the tag to other bytes.
  ///
  /// - Parameters:
  ///   - plaintext: The message.
  ///   - key: 32 bytes.
  ///   - nonce: 12 bytes, never used before with this key.
  ///   - data: What is authenticated but not encrypted.
  ///   - output: Gets the ciphertext and the tag; unchanged when an error is thrown.
  /// - Throws: `CryptoError`.
  package static func seal(
    _ plaintext: RawSpan,
    key: RawSpan,
    nonce: RawSpan,
    authenticating data: RawSpan,
    appendingTo output: inout [UInt8]
  ) throws(CryptoError) {
    let context = try AEADContext(.aes256GCM, key: key, direction: .seal)
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: plaintext.byteCount + tagByteCount))
    // because the bytes behind `start` are the ciphertext's and the tag's, and the buffer stays inside the closure
    let failure = unsafe output.withUnsafeMutableBytes { bytes -> CryptoError? in
      var rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).mutableBytes
      do throws(CryptoError) {
        try context.seal(plaintext, nonce: nonce, authenticating: data, into: &rest)
        return nil
      } catch {
        return error
      }
    }
    guard let failure else { return }
    output.removeSubrange(start...)
    throw failure
  }

  /// Decrypts a message.
  ///
  /// - Parameters:
  ///   - sealed: The ciphertext and the tag.
  ///   - key: 32 bytes.
  ///   - nonce: The 12 bytes that it was sealed with.
  ///   - data: What was authenticated with it.
  /// - Returns: The message.
  /// - Throws: `CryptoError.authenticationFailed`.
  package static func open(
    _ sealed: RawSpan,
    key: RawSpan,
    nonce: RawSpan,
    authenticating data: RawSpan
  ) throws(CryptoError) -> [UInt8] {
    guard sealed.byteCount >= tagByteCount else { throw .authenticationFailed }
    let context = try AEADContext(.aes256GCM, key: key, direction: .open)
    var output = [UInt8](repeating: 0, count: sealed.byteCount - tagByteCount)
    // because the buffer stays inside the closure
    let failure = unsafe output.withUnsafeMutableBytes { bytes -> CryptoError? in
      var room = unsafe bytes.mutableBytes
      do throws(CryptoError) {
        try context.open(sealed, nonce: nonce, authenticating: data, into: &room)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return output
  }
}
