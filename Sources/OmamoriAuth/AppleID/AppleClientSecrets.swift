public import OmamoriCore
public import OmamoriCrypto

/// Makes the client secrets of Sign in with Apple: tokens that a team signs with its key, kept until they run out.
///
/// For servers only; an app never has the key. Prints nothing of key or secret. Safe to use from any thread. Source:
/// <https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret>.
public final class AppleClientSecrets: Sendable {
  /// The longest lifetime that Apple takes: about six months.
  package static let greatestLifetime = Duration.seconds(15_777_000)

  private struct Secret {
    let text: SecretText
    let issued: Date
    let renewal: Date
  }

  /// The client that the secrets are for.
  public let clientID: String
  private let team: String
  private let signer: TokenSigner
  private let lifetime: Duration
  private let clock: any WallClock
  private let current = Protected<Secret?>(nil)

  /// Makes a source of secrets.
  ///
  /// - Parameters:
  ///   - clientID: The bundle identifier or the Services ID.
  ///   - team: The identifier of the team, ten capital letters and digits.
  ///   - keyID: The identifier of the key, ten capital letters and digits.
  ///   - key: The key that Apple made for the team, from its `.p8` file.
  ///   - lifetime: How long a secret lasts, 1 minute to 15,777,000 seconds (about six months); a new one is made when a
  ///     tenth is left.
  ///   - clock: The time.
  /// - Throws: ``AuthError/configuration(_:)``.
  public init(
    clientID: String, team: String, keyID: String, key: P256.Signing.PrivateKey,
    lifetime: Duration = .seconds(3600), clock: any WallClock = SystemWallClock()
  ) throws(AuthError) {
    guard Duration.seconds(60)...Self.greatestLifetime ~= lifetime else { throw .configuration(.lifetime) }
    guard 1...255 ~= clientID.utf8.count, FormText.isCredential(clientID),
      [team, keyID].allSatisfy({ $0.utf8.count == 10 && $0.utf8.allSatisfy(AppIdentifier.isTeamCharacter) })
    else { throw .configuration(.clientIdentifier) }
    let attributes = KeyAttributes(use: .signature, algorithm: "ES256", identifier: keyID)
    signer = try TokenSigner(
      key: try JSONWebKey(.p256(key.publicKey, key), attributes), algorithm: .es256)
    (self.clientID, self.team, self.lifetime, self.clock) = (clientID, team, lifetime, clock)
  }

  /// The secret for now.
  ///
  /// - Returns: The kept one, or a new one when that is about to run out or the clock was set back.
  /// - Throws: ``AuthError/cryptography(_:)``.
  public func secret() throws(AuthError) -> SecretText {
    let now = clock.date
    let kept = current.withLock { $0 }
    if let kept, now >= kept.issued, now < kept.renewal { return kept.text }
    let issued = Int64(now.timeIntervalSince1970.rounded(.down))
    let text = try signer.sign(
      [
        "iss": .string(team), "iat": .integer(issued), "exp": .integer(issued + lifetime.components.seconds),
        "aud": .string(AppleIDVerifier.issuer), "sub": .string(clientID),
      ], type: nil)
    current.withLock { $0 = Secret(text: text, issued: now, renewal: now.later(by: lifetime * 9 / 10)) }
    return text
  }
}

extension AppleClientSecrets: RedactedDescription {
  /// Fixed words.
  public var description: String { "Apple client secrets" }
}
