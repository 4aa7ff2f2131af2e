import OmamoriCore
import OmamoriCrypto

/// The hash by which an identity token names an access token (`at_hash`) or a code (`c_hash`): the left half of the hash
/// of the signature's algorithm, in base64url (OpenID Connect Core §3.1.3.6 and §3.3.2.11).
///
/// Has no state; safe to use from any thread.
package enum TokenHash {
  /// The hash of a value.
  ///
  /// - Parameters:
  ///   - value: The access token or the code.
  ///   - algorithm: The algorithm of the identity token's signature; with Ed25519 the hash is SHA-512.
  /// - Returns: The hash.
  package static func text(of value: SecretText, _ algorithm: SignatureAlgorithm) -> String {
    let bytes = value.withBytes { $0.byteArray }
    let digest: [UInt8]
    switch algorithm.digest {
    case .sha256: digest = Array(SHA256.hash(data: bytes))
    case .sha384: digest = Array(SHA384.hash(data: bytes))
    case .sha512: digest = Array(SHA512.hash(data: bytes))
    }
    return Base64URL.encode(Array(digest.prefix(digest.count / 2)))
  }

  /// Says whether a claim names a value.
  ///
  /// - Parameters:
  ///   - claim: The claim.
  ///   - value: The access token or the code.
  ///   - algorithm: The algorithm of the identity token's signature.
  /// - Returns: Whether it is the hash of the value.
  package static func matches(_ claim: String, _ value: SecretText, _ algorithm: SignatureAlgorithm) -> Bool {
    ConstantTime.equal(Array(claim.utf8), Array(text(of: value, algorithm).utf8))
  }
}
