public import OmamoriCore

/// A curve of FIPS 186-5 over a prime field: ``P256``, ``P384`` or ``P521``.
///
/// What the keys of the three have in common is written once, in extensions of ``NISTPublicKey`` and
/// ``NISTPrivateKey``. No other type can conform in a useful way: points and key pairs are only made by
/// reading keys.
public protocol NISTCurve: Sendable {
  /// The hash function that a message is signed with unless the caller gives a digest.
  associatedtype MessageHash: HashFunction

  /// The curve's numbers.
  static var domain: NISTDomain { get }
}

/// The domain parameters of one of the three curves.
public struct NISTDomain: Sendable {
  package let curve: PublicKeyCurve

  /// P-256, also called secp256r1.
  public static let p256 = NISTDomain(curve: .p256)
  /// P-384, also called secp384r1.
  public static let p384 = NISTDomain(curve: .p384)
  /// P-521, also called secp521r1.
  public static let p521 = NISTDomain(curve: .p521)

  /// The size of a coordinate and of a private key in bytes.
  public var coordinateByteCount: Int { curve.coordinateSize }
}

/// A scalar within its range and the point that belongs to it, the content of a private key.
///
/// Wiped with its last owner. Immutable and safe to share between threads.
public struct NISTKeyPair<Curve: NISTCurve>: Sendable {
  package let value: CurveKeyPair

  package init(_ value: CurveKeyPair) { self.value = value }
}

extension NISTKeyPair: RedactedDescription {}

/// A point that was found on its curve, the content of a public key.
///
/// Immutable and safe to share between threads.
public struct NISTPoint<Curve: NISTCurve>: Sendable {
  package let value: CurvePoint

  package init(_ value: CurvePoint) { self.value = value }
}

/// What the private keys of ``P256``, ``P384`` and ``P521`` have in common.
///
/// Every way to read a key makes sure that it is in range, that a public key that comes with it is the right
/// one, and that nothing follows it. Immutable and safe to share between threads; wiped with its last owner.
public protocol NISTPrivateKey: Sendable {
  /// The public keys that belong to keys of this type.
  associatedtype PublicKey: NISTPublicKey

  /// The key with its public key.
  var pair: NISTKeyPair<PublicKey.Curve> { get }

  /// Makes a key of a key pair, such as that of another key.
  init(pair: NISTKeyPair<PublicKey.Curve>)
}

extension NISTPrivateKey {
  /// Makes a random key.
  ///
  /// - Parameter compactRepresentable: Whether the public key must have a compact representation.
  public init(compactRepresentable: Bool = true) {
    self.init(pair: NISTKeyPair(.random(PublicKey.Curve.domain.curve, isCompact: compactRepresentable)))
  }

  /// Reads the private scalar.
  ///
  /// - Parameter rawRepresentation: The scalar, big endian: 32, 48 or 66 bytes.
  /// - Throws: ``CryptoKitError`` for another size or a scalar that is not from 1 to the order minus 1.
  public init<D: ContiguousBytes>(rawRepresentation: D) throws {
    self.init(
      pair: try rawRepresentation.withKeySpan { NISTKeyPair(try .raw(PublicKey.Curve.domain.curve, $0)) })
  }

  /// Reads an uncompressed point of ANSI X9.63 with the private scalar behind it.
  ///
  /// - Parameter x963Representation: The byte 4, x, y and the scalar.
  /// - Throws: ``CryptoKitError`` for another size, or when the point and the scalar do not belong together.
  public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {
    self.init(
      pair: try x963Representation.withKeySpan { NISTKeyPair(try .x963(PublicKey.Curve.domain.curve, $0)) })
  }

  /// Reads a PrivateKeyInfo (PKCS#8) or an ECPrivateKey (SEC 1, RFC 5915) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it.
  /// - Throws: ``CryptoKitASN1Error`` or ``CryptoKitError``.
  public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
    let secret = SecretBytes(count: derRepresentation.count) { bytes in
      for (offset, byte) in derRepresentation.enumerated() {
        bytes.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      }
    }
    self.init(pair: NISTKeyPair(try .der(PublicKey.Curve.domain.curve, secret.bytes)))
  }

  /// Reads a PrivateKeyInfo (PKCS#8) or an ECPrivateKey (SEC 1, RFC 5915) in PEM.
  ///
  /// - Parameter pemRepresentation: One document with the label `PRIVATE KEY` or `EC PRIVATE KEY`.
  /// - Throws: ``CryptoKitASN1Error`` or ``CryptoKitError``.
  public init(pemRepresentation: String) throws {
    self.init(pair: NISTKeyPair(try .pem(PublicKey.Curve.domain.curve, pemRepresentation)))
  }

  /// The public key that belongs to this key.
  public var publicKey: PublicKey { PublicKey(point: NISTPoint(pair.value.point)) }
  /// The private scalar, big endian; a copy that nobody wipes.
  public var rawRepresentation: Data { pair.value.scalar.dataCopy }
  /// The byte 4, x, y and the private scalar; a copy that nobody wipes.
  public var x963Representation: Data { Data(pair.value.point.encoded) + pair.value.scalar.dataCopy }
  /// The PrivateKeyInfo (PKCS#8) in DER; a copy that nobody wipes.
  public var derRepresentation: Data { Data(pair.value.der) }
  /// The PrivateKeyInfo (PKCS#8) in PEM; a copy that nobody wipes.
  public var pemRepresentation: String { pair.value.pem }
}

