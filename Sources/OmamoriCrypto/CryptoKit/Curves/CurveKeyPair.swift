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
#endif
