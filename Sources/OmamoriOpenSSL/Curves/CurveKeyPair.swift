package import OmamoriCore

/// A private key of a NIST curve with its public one.
///
/// Parsed once, immutable, wiped with its last owner.
package struct CurveKeyPair: Sendable {
  let handle: PublicKeyHandle
  /// The private scalar, as many bytes as a coordinate has, big endian.
  package let scalar: SharedSecretBytes
  package let point: CurvePoint

  /// Takes over a scalar; an error unless it is from 1 to the order minus 1.
  package init(_ curve: PublicKeyCurve, scalar: consuming SecretBytes) throws(CryptoError) {
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
  package static func random(_ curve: PublicKeyCurve, isCompact: Bool) -> CurveKeyPair {
    do {
      let pair = try CurveKeyPair(curve, scalar: randomScalar(curve))
      return try !isCompact || pair.point.isCompact ? pair : pair.negated()
    } catch {
      // because CryptoKit's initialiser cannot throw, and input cannot cause this
      preconditionFailure("the system gives no random bytes or no memory for a key")
    }
  }

  /// Reads a scalar.
  package static func raw(_ curve: PublicKeyCurve, _ bytes: RawSpan) throws -> CurveKeyPair {
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
  package static func der(_ curve: PublicKeyCurve, _ bytes: RawSpan) throws -> CurveKeyPair {
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
  package var der: [UInt8] {
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

/// The AlgorithmIdentifier of a key on a NIST curve (RFC 5480, section 2.1.1).
enum KeyAlgorithm {
  /// The content of id-ecPublicKey, 1.2.840.10045.2.1.
  static let identifier: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]

  /// Reads the identifier, which must name this curve.
  static func read(_ curve: PublicKeyCurve, from reader: inout DERReader) throws(CryptoKitASN1Error) {
    var algorithm = try reader.enter(DERTag.sequence)
    guard try algorithm.readObjectIdentifier() == identifier,
      try algorithm.readObjectIdentifier() == curve.objectIdentifier
    else { throw .invalidObjectIdentifier }
    try algorithm.finish()
  }

  /// Writes the identifier.
  static func write(_ curve: PublicKeyCurve, to writer: inout DERWriter) {
    writer.sequence { algorithm in
      algorithm.objectIdentifier(identifier)
      algorithm.objectIdentifier(curve.objectIdentifier)
    }
  }
}

/// A private key of 32 bytes with what is derived from it; immutable, wiped with its last owner.
package struct RawKeyPair: Sendable {
  let handle: PublicKeyHandle
  package let secret: SharedSecretBytes
  package let publicKey: RawPublicKey

  package init(_ algorithm: PublicKeyHandle.RawAlgorithm, secret: consuming SecretBytes) throws(CryptoError) {
    handle = try PublicKeyHandle(algorithm, privateKey: secret.bytes)
    publicKey = try RawPublicKey(algorithm, encoded: handle.rawPublicKey())
    self.secret = SharedSecretBytes(secret)
  }

  /// A key pair of X25519 whose public key, 32 bytes, is known.
  package init(x25519 secret: consuming SecretBytes, publicKey: [UInt8]) throws(CryptoError) {
    // because UInt8 has no padding
    handle = try PublicKeyHandle(x25519: secret.bytes, publicKey: unsafe publicKey.byteSpan.bytes)
    self.publicKey = try RawPublicKey(.x25519, encoded: publicKey)
    self.secret = SharedSecretBytes(secret)
  }

  /// A random key pair; ends the process when the system gives no random bytes, as nothing weaker may take
  /// their place.
  package static func random(_ algorithm: PublicKeyHandle.RawAlgorithm) -> RawKeyPair {
    do {
      return try RawKeyPair(algorithm, secret: SecretBytes(randomCount: PublicKeyHandle.rawKeySize))
    } catch {
      // because CryptoKit's initialiser cannot throw, and input cannot cause this
      preconditionFailure("the system gives no random bytes or no memory for a key")
    }
  }

  /// Reads the 32 bytes of a private key.
  package static func reading(
    _ algorithm: PublicKeyHandle.RawAlgorithm,
    _ bytes: some ContiguousBytes
  ) throws -> RawKeyPair {
    // because the copy is made before the closure returns
    let secret = try unsafe bytes.withUnsafeBytes { buffer in
      guard buffer.count == PublicKeyHandle.rawKeySize else { throw CryptoKitError.incorrectKeySize }
      return unsafe SharedSecretBytes(SecretBytes(copying: buffer.bytes))
    }
    return try CryptoKitError.translating { () throws(CryptoError) in
      try RawKeyPair(algorithm, secret: secret.copy())
    }
  }
}

/// A public key of 32 bytes.
package struct RawPublicKey: Sendable {
  let handle: PublicKeyHandle
  package let encoded: [UInt8]

  package init(_ algorithm: PublicKeyHandle.RawAlgorithm, encoded: [UInt8]) throws(CryptoError) {
    // because UInt8 has no padding
    handle = try PublicKeyHandle(algorithm, publicKey: unsafe encoded.byteSpan.bytes)
    self.encoded = encoded
  }

  /// Reads the 32 bytes of a public key.
  package static func reading(
    _ algorithm: PublicKeyHandle.RawAlgorithm,
    _ bytes: some ContiguousBytes
  ) throws -> RawPublicKey {
    let encoded = unsafe bytes.withUnsafeBytes { unsafe Array($0) }  // because the copy outlives the closure
    guard encoded.count == PublicKeyHandle.rawKeySize else { throw CryptoKitError.incorrectKeySize }
    return try CryptoKitError.translating { () throws(CryptoError) in
      try RawPublicKey(algorithm, encoded: encoded)
    }
  }
}
