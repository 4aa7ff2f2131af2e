#if !canImport(Darwin)
import OmamoriCore

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
