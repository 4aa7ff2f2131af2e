#if !canImport(Darwin)
import OmamoriCore

/// A private key of a NIST curve with its public one.
///
/// Parsed once, immutable, wiped with its last owner.
struct CurveKeyPair: Sendable {
  let handle: PublicKeyHandle
  /// The private scalar, as many bytes as a coordinate has, big endian.
  let scalar: SharedSecretBytes
  let point: CurvePoint

  /// Takes over a scalar; an error unless it is from 1 to the order minus 1.
  init(_ curve: PublicKeyCurve, scalar: consuming SecretBytes) throws(CryptoError) {
    guard Self.isInRange(scalar.bytes, curve) else { throw .malformed(.der, offset: nil) }
    point = try CurvePoint(curve, uncompressed: curve.point(ofScalar: scalar.bytes))
    handle = try PublicKeyHandle(curve, scalar: scalar.bytes, point: point.encoded)
    self.scalar = SharedSecretBytes(scalar)
  }

  /// A random key pair; ends the process when the system gives no random bytes, as nothing weaker may take
  /// their place.
  ///
  /// - Parameters:
  ///   - curve: The curve.
  ///   - isCompact: Whether the x coordinate alone must stand for the public key.
  /// - Returns: The key pair.
  static func random(_ curve: PublicKeyCurve, isCompact: Bool) -> CurveKeyPair {
    do {
      let pair = try CurveKeyPair(curve, scalar: randomScalar(curve))
      return try !isCompact || pair.point.isCompact ? pair : pair.negated()
    } catch {
      // because CryptoKit's initialiser cannot throw, and input cannot cause this
      preconditionFailure("the system gives no random bytes or no memory for a key")
    }
  }

  /// Reads a scalar.
  static func raw(_ curve: PublicKeyCurve, _ bytes: RawSpan) throws -> CurveKeyPair {
    guard bytes.byteCount == curve.coordinateSize else { throw CryptoKitError.incorrectKeySize }
    return try CryptoKitError.translating { () throws(CryptoError) in
      try CurveKeyPair(curve, scalar: SecretBytes(copying: bytes))
    }
  }

  /// Reads an uncompressed point with the scalar behind it, which must belong together.
  static func x963(_ curve: PublicKeyCurve, _ bytes: RawSpan) throws -> CurveKeyPair {
    guard bytes.byteCount == curve.pointSize + curve.coordinateSize else {
      throw CryptoKitError.incorrectParameterSize
    }
    let pair = try raw(curve, bytes.extracting(curve.pointSize...))
    guard bytes.extracting(..<curve.pointSize).hasBytes(of: pair.point.encoded) else {
      throw CryptoKitError.invalidParameter
    }
    return pair
  }

  /// Says in constant time whether a scalar is from 1 to the order minus 1.
  private static func isInRange(_ scalar: RawSpan, _ curve: PublicKeyCurve) -> Bool {
    guard scalar.byteCount == curve.order.count, !ConstantTime.isZero(scalar) else { return false }
    let order = curve.order
    return unsafe BigEndian.isLess(scalar, order.byteSpan.bytes)  // because UInt8 has no padding
  }

  /// A scalar drawn evenly from all valid ones: candidates that are too large are drawn again (FIPS 186-5,
  /// A.2.2).
  private static func randomScalar(_ curve: PublicKeyCurve) throws -> SecretBytes {
    let excess = curve.coordinateSize * 8 - curve.bitCount
    while true {
      var candidate = try SecretBytes(randomCount: curve.coordinateSize)
      candidate.withMutableBytes { bytes in
        // because the first byte is there
        unsafe bytes.withUnsafeMutableBytes { unsafe $0[0] &= 0xFF >> excess }
      }
      if isInRange(candidate.bytes, curve) { return candidate }
    }
  }

  /// The key pair whose point has the same x coordinate.
  private func negated() throws(CryptoError) -> CurveKeyPair {
    let (curve, order) = (point.curve, point.curve.order)
    let opposite = scalar.withBytes { scalar in
      SecretBytes(count: curve.coordinateSize) { destination in
        // because the offsets lie within both spans, which have the same size, and UInt8 has no padding
        unsafe destination.withUnsafeMutableBytes { target in
          _ = unsafe BigEndian.subtract(order.byteSpan.bytes, scalar) { unsafe target[$0] = $1 }
        }
      }
    }
    return try CurveKeyPair(curve, scalar: opposite)
  }
}

