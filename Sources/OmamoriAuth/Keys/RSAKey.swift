import OmamoriCore
#if canImport(Darwin)
import OmamoriCrypto
package import Security
#else
package import OmamoriCrypto
#endif

/// An RSA key with what signatures need; on Apple systems kept by the Security framework, since CryptoKit has no RSA.
///
/// Immutable and safe to share between threads; on Linux a private part is wiped with its last owner.
package struct RSAKey {
  #if canImport(Darwin)
  /// The sizes of a modulus in bits that are taken.
  private static let sizes = 2048...16384

  /// The public key.
  package let publicKey: SecKey
  /// The private key, if this is one.
  package let privateKey: SecKey?
  let modulus: [UInt8]
  let exponent: [UInt8]
  #else
  /// The public key.
  package let publicKey: RSA.Signing.PublicKey
  /// The private key, if this is one.
  package let privateKey: RSA.Signing.PrivateKey?
  #endif

  /// Reads a public key.
  init(modulus: [UInt8], exponent: [UInt8]) throws(AuthError) {
    #if canImport(Darwin)
    guard Self.sizes ~= Self.bitCount(of: modulus) else { throw .key(.weak) }
    guard let last = modulus.last, last & 1 == 1 else { throw .key(.invalidPoint) }
    let der = RSAStructure.publicKey(modulus: modulus, exponent: exponent)
    guard let key = Self.key(der, kSecAttrKeyClassPublic) else { throw .key(.invalidPoint) }
    self.init(key, nil, modulus: modulus, exponent: exponent)
    #else
    do {
      publicKey = try RSA.Signing.PublicKey(n: modulus, e: exponent)
      privateKey = nil
    } catch { throw Self.refusal(error) }
    #endif
  }

  /// Reads a private key, whose numbers have to belong together: what it signs has to be valid for the public one.
  init(_ structure: RSAStructure) throws(AuthError) {
    #if canImport(Darwin)
    let open = try RSAKey(modulus: structure.integers[0], exponent: structure.integers[1])
    guard let key = Self.key(structure.der, kSecAttrKeyClassPrivate) else { throw .key(.invalidPoint) }
    self.init(open.publicKey, key, modulus: open.modulus, exponent: open.exponent)
    let probe: [UInt8] = [0]
    guard let signature = try? signature(for: probe[...], .sha256, isPSS: false),
      isValid(signature, for: probe[...], .sha256, isPSS: false)
    else { throw .key(.invalidPoint) }
    #else
    do {
      self.init(privateKey: try RSA.Signing.PrivateKey(derRepresentation: structure.der))
    } catch { throw Self.refusal(error) }
    #endif
  }

  /// Makes a random key.
  init(bitCount: Int) throws(AuthError) {
    #if canImport(Darwin)
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
    #else
    do {
      self.init(privateKey: try RSA.Signing.PrivateKey(keySizeInBits: bitCount))
    } catch { throw .cryptography(error) }
    #endif
  }

  var isPrivate: Bool { privateKey != nil }

  var publicPart: RSAKey {
    #if canImport(Darwin)
    RSAKey(publicKey, nil, modulus: modulus, exponent: exponent)
    #else
    RSAKey(publicKey: publicKey)
    #endif
  }

  var bitCount: Int {
    #if canImport(Darwin)
    Self.bitCount(of: modulus)
    #else
    publicKey.keySizeInBits
    #endif
  }

  /// The numbers of the private key.
  var structure: RSAStructure? {
    #if canImport(Darwin)
    privateKey.flatMap(Self.structure)
    #else
    privateKey.flatMap { RSAStructure(der: Array($0.pkcs1DERRepresentation)) }
    #endif
  }

  /// Says whether a signature is valid.
  func isValid(
    _ signature: [UInt8], for message: ArraySlice<UInt8>, _ digest: DigestSize, isPSS: Bool
  ) -> Bool {
    #if canImport(Darwin)
    SecKeyVerifySignature(
      publicKey, digest.algorithm(isPSS: isPSS), Data(message) as CFData, Data(signature) as CFData, nil)
    #else
    // because UInt8 has no padding, and both arrays outlive the call
    unsafe publicKey.isValid(
      signature.byteSpan.bytes, for: message.span.bytes, hash: digest.rsaHash,
      padding: isPSS ? .PSS : .insecurePKCS1v1_5)
    #endif
  }

  /// Signs; `privateKeyNeeded` for a public key.
  func signature(for message: ArraySlice<UInt8>, _ digest: DigestSize, isPSS: Bool) throws(AuthError)
    -> [UInt8]
  {
    guard let privateKey else { throw .key(.privateKeyNeeded) }
    #if canImport(Darwin)
    let algorithm = digest.algorithm(isPSS: isPSS)
    // No error is asked for; that there is no signature says enough.
    guard let signature = SecKeyCreateSignature(privateKey, algorithm, Data(message) as CFData, nil) else {
      throw .cryptography(.backend(code: 0))
    }
    return Array(signature as Data)
    #else
    do {
      let signature = try privateKey.signature(
        for: message, hash: digest.rsaHash, padding: isPSS ? .PSS : .insecurePKCS1v1_5)
      return Array(signature.rawRepresentation)
    } catch { throw .cryptography(error) }
    #endif
  }
}

#if canImport(Darwin)
// because a SecKey never changes and may be used from any thread
extension RSAKey: @unchecked Sendable {}

extension RSAKey {
  private init(_ publicKey: SecKey, _ privateKey: SecKey?, modulus: [UInt8], exponent: [UInt8]) {
    (self.publicKey, self.privateKey) = (publicKey, privateKey)
    (self.modulus, self.exponent) = (modulus, exponent)
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
#else
extension RSAKey: Sendable {}

extension RSAKey {
  package init(publicKey: RSA.Signing.PublicKey) { (self.publicKey, privateKey) = (publicKey, nil) }

  package init(privateKey: RSA.Signing.PrivateKey) {
    (publicKey, self.privateKey) = (privateKey.publicKey, privateKey)
  }

  var modulus: [UInt8] { Array(publicKey.n) }
  var exponent: [UInt8] { Array(publicKey.e) }

  /// Why numbers were refused.
  private static func refusal(_ error: CryptoError) -> AuthError {
    switch error {
    case .outOfRange: .key(.weak)
    case .malformed, .unsupported, .backend: .key(.invalidPoint)
    default: .cryptography(error)
    }
  }
}

extension DigestSize {
  fileprivate var rsaHash: RSA.Hash {
    switch self {
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
}
#endif