/// What the public keys of ``P256``, ``P384`` and ``P521`` have in common.
///
/// Every way to read a key makes sure that the point lies on the curve and that nothing follows it.
/// Immutable and safe to share between threads.
public protocol NISTPublicKey: Sendable {
  /// The curve.
  associatedtype Curve: NISTCurve

  /// The point.
  var point: NISTPoint<Curve> { get }

  /// Makes a key of a point, such as that of another key.
  init(point: NISTPoint<Curve>)
}

extension NISTPublicKey {
  /// Reads the two coordinates.
  ///
  /// - Parameter rawRepresentation: x and y, 64, 96 or 132 bytes.
  /// - Throws: ``CryptoKitError`` for another size or a point that is not on the curve.
  public init<D: ContiguousBytes>(rawRepresentation: D) throws {
    self.init(point: NISTPoint(try .raw(Curve.domain.curve, rawRepresentation.byteArray)))
  }

  /// Reads an uncompressed point of ANSI X9.63.
  ///
  /// - Parameter x963Representation: The byte 4, x and y.
  /// - Throws: ``CryptoKitError`` for another size, another first byte or a point that is not on the curve.
  public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {
    self.init(point: NISTPoint(try .x963(Curve.domain.curve, x963Representation.byteArray)))
  }

  /// Reads a compressed point of ANSI X9.63.
  ///
  /// - Parameter compressedRepresentation: The byte 2 or 3, and x.
  /// - Throws: ``CryptoKitError`` for another size, another first byte or an x that no point has.
  public init<Bytes: ContiguousBytes>(compressedRepresentation: Bytes) throws {
    self.init(point: NISTPoint(try .compressed(Curve.domain.curve, compressedRepresentation.byteArray)))
  }

  /// Reads an x coordinate that stands for the point with the smaller y.
  ///
  /// - Parameter compactRepresentation: x.
  /// - Throws: ``CryptoKitError`` for another size or an x that no point has.
  public init<Bytes: ContiguousBytes>(compactRepresentation: Bytes) throws {
    self.init(point: NISTPoint(try .compact(Curve.domain.curve, compactRepresentation.byteArray)))
  }

  /// Reads a SubjectPublicKeyInfo (RFC 5480) in DER.
  ///
  /// - Parameter derRepresentation: The structure with an uncompressed point, and nothing after it.
  /// - Throws: ``CryptoKitASN1Error`` or ``CryptoKitError``.
  public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
    let bytes = Array(derRepresentation)
    // because UInt8 has no padding
    self.init(point: NISTPoint(try unsafe .der(Curve.domain.curve, bytes.byteSpan.bytes)))
  }

  /// Reads a SubjectPublicKeyInfo in PEM.
  ///
  /// - Parameter pemRepresentation: One document with the label `PUBLIC KEY`.
  /// - Throws: ``CryptoKitASN1Error`` or ``CryptoKitError``.
  public init(pemRepresentation: String) throws {
    self.init(point: NISTPoint(try .pem(Curve.domain.curve, pemRepresentation)))
  }

  /// x and y.
  public var rawRepresentation: Data { Data(point.value.raw) }
  /// The byte 4, x and y (ANSI X9.63).
  public var x963Representation: Data { Data(point.value.encoded) }
  /// The byte 2 or 3, and x (ANSI X9.63).
  public var compressedRepresentation: Data { Data(point.value.compressed) }
  /// x alone, or `nil` when it stands for the other point that has it.
  public var compactRepresentation: Data? { point.value.isCompact ? Data(point.value.x) : nil }
  /// The SubjectPublicKeyInfo (RFC 5480) in DER.
  public var derRepresentation: Data { Data(point.value.der) }
  /// The SubjectPublicKeyInfo in PEM.
  public var pemRepresentation: String { point.value.pem }
}

/// A private key that agrees on secrets with ECDH (NIST SP 800-56A).
///
/// Immutable and safe to share between threads.
public protocol NISTAgreementKey: NISTPrivateKey {}

extension NISTAgreementKey {
  /// Agrees on a secret with the owner of a public key.
  ///
  /// - Parameter publicKeyShare: The public key of the other side.
  /// - Returns: The x coordinate of the product, 32, 48 or 66 bytes, to derive keys from.
  /// - Throws: ``CryptoKitError`` when the cryptographic library fails.
  public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
    let (own, other) = (pair.value, publicKeyShare.point.value)
    return try CryptoKitError.translating { () throws(CryptoError) in
      let count = own.point.curve.coordinateSize
      return SharedSecret(try own.handle.sharedSecret(with: other.handle, byteCount: count))
    }
  }
}

