package import OmamoriCore

/// n and e of an RSA key, examined and parsed once.
///
/// Immutable.
package struct RSAPublicNumbers: Sendable {
  let handle: PublicKeyHandle
  package let n: [UInt8]
  package let e: [UInt8]

  /// The smallest size of n in bits that a caller can ask for, to verify old signatures.
  static let unsafeLowerBound = 1024
  static let pemLabel = "PUBLIC KEY"
  static let pkcs1PEMLabel = "RSA PUBLIC KEY"
  /// The content of rsaEncryption, 1.2.840.113549.1.1.1.
  package static let algorithm: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]

  /// Takes n and e, big endian, with or without leading zero bytes.
  package init(n: some Collection<UInt8>, e: some Collection<UInt8>, allowsSmallKeys: Bool)
    throws(CryptoError)
  {
    let (n, e) = (Array(n.drop { $0 == 0 }), Array(e.drop { $0 == 0 }))
    let lower = allowsSmallKeys ? Self.unsafeLowerBound : RSA.keySizes.lowerBound
    let bitCount = n.count * 8 - (n.first?.leadingZeroBitCount ?? 0)
    guard lower...RSA.keySizes.upperBound ~= bitCount else {
      throw .outOfRange(lower: lower, upper: RSA.keySizes.upperBound)
    }
    // Odd, at least 3, and short enough that verifying stays fast.
    guard let lowest = n.last, lowest & 1 == 1, let last = e.last, last & 1 == 1, e != [1], e.count <= 8
    else {
      throw .malformed(.der, offset: nil)
    }
    let integers = n + e
    // because UInt8 has no padding
    handle = try PublicKeyHandle(rsa: unsafe integers.byteSpan.bytes, sizes: [n.count, e.count])
    (self.n, self.e) = (n, e)
  }

  /// Reads a SubjectPublicKeyInfo, or an RSAPublicKey (PKCS #1).
  package static func der(_ bytes: RawSpan, allowsSmallKeys: Bool) throws(CryptoError) -> RSAPublicNumbers {
    let numbers: (n: [UInt8], e: [UInt8])
    do {
      var document = DERReader(bytes)
      var structure = try document.enter(DERTag.sequence)
      try document.finish()
      if structure.next(is: DERTag.sequence) {
        try readAlgorithm(from: &structure)
        var inner = DERReader(try structure.readBitString())
        try structure.finish()
        structure = try inner.enter(DERTag.sequence)
        try inner.finish()
      }
      numbers = (try structure.readUnsignedInteger().byteArray, try structure.readUnsignedInteger().byteArray)
      try structure.finish()
    } catch {
      throw .malformed(.der, offset: nil)
    }
    return try RSAPublicNumbers(n: numbers.n, e: numbers.e, allowsSmallKeys: allowsSmallKeys)
  }

  /// Reads a PEM document of either.
  static func pem(_ text: String, allowsSmallKeys: Bool) throws(CryptoError) -> RSAPublicNumbers {
    let document: PEMDocument
    do {
      document = try PEMDocument(text, labels: [pemLabel, pkcs1PEMLabel])
    } catch {
      throw .malformed(.pem, offset: nil)
    }
    return try document.content.withRawSpan { bytes throws(CryptoError) in
      try der(bytes, allowsSmallKeys: allowsSmallKeys)
    }
  }

  /// Reads the AlgorithmIdentifier, which must be rsaEncryption with NULL.
  package static func readAlgorithm(from reader: inout DERReader) throws(CryptoKitASN1Error) {
    var identifier = try reader.enter(DERTag.sequence)
    guard try identifier.readObjectIdentifier() == algorithm else { throw .invalidObjectIdentifier }
    guard try identifier.read(DERTag.null).isEmpty else { throw .invalidASN1Object }
    try identifier.finish()
  }

  /// Writes the AlgorithmIdentifier.
  package static func writeAlgorithm(to writer: inout DERWriter) {
    writer.sequence { identifier in
      identifier.objectIdentifier(algorithm)
      identifier.element(DERTag.null, [])
    }
  }

  /// The size of n in bits.
  package var bitCount: Int { n.count * 8 - (n.first?.leadingZeroBitCount ?? 0) }

  /// The RSAPublicKey (PKCS #1).
  var pkcs1: [UInt8] {
    DERWriter.write { writer in
      writer.sequence { key in
        key.unsignedInteger(n)
        key.unsignedInteger(e)
      }
    }
  }

  /// The SubjectPublicKeyInfo.
  package var der: [UInt8] {
    DERWriter.write { writer in
      writer.sequence { information in
        Self.writeAlgorithm(to: &information)
        information.bitString(pkcs1)
      }
    }
  }
}
