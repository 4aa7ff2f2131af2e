#if !canImport(Darwin)
public import OmamoriCore

extension RSA.Encryption {
  /// A public key that encrypts.
  ///
  /// See ``RSAPublicKey`` for its representations. Immutable and safe to share between threads.
  public struct PublicKey: RSAPublicKey {
    /// The modulus and the public exponent.
    public let numbers: RSAPublicKeyNumbers
    /// Makes a key of its numbers, such as those of another key.
    public init(numbers: RSAPublicKeyNumbers) { self.numbers = numbers }

    /// Encrypts a short message, such as a key.
    ///
    /// - Parameters:
    ///   - data: The message, at most ``maximumMessageSize(padding:)`` bytes.
    ///   - padding: The padding.
    /// - Returns: The ciphertext, as many bytes as the modulus.
    /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` when the message is too long.
    public func encrypt(_ data: some DataProtocol, padding: Padding = .OAEP()) throws(CryptoError) -> Data {
      let limit = maximumMessageSize(padding: padding)
      guard data.count <= limit else { throw .outOfRange(lower: 0, upper: limit) }
      return Data(
        try data.withRawSpan { message throws(CryptoError) in
          try numbers.value.handle.oaepEncrypt(message, padding, size: numbers.value.n.count)
        })
    }

    /// The size in bytes of the longest message that can be encrypted.
    ///
    /// - Parameter padding: The padding.
    /// - Returns: The size of the modulus without two digests and two bytes.
    public func maximumMessageSize(padding: Padding = .OAEP()) -> Int {
      max(0, numbers.value.n.count - 2 * padding.hash.byteCount - 2)
    }
  }

  /// A private key that decrypts.
  ///
  /// See ``RSAPrivateKey`` for its representations. Immutable and safe to share between threads; wiped with
  /// its last owner.
  public struct PrivateKey: RSAPrivateKey {
    /// The public keys that belong to keys of this type.
    public typealias PublicKey = RSA.Encryption.PublicKey
    /// The numbers of the key pair.
    public let numbers: RSAPrivateKeyNumbers
    /// Makes a key of its numbers, such as those of another key.
    public init(numbers: RSAPrivateKeyNumbers) { self.numbers = numbers }

    /// Decrypts a message.
    ///
    /// - Parameters:
    ///   - data: The ciphertext, as many bytes as the modulus.
    ///   - padding: The padding it was encrypted with.
    /// - Returns: The message.
    /// - Throws: ``CryptoError/authenticationFailed``, whatever is wrong with the ciphertext.
    public func decrypt(_ data: some DataProtocol, padding: Padding = .OAEP()) throws(CryptoError) -> Data {
      let size = numbers.value.numbers.n.count
      guard data.count == size else { throw .authenticationFailed }
      return Data(
        try data.withRawSpan { ciphertext throws(CryptoError) in
          try numbers.value.handle.oaepDecrypt(ciphertext, padding, size: size)
        })
    }
  }
}
#endif
