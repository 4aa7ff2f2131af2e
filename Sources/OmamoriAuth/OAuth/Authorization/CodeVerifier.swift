public import OmamoriCore
import OmamoriCrypto

/// The secret that binds a code to the client that asked for it (PKCE, RFC 7636), always with S256.
///
/// Prints nothing. A value; safe to share between threads.
public struct CodeVerifier: Sendable, Equatable {
  /// The verifier, 43 characters made of 32 random bytes.
  public let secret: SecretText

  /// Makes a verifier.
  ///
  /// - Parameter randomness: Where its bytes come from.
  /// - Throws: ``AuthError/core(_:)`` when there is no randomness; there is never a verifier that is not random.
  public init(randomness: any Randomness = SystemRandomness()) throws(AuthError) {
    secret = try SecretText.random(from: randomness)
  }

  /// Takes a verifier that was kept.
  init(_ secret: SecretText) { self.secret = secret }

  /// What the authorization server is told beforehand: the SHA-256 of the verifier in base64url.
  public var challenge: String {
    let verifier = secret.withBytes { $0.byteArray }
    return Base64URL.encode(Array(SHA256.hash(data: verifier)))
  }
}

extension SecretText {
  /// 32 random bytes in base64url, which nobody can guess.
  static func random(from randomness: any Randomness) throws(AuthError) -> SecretText {
    do throws(CoreError) {
      return SecretText(copying: Base64URL.encode(try randomness.bytes(count: 32)))
    } catch {
      throw .core(error)
    }
  }
}
