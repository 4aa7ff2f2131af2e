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
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`.
  public init(keySizeInBits: Int = 3072) throws(CryptoError) {
    self.init(numbers: RSAPrivateKeyNumbers(try .random(bitCount: keySizeInBits)))
  }

  /// Reads a PrivateKeyInfo (PKCS #8) or an RSAPrivateKey (PKCS #1) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it; its numbers must belong together.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another size,
  ///   `CryptoError.malformed(_:offset:)`, `CryptoError.unsupported(_:)` for more than two primes.
  public init(derRepresentation: some DataProtocol) throws(CryptoError) {
    let pair = try derRepresentation.withRawSpan { bytes throws(CryptoError) in try RSAKeyPair.der(bytes) }
    self.init(numbers: RSAPrivateKeyNumbers(pair))
  }

  /// Reads a PrivateKeyInfo (PKCS #8) or an RSAPrivateKey (PKCS #1) in PEM.
  ///
  /// - Parameter pemRepresentation: One document with the label `PRIVATE KEY` or `RSA PRIVATE KEY`.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another size,
  ///   `CryptoError.malformed(_:offset:)`, `CryptoError.unsupported(_:)` for more than two primes.
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

/// The numbers of an RSA key pair, found to belong together and parsed once.
///
/// Wiped with its last owner. Immutable and safe to share between threads.
public struct RSAPrivateKeyNumbers: Sendable {
  package let value: RSAKeyPair

  package init(_ value: RSAKeyPair) { self.value = value }
}

extension RSAPrivateKeyNumbers: RedactedDescription {}

/// What the public keys of RSA have in common.
///
/// Immutable and safe to share between threads.
public protocol RSAPublicKey: Sendable {
  /// The modulus and the public exponent.
  var numbers: RSAPublicKeyNumbers { get }

  /// Makes a key of its numbers, such as those of another key.
  init(numbers: RSAPublicKeyNumbers)
}

extension RSAPublicKey {
  /// Makes a key of its numbers.
  ///
  /// - Parameters:
  ///   - n: The modulus, big endian, 2048 to 16384 bits.
  ///   - e: The public exponent, big endian, odd and at most 64 bits.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a modulus of another size,
  ///   `CryptoError.malformed(_:offset:)`.
  public init(n: some Collection<UInt8>, e: some Collection<UInt8>) throws(CryptoError) {
    self.init(numbers: RSAPublicKeyNumbers(try RSAPublicNumbers(n: n, e: e, allowsSmallKeys: false)))
  }

  /// Reads a SubjectPublicKeyInfo or an RSAPublicKey (PKCS #1) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another size,
  ///   `CryptoError.malformed(_:offset:)`.
  public init(derRepresentation: some DataProtocol) throws(CryptoError) {
    let numbers = try derRepresentation.withRawSpan { bytes throws(CryptoError) in
      try RSAPublicNumbers.der(bytes, allowsSmallKeys: false)
    }
    self.init(numbers: RSAPublicKeyNumbers(numbers))
  }

  /// Reads a SubjectPublicKeyInfo or an RSAPublicKey (PKCS #1) in PEM.
  ///
  /// - Parameter pemRepresentation: One document with the label `PUBLIC KEY` or `RSA PUBLIC KEY`.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)` for a key of another size,
  ///   `CryptoError.malformed(_:offset:)`.
  public init(pemRepresentation: String) throws(CryptoError) {
    self.init(numbers: RSAPublicKeyNumbers(try .pem(pemRepresentation, allowsSmallKeys: false)))
  }

  /// The size of the modulus in bits.
  public var keySizeInBits: Int { numbers.value.bitCount }
  /// The modulus, big endian without leading zero bytes.
  public var n: Data { Data(numbers.value.n) }
  /// The public exponent, big endian without leading zero bytes.
  public var e: Data { Data(numbers.value.e) }
  /// The SubjectPublicKeyInfo in DER.
  public var derRepresentation: Data { Data(numbers.value.der) }
  /// The RSAPublicKey (PKCS #1) in DER.
  public var pkcs1DERRepresentation: Data { Data(numbers.value.pkcs1) }
  /// The SubjectPublicKeyInfo in PEM.
  public var pemRepresentation: String {
    PEMDocument(label: RSAPublicNumbers.pemLabel, content: derRepresentation).text
  }
  /// The RSAPublicKey (PKCS #1) in PEM.
  public var pkcs1PEMRepresentation: String {
    PEMDocument(label: RSAPublicNumbers.pkcs1PEMLabel, content: pkcs1DERRepresentation).text
  }
}

/// The modulus and the public exponent of an RSA key, examined and parsed once.
///
/// Immutable and safe to share between threads.
public struct RSAPublicKeyNumbers: Sendable {
  package let value: RSAPublicNumbers

  package init(_ value: RSAPublicNumbers) { self.value = value }
}
