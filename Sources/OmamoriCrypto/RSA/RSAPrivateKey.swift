#if !canImport(Darwin)
public import OmamoriCore

/// What the private keys of RSA have in common.
///
/// Immutable and safe to share between threads; wiped with its last owner.
public protocol RSAPrivateKey: Sendable {
  /// The public keys that belong to keys of this type.
  associatedtype PublicKey: RSAPublicKey

  /// The numbers of the key pair.
  var numbers: RSAPrivateKeyNumbers { get }

  /// Makes a key of its numbers, such as those of another key.
  init(numbers: RSAPrivateKeyNumbers)
}

extension RSAPrivateKey {
  /// Makes a random key with the public exponent 65537; takes a tenth of a second or more.
  ///
  /// - Parameter keySizeInBits: The size of the modulus, 2048 to 16384 and a multiple of 8; 3072 is as
  ///   strong as P-256.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)``.
  public init(keySizeInBits: Int = 3072) throws(CryptoError) {
    self.init(numbers: RSAPrivateKeyNumbers(try .random(bitCount: keySizeInBits)))
  }

  /// Reads a PrivateKeyInfo (PKCS #8) or an RSAPrivateKey (PKCS #1) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it; its numbers must belong together.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for a key of another size,
  ///   ``CryptoError/malformed(_:offset:)``, ``CryptoError/unsupported(_:)`` for more than two primes.
  public init(derRepresentation: some DataProtocol) throws(CryptoError) {
    let pair = try derRepresentation.withRawSpan { bytes throws(CryptoError) in try RSAKeyPair.der(bytes) }
    self.init(numbers: RSAPrivateKeyNumbers(pair))
  }

  /// Reads a PrivateKeyInfo (PKCS #8) or an RSAPrivateKey (PKCS #1) in PEM.
  ///
  /// - Parameter pemRepresentation: One document with the label `PRIVATE KEY` or `RSA PRIVATE KEY`.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for a key of another size,
  ///   ``CryptoError/malformed(_:offset:)``, ``CryptoError/unsupported(_:)`` for more than two primes.
  public init(pemRepresentation: String) throws(CryptoError) {
    self.init(numbers: RSAPrivateKeyNumbers(try .pem(pemRepresentation)))
  }

  /// The public key that belongs to this key.
  public var publicKey: PublicKey { PublicKey(numbers: RSAPublicKeyNumbers(numbers.value.numbers)) }
  /// The size of the modulus in bits.
  public var keySizeInBits: Int { numbers.value.numbers.bitCount }
  /// The PrivateKeyInfo (PKCS #8) in DER; a copy that nobody wipes.
  public var derRepresentation: Data { Data(numbers.value.der) }
  /// The RSAPrivateKey (PKCS #1) in DER; a copy that nobody wipes.
  public var pkcs1DERRepresentation: Data { numbers.value.pkcs1.dataCopy }
  /// The PrivateKeyInfo (PKCS #8) in PEM; a copy that nobody wipes.
  public var pemRepresentation: String {
    PEMDocument(label: RSAKeyPair.pemLabel, content: derRepresentation).text
  }
  /// The RSAPrivateKey (PKCS #1) in PEM; a copy that nobody wipes.
  public var pkcs1PEMRepresentation: String {
    PEMDocument(label: RSAKeyPair.pkcs1PEMLabel, content: pkcs1DERRepresentation).text
  }
}
#endif
