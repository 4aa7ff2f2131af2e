public import OmamoriCore

/// Signatures and encryption with RSA (RFC 8017), for interoperability; new designs use ``Curve25519`` or
/// ``P256``.
///
/// Keys have 2048 to 16384 bits. There is no decryption with PKCS #1 v1.5 padding: it has let attackers read
/// messages again and again (Bleichenbacher 1998 and many after).
public enum RSA: Sendable {
  /// The sizes of n, in bits, that keys may have.
  public static let keySizes = 2048...16384

  /// Signatures: RSASSA-PSS and RSASSA-PKCS1-v1_5.
  public enum Signing: Sendable {}

  /// Encryption: RSAES-OAEP.
  public enum Encryption: Sendable {}
}

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
    /// - Throws: `CryptoError.outOfRange(lower:upper:)` when the message is too long.
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
    /// - Throws: `CryptoError.authenticationFailed`, whatever is wrong with the ciphertext.
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

extension RSA {
  /// A hash function that RSA is used with.
  public enum Hash: Sendable, Hashable, CaseIterable {
    /// SHA-1, for old OAEP ciphertexts and signatures only; its collisions make it worthless for new
    /// signatures.
    case sha1
    /// SHA-224.
    case sha224
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512
    /// SHA-512/224.
    case sha512_224
    /// SHA-512/256.
    case sha512_256

    /// The size of a digest in bytes.
    public var byteCount: Int {
      switch self {
      case .sha1: 20
      case .sha224, .sha512_224: 28
      case .sha256, .sha512_256: 32
      case .sha384: 48
      case .sha512: 64
      }
    }

    /// The hash function that makes digests of a type, or `nil` when RSA is not used with it.
    package init?<D: Digest>(of type: D.Type) {
      switch type {
      case is Insecure.SHA1Digest.Type: self = .sha1
      case is SHA256Digest.Type: self = .sha256
      case is SHA384Digest.Type: self = .sha384
      case is SHA512Digest.Type: self = .sha512
      default: return nil
      }
    }
  }
}

extension RSA.Signing {
  /// How a digest is padded before it is signed.
  public struct Padding: Sendable, Hashable {
    enum Scheme: Sendable, Hashable {
      case pkcs1
      case pss(mask: RSA.Hash?, saltSize: Int?)
    }

    let scheme: Scheme

    /// RSASSA-PSS with the hash function of the digest for the mask and a salt as long as the digest.
    public static let PSS = Padding(scheme: .pss(mask: nil, saltSize: nil))

    /// RSASSA-PKCS1-v1_5: no known weakness, but no proof of security either; for protocols that ask for it.
    public static let insecurePKCS1v1_5 = Padding(scheme: .pkcs1)

    /// RSASSA-PSS with other parameters.
    ///
    /// - Parameters:
    ///   - mask: The hash function of the mask (MGF1), or `nil` for that of the digest.
    ///   - saltByteCount: The size of the salt in bytes, exactly, or `nil` for that of the digest.
    /// - Returns: The padding.
    public static func PSS(mask: RSA.Hash? = nil, saltByteCount: Int? = nil) -> Padding {
      Padding(scheme: .pss(mask: mask, saltSize: saltByteCount))
    }

    /// The parameters for a digest of this hash function, for a key with this many bytes.
    func resolved(_ hash: RSA.Hash, keySize: Int) throws(CryptoError) -> PublicKeyHandle.RSAPadding {
      switch scheme {
      case .pkcs1: return PublicKeyHandle.RSAPadding(hash: hash, pss: nil)
      case .pss(let mask, let saltSize):
        let saltSize = saltSize ?? hash.byteCount
        let limit = keySize - hash.byteCount - 2
        guard 0...max(limit, 0) ~= saltSize else { throw .outOfRange(lower: 0, upper: max(limit, 0)) }
        return PublicKeyHandle.RSAPadding(hash: hash, pss: .init(mask: mask ?? hash, saltSize: saltSize))
      }
    }
  }
}

extension RSA.Encryption {
  /// How a message is padded before it is encrypted: OAEP (RFC 8017, section 7.1).
  public struct Padding: Sendable, Hashable {
    package let hash: RSA.Hash
    package let mask: RSA.Hash
    package let label: [UInt8]

    /// OAEP.
    ///
    /// - Parameters:
    ///   - hash: The hash function.
    ///   - mask: The hash function of the mask (MGF1), or `nil` for the same.
    ///   - label: What the ciphertext belongs to; must be the same when decrypting.
    /// - Returns: The padding.
    public static func OAEP(
      _ hash: RSA.Hash = .sha256,
      mask: RSA.Hash? = nil,
      label: some DataProtocol = []
    ) -> Padding {
      Padding(hash: hash, mask: mask ?? hash, label: Array(label))
    }
  }
}

extension RSA.Signing {
  /// A signature.
  public struct RSASignature: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Takes the bytes of a signature, which are examined when it is verified.
    public init(rawRepresentation: some DataProtocol) { bytes = Array(rawRepresentation) }

    /// The bytes, as many as the modulus has.
    public var rawRepresentation: Data { Data(bytes) }
  }
}

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
    /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another size,
    ///   `CryptoError.malformed(_:offset:)`.
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
    /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another size,
    ///   `CryptoError.malformed(_:offset:)`.
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
    /// - Throws: `CryptoError.outOfRange(lower:upper:)` when the salt is too long for the key.
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
    /// - Throws: `CryptoError.outOfRange(lower:upper:)` when the salt is too long for the key or the
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
