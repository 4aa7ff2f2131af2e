public import OmamoriCore

/// XAES-256-GCM (c2sp.org/XAES-256-GCM): AES-256-GCM with a nonce so long that it may always be random.
///
/// A nonce of 192 bits derives a key of its own for every message, with two more blocks of AES. With random nonces, two
/// of 2^80 messages have the same one with a probability of 2^-32; AES-GCM's own nonce of 96 bits reaches that after
/// 2^32 messages. It is not key-committing: who may choose keys can make a ciphertext that two of them open.
/// Safe to use from any thread.
public enum XAES256GCM {
  /// The number of bytes of a nonce.
  public static let nonceByteCount = 24
  /// The number of bytes of a tag.
  public static let tagByteCount = 16
  /// How many bytes longer a sealed message is: nonce and tag.
  public static let overhead = nonceByteCount + tagByteCount

  /// Seals a message with a new random nonce.
  ///
  /// - Parameters:
  ///   - plaintext: The message.
  ///   - key: 256 bits.
  ///   - data: What is authenticated with it but neither hidden nor part of the result.
  /// - Returns: Nonce, ciphertext and tag.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for another length of key,
  ///   ``CryptoError/randomnessUnavailable(code:)``, ``CryptoError/backend(code:)``.
  public static func seal(
    _ plaintext: Data,
    using key: SymmetricKey,
    authenticating data: Data
  ) throws(CryptoError) -> Data {
    try seal(plaintext, using: XAESKey(key), nonce: randomNonce(), authenticating: data)
  }

  /// Opens a message.
  ///
  /// - Parameters:
  ///   - combined: Nonce, ciphertext and tag.
  ///   - key: The key that it was sealed with.
  ///   - data: What was authenticated with it.
  /// - Returns: The message.
  /// - Throws: ``CryptoError/authenticationFailed`` for a wrong key, wrong data, and changed or cut messages.
  public static func open(
    _ combined: Data,
    using key: SymmetricKey,
    authenticating data: Data
  ) throws(CryptoError) -> Data {
    try open(combined, using: XAESKey(key), authenticating: data)
  }

  /// 24 random bytes.
  static func randomNonce() throws(CryptoError) -> [UInt8] {
    do throws(CoreError) {
      return try SystemRandomness().bytes(count: nonceByteCount)
    } catch {
      throw CryptoError(error)
    }
  }

  /// Seals with a given nonce, which must never have been used with the key.
  static func seal(
    _ plaintext: Data,
    using key: XAESKey,
    nonce: [UInt8],
    authenticating data: Data
  ) throws(CryptoError) -> Data {
    guard nonce.count == nonceByteCount else {
      throw .outOfRange(lower: nonceByteCount, upper: nonceByteCount)
    }
    let derived = try key.derived(for: nonce[..<12])
    do {
      let box = try AES.GCM.seal(
        plaintext, using: derived, nonce: AES.GCM.Nonce(data: nonce[12...]), authenticating: data)
      var combined = Data(capacity: plaintext.count + overhead)
      combined.append(contentsOf: nonce)
      combined.append(box.ciphertext)
      combined.append(box.tag)
      return combined
    } catch {
      throw .backend(code: 0)
    }
  }

  /// Opens with a prepared key.
  static func open(
    _ combined: Data,
    using key: XAESKey,
    authenticating data: Data
  ) throws(CryptoError) -> Data {
    guard combined.count >= overhead else { throw .authenticationFailed }
    let nonce = Array(combined.prefix(nonceByteCount))
    let derived = try key.derived(for: nonce[..<12])
    do {
      let box = try AES.GCM.SealedBox(combined: combined.dropFirst(12))
      return try AES.GCM.open(box, using: derived, authenticating: data)
    } catch {
      throw .authenticationFailed
    }
  }
}
