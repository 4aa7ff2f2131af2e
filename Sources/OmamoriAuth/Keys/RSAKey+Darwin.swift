#if canImport(Darwin)
import OmamoriCore
import OmamoriCrypto
package import Security

/// An RSA key with what signatures need, kept by the Security framework, since CryptoKit has no RSA.
///
/// Immutable and safe to share between threads.
// because a SecKey never changes and may be used from any thread
package struct RSAKey: @unchecked Sendable {
  /// The sizes of a modulus in bits that are taken.
  private static let sizes = 2048...16384

  /// The public key.
  package let publicKey: SecKey
  /// The private key, if this is one.
  package let privateKey: SecKey?
  let modulus: [UInt8]
  let exponent: [UInt8]

  private init(_ publicKey: SecKey, _ privateKey: SecKey?, modulus: [UInt8], exponent: [UInt8]) {
    (self.publicKey, self.privateKey) = (publicKey, privateKey)
    (self.modulus, self.exponent) = (modulus, exponent)
  }

  /// Reads a public key.
  init(modulus: [UInt8], exponent: [UInt8]) throws(AuthError) {
    guard Self.sizes ~= Self.bitCount(of: modulus) else { throw .key(.weak) }
    guard let last = modulus.last, last & 1 == 1 else { throw .key(.invalidPoint) }
    let der = RSAStructure.publicKey(modulus: modulus, exponent: exponent)
    guard let key = Self.key(der, kSecAttrKeyClassPublic) else { throw .key(.invalidPoint) }
    self.init(key, nil, modulus: modulus, exponent: exponent)
  }

  /// Reads a private key, whose numbers have to belong together: what it signs has to be valid for the public one.
  init(_ structure: RSAStructure) throws(AuthError) {
    let open = try RSAKey(modulus: structure.integers[0], exponent: structure.integers[1])
    guard let key = Self.key(structure.der, kSecAttrKeyClassPrivate) else { throw .key(.invalidPoint) }
    self.init(open.publicKey, key, modulus: open.modulus, exponent: open.exponent)
    let probe: [UInt8] = [0]
    guard let signature = try? signature(for: probe[...], .sha256, isPSS: false),
      isValid(signature, for: probe[...], .sha256, isPSS: false)
    else { throw .key(.invalidPoint) }
  }

  /// Makes a random key.
  init(bitCount: Int) throws(AuthError) {
    guard Self.sizes ~= bitCount, bitCount.isMultiple(of: 8) else {
      throw .cryptography(.outOfRange(lower: Self.sizes.lowerBound, upper: Self.sizes.upperBound))
    }
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: bitCount,
    ]
    guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil),
      let structure = Self.structure(of: key)
    else { throw .cryptography(.backend(code: 0)) }
    try self.init(structure)
  }

  var isPrivate: Bool { privateKey != nil }
  var publicPart: RSAKey { RSAKey(publicKey, nil, modulus: modulus, exponent: exponent) }
  var bitCount: Int { Self.bitCount(of: modulus) }
  /// The numbers of the private key.
  var structure: RSAStructure? { privateKey.flatMap(Self.structure) }

  /// Says whether a signature is valid.
  func isValid(
    _ signature: [UInt8], for message: ArraySlice<UInt8>, _ digest: DigestSize, isPSS: Bool
  ) -> Bool {
    SecKeyVerifySignature(
      publicKey, digest.algorithm(isPSS: isPSS), Data(message) as CFData, Data(signature) as CFData, nil)
  }

  /// Signs; `privateKeyNeeded` for a public key.
  func signature(for message: ArraySlice<UInt8>, _ digest: DigestSize, isPSS: Bool) throws(AuthError)
    -> [UInt8]
  {
    guard let privateKey else { throw .key(.privateKeyNeeded) }
    let algorithm = digest.algorithm(isPSS: isPSS)
    // No error is asked for; that there is no signature says enough.
    guard let signature = SecKeyCreateSignature(privateKey, algorithm, Data(message) as CFData, nil) else {
      throw .cryptography(.backend(code: 0))
    }
    return Array(signature as Data)
  }

  private static func bitCount(of modulus: [UInt8]) -> Int {
    modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
  }

  private static func key(_ der: [UInt8], _ keyClass: CFString) -> SecKey? {
    let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: keyClass]
    return SecKeyCreateWithData(Data(der) as CFData, attributes as CFDictionary, nil)
  }

  private static func structure(of key: SecKey) -> RSAStructure? {
    SecKeyCopyExternalRepresentation(key, nil).flatMap { RSAStructure(der: Array($0 as Data)) }
  }
}

extension DigestSize {
  /// The name of the signature algorithm; the salt of PSS is as long as the digest.
  fileprivate func algorithm(isPSS: Bool) -> SecKeyAlgorithm {
    switch self {
    case .sha256: isPSS ? .rsaSignatureMessagePSSSHA256 : .rsaSignatureMessagePKCS1v15SHA256
    case .sha384: isPSS ? .rsaSignatureMessagePSSSHA384 : .rsaSignatureMessagePKCS1v15SHA384
    case .sha512: isPSS ? .rsaSignatureMessagePSSSHA512 : .rsaSignatureMessagePKCS1v15SHA512
    }
  }
}
#endif
