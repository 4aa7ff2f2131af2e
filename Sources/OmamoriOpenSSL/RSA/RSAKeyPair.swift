package import OmamoriCore

/// An RSA key pair whose numbers were found to belong together.
///
/// Immutable, wiped with its last owner.
package struct RSAKeyPair: Sendable {
  let handle: PublicKeyHandle
  package let numbers: RSAPublicNumbers
  /// The RSAPrivateKey (PKCS #1).
  let pkcs1: SharedSecretBytes

  static let pemLabel = "PRIVATE KEY"
  static let pkcs1PEMLabel = "RSA PRIVATE KEY"

  /// Makes a random key pair.
  package static func random(bitCount: Int) throws(CryptoError) -> RSAKeyPair {
    guard RSA.keySizes ~= bitCount, bitCount.isMultiple(of: 8) else {
      throw .outOfRange(lower: RSA.keySizes.lowerBound, upper: RSA.keySizes.upperBound)
    }
    let key = try PublicKeyHandle.randomRSA(bitCount: bitCount).rsaPrivateKeyDER()
    return try der(key.bytes)
  }

  /// Reads a PrivateKeyInfo (PKCS #8), or an RSAPrivateKey (PKCS #1) with two primes.
  package static func der(_ bytes: RawSpan) throws(CryptoError) -> RSAKeyPair {
    do {
      return try PrivateKeyInfo.read(bytes) { version, structure in
        guard version == 0 else { throw CryptoError.unsupported(.der) }
        guard structure.next(is: DERTag.sequence) else { return try pkcs1(bytes, &structure) }
        try RSAPublicNumbers.readAlgorithm(from: &structure)
        let content = try structure.read(DERTag.octetString)
        _ = try PrivateKeyInfo.readRest(of: &structure, version)
        return try PrivateKeyInfo.read(content) { version, structure in
          guard version == 0 else { throw CryptoError.unsupported(.der) }
          return try pkcs1(content, &structure)
        }
      }
    } catch let error as CryptoError {
      // The numbers do not belong together: an answer about the input, not about the library.
      if case .backend = error { throw .malformed(.der, offset: nil) }
      throw error
    } catch {
      throw .malformed(.der, offset: nil)
    }
  }

  /// Reads a PEM document of either.
  static func pem(_ text: String) throws(CryptoError) -> RSAKeyPair {
    let document: PEMDocument
    do {
      document = try PEMDocument(text, labels: [pemLabel, pkcs1PEMLabel])
    } catch {
      throw .malformed(.pem, offset: nil)
    }
    return try document.content.withRawSpan { bytes throws(CryptoError) in try der(bytes) }
  }

  /// Reads what follows the version of the RSAPrivateKey in `whole`.
  private static func pkcs1(_ whole: RawSpan, _ structure: inout DERReader) throws -> RSAKeyPair {
    let n = try structure.readUnsignedInteger().byteArray
    let e = try structure.readUnsignedInteger().byteArray
    let numbers = try RSAPublicNumbers(n: n, e: e, allowsSmallKeys: false)
    // All eight integers, one behind the other, as the backend takes them; none is longer than n, so that nobody can
    // ask for multiplications of numbers without end.
    var integers = SecretBytes(count: 8 * n.count) { _ in }
    var sizes: [Int] = []
    var used = 0
    for integer in [n, e] { append(unsafe integer.byteSpan.bytes, to: &integers, &used, &sizes) }
    for _ in 2..<8 {
      let integer = try structure.readUnsignedInteger()
      guard integer.byteCount <= n.count else { throw CryptoKitASN1Error.invalidASN1IntegerEncoding }
      append(integer, to: &integers, &used, &sizes)
    }
    try structure.finish()
    let handle = try PublicKeyHandle(rsa: integers.bytes.extracting(..<used), sizes: sizes)
    return RSAKeyPair(
      handle: handle, numbers: numbers, pkcs1: SharedSecretBytes(SecretBytes(copying: whole)))
  }

  private static func append(
    _ integer: RawSpan,
    to integers: inout SecretBytes,
    _ used: inout Int,
    _ sizes: inout [Int]
  ) {
    let start = used
    integers.withMutableBytes { bytes in
      for offset in 0..<integer.byteCount {
        bytes.storeBytes(of: integer.byte(at: offset), toByteOffset: start + offset, as: UInt8.self)
      }
    }
    sizes.append(integer.byteCount)
    used += integer.byteCount
  }

  /// The PrivateKeyInfo (PKCS #8).
  package var der: [UInt8] {
    DERWriter.write { writer in
      writer.sequence { information in
        information.unsignedInteger([0])
        RSAPublicNumbers.writeAlgorithm(to: &information)
        information.element(DERTag.octetString, pkcs1.withBytes { $0.byteArray })
      }
    }
  }
}