extension CurveKeyPair {
  static let pemLabel = "PRIVATE KEY"
  static let sec1PEMLabel = "EC PRIVATE KEY"

  /// Reads a PrivateKeyInfo (PKCS#8, RFC 5958) or an ECPrivateKey (SEC 1, RFC 5915).
  static func der(_ curve: PublicKeyCurve, _ bytes: RawSpan) throws -> CurveKeyPair {
    try PrivateKeyInfo.read(bytes) { version, structure in
      // After the version an ECPrivateKey has the key itself, a PrivateKeyInfo the algorithm.
      if structure.next(is: DERTag.octetString) {
        return try sec1(curve, version, &structure, isCurveNamed: false)
      }
      return try pkcs8(curve, version, &structure)
    }
  }

  /// Reads the PEM document of either.
  static func pem(_ curve: PublicKeyCurve, _ text: String) throws -> CurveKeyPair {
    let document = try PEMDocument(text, labels: [pemLabel, sec1PEMLabel])
    return try document.content.withRawSpan { bytes in
      try PrivateKeyInfo.read(bytes) { version, structure in
        guard document.label == sec1PEMLabel else { return try pkcs8(curve, version, &structure) }
        return try sec1(curve, version, &structure, isCurveNamed: false)
      }
    }
  }

  private static func pkcs8(
    _ curve: PublicKeyCurve,
    _ version: UInt8,
    _ structure: inout DERReader
  ) throws -> CurveKeyPair {
    try KeyAlgorithm.read(curve, from: &structure)
    let content = try structure.read(DERTag.octetString)
    let publicKey = try PrivateKeyInfo.readRest(of: &structure, version)
    let pair = try PrivateKeyInfo.read(content) { version, structure in
      try sec1(curve, version, &structure, isCurveNamed: true)
    }
    if let publicKey, publicKey != pair.point.encoded { throw CryptoKitASN1Error.invalidASN1Object }
    return pair
  }

  /// Reads what follows the version of an ECPrivateKey; the curve must be named, there or around it.
  private static func sec1(
    _ curve: PublicKeyCurve,
    _ version: UInt8,
    _ structure: inout DERReader,
    isCurveNamed: Bool
  ) throws -> CurveKeyPair {
    guard version == 1 else { throw CryptoKitASN1Error.invalidASN1Object }
    let scalar = try structure.read(DERTag.octetString)
    if structure.next(is: DERTag.context(0)) {
      var parameters = try structure.enter(DERTag.context(0))
      guard try parameters.readObjectIdentifier() == curve.objectIdentifier else {
        throw CryptoKitASN1Error.invalidObjectIdentifier
      }
      try parameters.finish()
    } else if !isCurveNamed {
      throw CryptoKitASN1Error.invalidObjectIdentifier
    }
    var publicKey: [UInt8]?
    if structure.next(is: DERTag.context(1)) {
      var field = try structure.enter(DERTag.context(1))
      publicKey = try field.readBitString().byteArray
      try field.finish()
    }
    try structure.finish()
    let pair = try raw(curve, scalar)
    if let publicKey, publicKey != pair.point.encoded { throw CryptoKitASN1Error.invalidASN1Object }
    return pair
  }

  /// The PrivateKeyInfo (PKCS#8) with the public key, as CryptoKit writes it.
  var der: [UInt8] {
    DERWriter.write { writer in
      writer.sequence { information in
        information.unsignedInteger([0])
        KeyAlgorithm.write(point.curve, to: &information)
        information.element(DERTag.octetString) { content in
          content.sequence { key in
            key.unsignedInteger([1])
            key.element(DERTag.octetString, scalar.withBytes { $0.byteArray })
            key.element(DERTag.context(1)) { $0.bitString(point.encoded) }
          }
        }
      }
    }
  }

  /// The PrivateKeyInfo as a PEM document.
  var pem: String { PEMDocument(label: Self.pemLabel, content: Data(der)).text }
}
#endif
