#if !canImport(Darwin)
import OmamoriCore
package import OmamoriCrypto

/// An RSA key with what signatures need.
///
/// Immutable and safe to share between threads; a private part is wiped with its last owner.
package struct RSAKey: Sendable {
  /// The public key.
  package let publicKey: RSA.Signing.PublicKey
  /// The private key, if this is one.
  package let privateKey: RSA.Signing.PrivateKey?

  package init(publicKey: RSA.Signing.PublicKey) { (self.publicKey, privateKey) = (publicKey, nil) }

  package init(privateKey: RSA.Signing.PrivateKey) {
    (publicKey, self.privateKey) = (privateKey.publicKey, privateKey)
  }

  /// Reads a public key.
  init(modulus: [UInt8], exponent: [UInt8]) throws(AuthError) {
    do {
      publicKey = try RSA.Signing.PublicKey(n: modulus, e: exponent)
      privateKey = nil
    } catch { throw Self.refusal(error) }
  }

  /// Reads a private key, whose numbers have to belong together.
  init(_ structure: RSAStructure) throws(AuthError) {
    do {
      self.init(privateKey: try RSA.Signing.PrivateKey(derRepresentation: structure.der))
    } catch { throw Self.refusal(error) }
  }

  /// Makes a random key.
  init(bitCount: Int) throws(AuthError) {
    do {
      self.init(privateKey: try RSA.Signing.PrivateKey(keySizeInBits: bitCount))
    } catch { throw .cryptography(error) }
  }

  var isPrivate: Bool { privateKey != nil }
  var publicPart: RSAKey { RSAKey(publicKey: publicKey) }
  var bitCount: Int { publicKey.keySizeInBits }
  var modulus: [UInt8] { Array(publicKey.n) }
  var exponent: [UInt8] { Array(publicKey.e) }
  /// The numbers of the private key.
  var structure: RSAStructure? { privateKey.flatMap { RSAStructure(der: Array($0.pkcs1DERRepresentation)) } }

  /// Says whether a signature is valid.
  func isValid(_ signature: RawSpan, for message: RawSpan, _ digest: DigestSize, isPSS: Bool) -> Bool {
    publicKey.isValid(
      signature, for: message, hash: digest.rsaHash, padding: isPSS ? .PSS : .insecurePKCS1v1_5)
  }

  /// Signs; `privateKeyNeeded` for a public key.
  func signature(for message: ArraySlice<UInt8>, _ digest: DigestSize, isPSS: Bool) throws(AuthError)
    -> [UInt8]
  {
    guard let privateKey else { throw .key(.privateKeyNeeded) }
    do {
      let signature = try privateKey.signature(
        for: message, hash: digest.rsaHash, padding: isPSS ? .PSS : .insecurePKCS1v1_5)
      return Array(signature.rawRepresentation)
    } catch { throw .cryptography(error) }
  }

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
