import COpenSSL
package import OmamoriCore

/// A curve of FIPS 186-5: P-256, P-384 or P-521, with OpenSSL's group, made once a process.
@safe
// because OpenSSL lets any number of threads read an EC_GROUP, and those here are never freed
package final class PublicKeyCurve: @unchecked Sendable {
  static let p256 = PublicKeyCurve(
    "P-256", NID_X9_62_prime256v1, bitCount: 256, objectIdentifier: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7])
  static let p384 = PublicKeyCurve(
    "P-384", NID_secp384r1, bitCount: 384, objectIdentifier: [0x2B, 0x81, 0x04, 0x00, 0x22])
  static let p521 = PublicKeyCurve(
    "P-521", NID_secp521r1, bitCount: 521, objectIdentifier: [0x2B, 0x81, 0x04, 0x00, 0x23])

  /// OpenSSL's name of the curve.
  package let name: StaticString
  /// The number of bits of a coordinate and of the order.
  package let bitCount: Int
  /// The content of the object identifier in DER.
  package let objectIdentifier: [UInt8]
  /// The number of points, big endian.
  let order: [UInt8]
  /// The prime that coordinates are calculated modulo, big endian.
  let prime: [UInt8]
  private let group: OpaquePointer

  /// The size of a coordinate and of a scalar in bytes.
  var coordinateSize: Int { (bitCount + 7) / 8 }
  /// The size of an uncompressed point in bytes.
  var pointSize: Int { 1 + 2 * coordinateSize }

  private init(_ name: StaticString, _ identifier: Int32, bitCount: Int, objectIdentifier: [UInt8]) {
    guard let group = unsafe EC_GROUP_new_by_curve_name(identifier),
      let prime = unsafe Self.bytes(of: EC_GROUP_get0_field(group), (bitCount + 7) / 8),
      let order = unsafe Self.bytes(of: EC_GROUP_get0_order(group), (bitCount + 7) / 8)
    else {
      // because every OpenSSL 3 has the three curves, and no data can cause this
      preconditionFailure("OpenSSL does not offer the curve \(name)")
    }
    (self.name, self.bitCount, self.objectIdentifier) = (name, bitCount, objectIdentifier)
    (self.prime, self.order) = (prime, order)
    unsafe self.group = group
  }

  /// The uncompressed public point of a scalar, which must be from 1 to the order minus 1.
  package func point(ofScalar scalar: RawSpan) throws(CryptoError) -> [UInt8] {
    var point = [UInt8](repeating: 0, count: pointSize)
    ERR_clear_error()
    // because both buffers outlive the call, which knows their sizes
    let result = unsafe scalar.withUnsafeBytes { bytes in
      unsafe omamori_ec_point_of_scalar(
        group, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &point, point.count)
    }
    try OpenSSLError.check(result)
    return point
  }

  /// The uncompressed form of a compressed point, or an error when no point has that coordinate.
  package func uncompressed(_ encoded: [UInt8]) throws(CryptoError) -> [UInt8] {
    var point = [UInt8](repeating: 0, count: pointSize)
    ERR_clear_error()
    // because both buffers outlive the call, which knows their sizes
    try OpenSSLError.check(
      unsafe omamori_ec_uncompressed_point(group, encoded, encoded.count, &point, point.count))
    return point
  }

  /// Calls `body` with the name as a C string.
  func withName<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    // because the name is a literal, which ends with a zero byte and is never freed
    name.withUTF8Buffer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress) }
    }
  }

  private static func bytes(of number: OpaquePointer?, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    // because the call writes exactly `count` bytes or fails
    return unsafe BN_bn2binpad(number, &bytes, Int32(count)) == count ? bytes : nil
  }
}
