#if !canImport(Darwin)
import OmamoriCore

/// HKDF with the labels of HPKE (RFC 9180, section 4).
struct HPKELabeledDerivation: Sendable {
  private static let version = Array("HPKE-v1".utf8)

  private let algorithm: DigestAlgorithm
  private let suite: [UInt8]

  /// Makes the derivation of a suite: a name and the numbers of its algorithms.
  init(_ kdf: HPKE.KDF, suite name: String, _ identifiers: [UInt16]) {
    algorithm = kdf.algorithm
    suite = name.utf8 + identifiers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  /// The size of an extracted key in bytes.
  var keyByteCount: Int { algorithm.byteCount }

  /// The most bytes that can be expanded.
  var maximumByteCount: Int { 255 * algorithm.byteCount }

  /// Concentrates a secret into a pseudorandom key.
  func extract(_ material: RawSpan, label: String, salt: RawSpan = RawSpan()) -> SecretBytes {
    let prefix = Self.version + suite + label.utf8
    // because UInt8 has no padding
    return unsafe KeyedHash.secretCode(algorithm, key: salt, prefix.byteSpan.bytes, material)
  }

  /// Makes a key of a pseudorandom key; the caller keeps to ``maximumByteCount``.
  func expand(_ key: RawSpan, label: String, info: [UInt8], count: Int) -> SecretBytes {
    let length = [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
    let labeled = length + Self.version + suite + label.utf8 + info
    return SecretBytes(count: count) { output in
      // because UInt8 has no padding
      unsafe KeyedHash.expand(algorithm, key: key, info: labeled.byteSpan.bytes, into: &output)
    }
  }
}
#endif
