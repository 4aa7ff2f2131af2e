#if !canImport(Darwin)
import OmamoriCore

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
#endif
