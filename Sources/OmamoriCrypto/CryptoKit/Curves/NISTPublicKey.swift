#if !canImport(Darwin)
public import OmamoriCore

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
#endif
