#if !canImport(Darwin)
public import OmamoriCore

extension RSA.Signing {
  /// A public key that verifies signatures.
  ///
  /// See ``RSAPublicKey`` for its representations. Immutable and safe to share between threads.
  public struct PublicKey: RSAPublicKey {
    /// The modulus and the public exponent.
    public let numbers: RSAPublicKeyNumbers
    /// Makes a key of its numbers, such as those of another key.
    public init(numbers: RSAPublicKeyNumbers) { self.numbers = numbers }

    /// Reads a key as `init(derRepresentation:)` does, also one of 1024 bits or more, to verify old
    /// signatures.
    ///
    /// - Parameter unsafeDERRepresentation: The structure, and nothing after it.
    /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for a key of another size,
    ///   ``CryptoError/malformed(_:offset:)``.
    public init(unsafeDERRepresentation: some DataProtocol) throws(CryptoError) {
      numbers = RSAPublicKeyNumbers(
        try unsafeDERRepresentation.withRawSpan { bytes throws(CryptoError) in
          try .der(bytes, allowsSmallKeys: true)
        })
    }

    /// Reads a key as `init(pemRepresentation:)` does, also one of 1024 bits or more, to verify old
    /// signatures.
    ///
    /// - Parameter unsafePEMRepresentation: One document with the label `PUBLIC KEY` or `RSA PUBLIC KEY`.
    /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for a key of another size,
    ///   ``CryptoError/malformed(_:offset:)``.
    public init(unsafePEMRepresentation: String) throws(CryptoError) {
      numbers = RSAPublicKeyNumbers(try .pem(unsafePEMRepresentation, allowsSmallKeys: true))
    }

    /// Says whether a signature was made for a message with the private key that belongs to this key.
    ///
    /// - Parameters:
    ///   - signature: The signature; as many bytes as the modulus.
    ///   - data: The message.
    ///   - hash: The hash function.
    ///   - padding: How the digest was padded.
    /// - Returns: Whether the signature is valid.
    public func isValidSignature(
      _ signature: RSASignature,
      for data: some DataProtocol,
      hash: RSA.Hash = .sha256,
      padding: Padding = .PSS
    ) -> Bool {
      data.withRawSpan { message in
        do throws(CryptoError) {
          let digest = try hash.digest(of: message)
          // because UInt8 has no padding
          return unsafe isValid(signature, digest.byteSpan.bytes, hash, padding)
        } catch {
          return false
        }
      }
    }

    /// Says whether a signature was made for a digest with the private key that belongs to this key.
    ///
    /// - Parameters:
    ///   - signature: The signature; as many bytes as the modulus.
    ///   - digest: The digest: of SHA-1, SHA-256, SHA-384 or SHA-512.
    ///   - padding: How the digest was padded.
    /// - Returns: Whether the signature is valid.
    public func isValidSignature<D: Digest>(
      _ signature: RSASignature,
      for digest: D,
      padding: Padding = .PSS
    ) -> Bool {
      guard let hash = RSA.Hash(of: D.self) else { return false }
      // because the buffer is only read during the call
      return unsafe digest.withUnsafeBytes { unsafe isValid(signature, $0.bytes, hash, padding) }
    }

    private func isValid(
      _ signature: RSASignature,
      _ digest: RawSpan,
      _ hash: RSA.Hash,
      _ padding: Padding
    ) -> Bool {
      let key = numbers.value
      guard signature.bytes.count == key.n.count else { return false }
      do throws(CryptoError) {
        let padding = try padding.resolved(hash, keySize: key.n.count)
        // because UInt8 has no padding
        return unsafe key.handle.isValidRSASignature(
          signature.bytes.byteSpan.bytes, forDigest: digest, padding)
      } catch {
        return false
      }
    }
  }

  /// A private key that makes signatures.
  ///
  /// See ``RSAPrivateKey`` for its representations. Immutable and safe to share between threads; wiped with
  /// its last owner.
  public struct PrivateKey: RSAPrivateKey {
    /// The public keys that belong to keys of this type.
    public typealias PublicKey = RSA.Signing.PublicKey
    /// The numbers of the key pair.
    public let numbers: RSAPrivateKeyNumbers
    /// Makes a key of its numbers, such as those of another key.
    public init(numbers: RSAPrivateKeyNumbers) { self.numbers = numbers }

    /// Signs a message.
    ///
    /// - Parameters:
    ///   - data: The message.
    ///   - hash: The hash function.
    ///   - padding: How the digest is padded.
    /// - Returns: The signature.
    /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` when the salt is too long for the key.
    public func signature(
      for data: some DataProtocol,
      hash: RSA.Hash = .sha256,
      padding: Padding = .PSS
    ) throws(CryptoError) -> RSASignature {
      try data.withRawSpan { message throws(CryptoError) in
        let digest = try hash.digest(of: message)
        return try unsafe sign(digest.byteSpan.bytes, hash, padding)  // because UInt8 has no padding
      }
    }

    /// Signs a digest.
    ///
    /// - Parameters:
    ///   - digest: The digest: of SHA-1, SHA-256, SHA-384 or SHA-512.
    ///   - padding: How the digest is padded.
    /// - Returns: The signature.
    /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` when the salt is too long for the key or the
    ///   digest is one of another hash function.
    public func signature<D: Digest>(for digest: D, padding: Padding = .PSS) throws(CryptoError)
      -> RSASignature
    {
      guard let hash = RSA.Hash(of: D.self) else { throw .outOfRange(lower: 20, upper: 64) }
      let bytes = Array(digest)
      return try unsafe sign(bytes.byteSpan.bytes, hash, padding)  // because UInt8 has no padding
    }

    private func sign(
      _ digest: RawSpan,
      _ hash: RSA.Hash,
      _ padding: Padding
    ) throws(CryptoError) -> RSASignature {
      let (handle, size) = (numbers.value.handle, numbers.value.numbers.n.count)
      let padding = try padding.resolved(hash, keySize: size)
      return RSASignature(bytes: try handle.rsaSignature(forDigest: digest, padding, size: size))
    }
  }
}
#endif