/// A private key that makes signatures of ECDSA (FIPS 186-5).
///
/// Immutable and safe to share between threads.
public protocol NISTSigningKey: NISTPrivateKey where PublicKey: NISTVerifyingKey {}

extension NISTSigningKey {
  /// Signs a digest; two signatures of the same digest differ.
  ///
  /// - Parameter digest: The digest; of a longer one than the order of the curve only the first bits count.
  /// - Returns: The signature.
  /// - Throws: ``CryptoKitError`` when the cryptographic library fails.
  public func signature<D: Digest>(for digest: D) throws -> PublicKey.Signature {
    // because the buffer is only read during the call
    let der = try unsafe digest.withUnsafeBytes { bytes in
      try CryptoKitError.translating { () throws(CryptoError) in
        unsafe try pair.value.handle.ecSignature(forDigest: bytes.bytes)
      }
    }
    return try PublicKey.Signature(derRepresentation: der)
  }

  /// Signs a message; two signatures of the same message differ.
  ///
  /// - Parameter data: The message, which is hashed with SHA-256, SHA-384 or SHA-512 as the curve asks for.
  /// - Returns: The signature.
  /// - Throws: ``CryptoKitError`` when the cryptographic library fails.
  public func signature<D: DataProtocol>(for data: D) throws -> PublicKey.Signature {
    try signature(for: PublicKey.Curve.MessageHash.hash(data: data))
  }
}

/// A public key that verifies signatures of ECDSA (FIPS 186-5).
///
/// Immutable and safe to share between threads.
public protocol NISTVerifyingKey: NISTPublicKey {
  /// The signatures.
  associatedtype Signature: NISTSignature where Signature.Curve == Curve
}

extension NISTVerifyingKey {
  /// Says whether a signature was made for a digest with the private key that belongs to this key.
  ///
  /// - Parameters:
  ///   - signature: The signature.
  ///   - digest: The digest; of a longer one than the order of the curve only the first bits count.
  /// - Returns: Whether the signature is valid.
  public func isValidSignature<D: Digest>(_ signature: Signature, for digest: D) -> Bool {
    let signature = signature.integers.value.der
    // because the buffer is only read during the call
    return unsafe digest.withUnsafeBytes {
      unsafe point.value.handle.isValidECSignature(signature, forDigest: $0.bytes)
    }
  }

  /// Says whether a signature was made for a message with the private key that belongs to this key.
  ///
  /// - Parameters:
  ///   - signature: The signature.
  ///   - data: The message, which is hashed with SHA-256, SHA-384 or SHA-512 as the curve asks for.
  /// - Returns: Whether the signature is valid.
  public func isValidSignature<D: DataProtocol>(_ signature: Signature, for data: D) -> Bool {
    isValidSignature(signature, for: Curve.MessageHash.hash(data: data))
  }
}

/// What the ECDSA signatures of ``P256``, ``P384`` and ``P521`` have in common.
public protocol NISTSignature: ContiguousBytes, Sendable {
  /// The curve.
  associatedtype Curve: NISTCurve

  /// r and s, each as many bytes as a coordinate has.
  var integers: NISTSignatureIntegers<Curve> { get }

  /// Makes a signature of its two integers.
  init(integers: NISTSignatureIntegers<Curve>)
}

extension NISTSignature {
  /// Reads r and s.
  ///
  /// - Parameter rawRepresentation: r and s, 64, 96 or 132 bytes.
  /// - Throws: ``CryptoKitError/incorrectParameterSize`` for another size.
  public init<D: DataProtocol>(rawRepresentation: D) throws {
    self.init(integers: NISTSignatureIntegers(try .init(raw: Array(rawRepresentation), Curve.domain.curve)))
  }

  /// Reads an ECDSA-Sig-Value (RFC 3279, section 2.2.3) in DER.
  ///
  /// - Parameter derRepresentation: The structure, and nothing after it.
  /// - Throws: ``CryptoKitASN1Error``, also when an integer is longer than the order of the curve.
  public init<D: DataProtocol>(derRepresentation: D) throws {
    let integers = try derRepresentation.withRawSpan { try SignatureIntegers(der: $0, Curve.domain.curve) }
    self.init(integers: NISTSignatureIntegers(integers))
  }

  /// r and s.
  public var rawRepresentation: Data { Data(integers.value.raw) }
  /// The ECDSA-Sig-Value (RFC 3279) in DER.
  public var derRepresentation: Data { Data(integers.value.der) }

  /// Calls a closure with r and s.
  ///
  /// - Parameter body: Reads the bytes.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    // because the buffer is only used during the call
    try unsafe integers.value.raw.withUnsafeBytes(body)
  }
}

/// r and s of an ECDSA signature, of the size that the curve asks for.
public struct NISTSignatureIntegers<Curve: NISTCurve>: Sendable {
  package let value: SignatureIntegers

  package init(_ value: SignatureIntegers) { self.value = value }
}
