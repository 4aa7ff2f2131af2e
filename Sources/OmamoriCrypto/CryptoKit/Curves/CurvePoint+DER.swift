#if !canImport(Darwin)
import OmamoriCore

extension CurvePoint {
  static let pemLabel = "PUBLIC KEY"

  /// Reads a SubjectPublicKeyInfo (RFC 5480) with an uncompressed point.
  static func der(_ curve: PublicKeyCurve, _ bytes: RawSpan) throws -> CurvePoint {
    var document = DERReader(bytes)
    var information = try document.enter(DERTag.sequence)
    try document.finish()
    try KeyAlgorithm.read(curve, from: &information)
    let point = try information.readBitString()
    try information.finish()
    return try x963(curve, point.byteArray)
  }

  /// Reads the PEM document of a SubjectPublicKeyInfo.
  static func pem(_ curve: PublicKeyCurve, _ text: String) throws -> CurvePoint {
    let document = try PEMDocument(text, labels: [pemLabel])
    return try document.content.withRawSpan { try der(curve, $0) }
  }

  /// The SubjectPublicKeyInfo (RFC 5480).
  var der: [UInt8] {
    DERWriter.write { writer in
      writer.sequence { information in
        KeyAlgorithm.write(curve, to: &information)
        information.bitString(encoded)
      }
    }
  }

  /// The SubjectPublicKeyInfo as a PEM document.
  var pem: String { PEMDocument(label: Self.pemLabel, content: Data(der)).text }
}
#endif
