package import OmamoriCore

/// A point of a NIST curve that is a public key: on the curve and not at infinity.
///
/// Parsed once, immutable.
package struct CurvePoint: Sendable {
  package let curve: PublicKeyCurve
  let handle: PublicKeyHandle
  /// The uncompressed point of X9.63: 4, x, y.
  package let encoded: [UInt8]

  /// Reads an uncompressed point.
  package init(_ curve: PublicKeyCurve, uncompressed: [UInt8]) throws(CryptoError) {
    handle = try PublicKeyHandle(curve, point: uncompressed)
    (self.curve, encoded) = (curve, uncompressed)
  }

  /// Reads a point as X9.63 writes it, uncompressed.
  static func x963(_ curve: PublicKeyCurve, _ bytes: [UInt8]) throws -> CurvePoint {
    guard bytes.count == curve.pointSize else { throw CryptoKitError.incorrectParameterSize }
    guard bytes.first == 4 else { throw CryptoKitError.invalidParameter }
    return try CryptoKitError.translating { () throws(CryptoError) in
      try CurvePoint(curve, uncompressed: bytes)
    }
  }

  /// Reads the two coordinates.
  package static func raw(_ curve: PublicKeyCurve, _ bytes: [UInt8]) throws -> CurvePoint {
    try x963(curve, [4] + bytes)
  }

  /// Reads a point as X9.63 writes it, compressed: 2 or 3, x.
  static func compressed(_ curve: PublicKeyCurve, _ bytes: [UInt8]) throws -> CurvePoint {
    guard bytes.count == 1 + curve.coordinateSize else { throw CryptoKitError.incorrectParameterSize }
    guard bytes.first == 2 || bytes.first == 3 else { throw CryptoKitError.invalidParameter }
    return try CryptoKitError.translating { () throws(CryptoError) in
      try CurvePoint(curve, uncompressed: curve.uncompressed(bytes))
    }
  }

  /// Reads an x coordinate alone; of the two points that have it, the one with the smaller y is meant.
  static func compact(_ curve: PublicKeyCurve, _ bytes: [UInt8]) throws -> CurvePoint {
    let point = try compressed(curve, [2] + bytes)
    return try point.isCompact ? point : compressed(curve, [3] + bytes)
  }

  /// Both coordinates.
  package var raw: ArraySlice<UInt8> { encoded.dropFirst() }
  /// The x coordinate.
  var x: ArraySlice<UInt8> { encoded[1...curve.coordinateSize] }
  /// The y coordinate.
  var y: ArraySlice<UInt8> { encoded[(1 + curve.coordinateSize)...] }
  /// The compressed point of X9.63.
  var compressed: [UInt8] { [2 | ((encoded.last ?? 0) & 1)] + x }
  /// Whether y is the smaller one of y and p - y, so that x alone stands for the point.
  package var isCompact: Bool {
    let (y, prime) = (Array(y), curve.prime)
    var negated = y
    // because UInt8 has no padding
    unsafe BigEndian.subtract(prime.byteSpan.bytes, y.byteSpan.bytes) { negated[$0] = $1 }
    return unsafe BigEndian.isLess(y.byteSpan.bytes, negated.byteSpan.bytes)
  }
}

extension CurvePoint {
  static let pemLabel = "PUBLIC KEY"

  /// Reads a SubjectPublicKeyInfo (RFC 5480) with an uncompressed point.
  package static func der(_ curve: PublicKeyCurve, _ bytes: RawSpan) throws -> CurvePoint {
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
  package var der: [UInt8] {
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

// Doors between CryptoKit's generic signatures and the concrete code behind them.

extension ContiguousBytes {
  /// A copy of the bytes, for public ones.
  package var byteArray: [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0) }  // because the copy is made before the closure returns
  }

  /// Calls `body` with the bytes, for secret ones: nothing is copied.
  func withKeySpan<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBytes { try unsafe body($0.bytes) }  // because the span cannot leave the closure
  }
}

extension SharedSecretBytes {
  /// A copy of the bytes that nobody wipes, for representations that a caller asked for.
  var dataCopy: Data {
    // because the copy is made before the closure returns
    withBytes { span in unsafe span.withUnsafeBytes { unsafe Data($0) } }
  }
}

extension CryptoKitError {
  /// Runs `body` and throws what CryptoKit throws in place of this module's error.
  static func translating<Result>(
    _ body: () throws(CryptoError) -> Result
  ) throws(CryptoKitError) -> Result {
    do {
      return try body()
    } catch {
      throw CryptoKitError(error)
    }
  }
}
