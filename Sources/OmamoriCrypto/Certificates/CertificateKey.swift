import OmamoriCore

/// The kind and size of a certificate's key.
package enum CertificateKey: Sendable, Hashable {
  /// RSA: the size of the modulus in bits, and the public exponent, big endian.
  case rsa(bits: Int, exponent: Data)
  /// A curve with a name in SEC 2 or X9.62: its object identifier, and the size of its field in bits (0 for one that is
  /// not known).
  case curve(name: String, bits: Int)
  /// A curve that the certificate describes itself, which RFC 5480 forbids.
  case describedCurve
  /// Ed25519 (256) or Ed448 (448).
  case edwards(bits: Int)
  /// DSA, with the size of the prime in bits, where it can be told.
  case dsa(bits: Int?)
  /// Another kind, by its object identifier.
  case other(String)

  /// Reads a SubjectPublicKeyInfo.
  init(_ reader: inout DERReader) throws(DERError) {
    var information = try reader.enter(DERTag.sequence)
    var algorithm = try information.enter(DERTag.sequence)
    let name = try algorithm.readDottedName()
    let bits = try information.readBitString()
    try information.finish()
    switch name {
    case "1.2.840.113549.1.1.1", "1.2.840.113549.1.1.10":
      var document = DERReader(bits)
      var key = try document.enter(DERTag.sequence)
      try document.finish()
      let modulus = try key.readUnsignedInteger().byteArray
      let exponent = try key.readUnsignedInteger().byteArray
      try key.finish()
      self = .rsa(bits: Self.bitCount(modulus), exponent: Data(exponent))
    case "1.2.840.10045.2.1":
      guard algorithm.next(is: DERTag.objectIdentifier) else {
        self = .describedCurve
        return
      }
      let curve = try algorithm.readDottedName()
      try algorithm.finish()
      self = .curve(name: curve, bits: Self.curveBits[curve] ?? 0)
    case "1.3.101.112": self = .edwards(bits: 256)
    case "1.3.101.113": self = .edwards(bits: 448)
    case "1.2.840.10040.4.1":
      guard algorithm.next(is: DERTag.sequence) else {
        self = .dsa(bits: nil)
        return
      }
      var parameters = try algorithm.enter(DERTag.sequence)
      self = .dsa(bits: Self.bitCount(try parameters.readUnsignedInteger().byteArray))
    default: self = .other(name)
    }
  }

  private static func bitCount(_ number: [UInt8]) -> Int {
    number.count * 8 - (number.first?.leadingZeroBitCount ?? 0)
  }

  private static let curveBits = [
    "1.2.840.10045.3.1.1": 192, "1.3.132.0.33": 224, "1.2.840.10045.3.1.7": 256, "1.3.132.0.34": 384,
    "1.3.132.0.35": 521, "1.3.132.0.10": 256, "1.3.36.3.3.2.8.1.1.7": 256, "1.3.36.3.3.2.8.1.1.11": 384,
    "1.3.36.3.3.2.8.1.1.13": 512,
  ]
}
