#if !canImport(Darwin)
public import OmamoriCore

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
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for a modulus of another size,
  ///   ``CryptoError/malformed(_:offset:)``.
  public init(n: some Collection<UInt8>, e: some Collection<UInt8>) throws(CryptoError) {
    self.init(numbers: RSAPublicKeyNumbers(try RSAPublicNumbers(n: n, e: e, allowsSmallKeys: false)))
  }

  /// Reads a SubjectPublicKeyInfo or an RSAPublicKey (PKCS #1) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for a key of another size,
  ///   ``CryptoError/malformed(_:offset:)``.
  public init(derRepresentation: some DataProtocol) throws(CryptoError) {
    let numbers = try derRepresentation.withRawSpan { bytes throws(CryptoError) in
      try RSAPublicNumbers.der(bytes, allowsSmallKeys: false)
    }
    self.init(numbers: RSAPublicKeyNumbers(numbers))
  }

  /// Reads a SubjectPublicKeyInfo or an RSAPublicKey (PKCS #1) in PEM.
  ///
  /// - Parameter pemRepresentation: One document with the label `PUBLIC KEY` or `RSA PUBLIC KEY`.
  /// - Throws: ``CryptoError/outOfRange(lower:upper:)`` for a key of another size,
  ///   ``CryptoError/malformed(_:offset:)``.
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
#endif
