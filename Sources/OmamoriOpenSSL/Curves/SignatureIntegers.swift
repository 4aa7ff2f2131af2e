import OmamoriCore

/// r and s of an ECDSA signature, each as many bytes as a coordinate of the curve has.
package struct SignatureIntegers: Sendable {
  /// r, then s, big endian.
  package let raw: [UInt8]

  /// Reads r and s of a fixed size.
  package init(raw: [UInt8], _ curve: PublicKeyCurve) throws(CryptoKitError) {
    guard raw.count == 2 * curve.coordinateSize else { throw .incorrectParameterSize }
    self.raw = raw
  }

  /// Reads an ECDSA-Sig-Value (RFC 3279).
  package init(der: RawSpan, _ curve: PublicKeyCurve) throws(CryptoKitASN1Error) {
    var document = DERReader(der)
    var value = try document.enter(DERTag.sequence)
    try document.finish()
    let first = try value.readUnsignedInteger().byteArray
    let second = try value.readUnsignedInteger().byteArray
    try value.finish()
    let size = curve.coordinateSize
    guard first.count <= size, second.count <= size else { throw .invalidASN1IntegerEncoding }
    raw =
      [UInt8](repeating: 0, count: size - first.count) + first
      + [UInt8](repeating: 0, count: size - second.count) + second
  }

  /// The ECDSA-Sig-Value (RFC 3279).
  package var der: [UInt8] {
    DERWriter.write { writer in
      writer.sequence { value in
        value.unsignedInteger(raw.prefix(raw.count / 2))
        value.unsignedInteger(raw.suffix(raw.count / 2))
      }
    }
  }
}
