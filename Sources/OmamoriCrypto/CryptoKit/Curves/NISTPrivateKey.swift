#if !canImport(Darwin)
public import OmamoriCore

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
#endif
