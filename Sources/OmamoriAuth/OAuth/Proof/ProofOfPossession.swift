public import OmamoriCore
import OmamoriCrypto
public import OmamoriTransport

/// Proves with each request that the client has the key that its tokens are bound to (DPoP, RFC 9449).
///
/// Remembers the nonce and the clock of each origin that it talked to, of the last ``greatestOriginCount``. Prints nothing
/// of the key or of a nonce. Safe to use from any thread.
public final class ProofOfPossession: Sendable {
  /// The most origins whose nonces are remembered.
  public static let greatestOriginCount = 64

  struct Origin: Sendable {
    var nonce: String?
    var clockOffset: TimeInterval = 0
    var use = 0
  }

  struct Memory: Sendable {
    var origins: [String: Origin] = [:]
    var uses = 0
  }

  /// The key.
  public let key: any PossessionKey
  let clock: any WallClock
  let randomness: any Randomness
  let memory = Protected(Memory())

  /// Makes proofs with a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - clock: The time of day.
  ///   - randomness: Where the identifiers of proofs come from.
  public init(
    _ key: any PossessionKey, clock: any WallClock = SystemWallClock(),
    randomness: any Randomness = SystemRandomness()
  ) {
    (self.key, self.clock, self.randomness) = (key, clock, randomness)
  }

  /// The thumbprint of the public key in base64url (RFC 7638), to which a server binds a token.
  public var thumbprint: String {
    let members = JSONValue.object(publicMembers).utf8()
    return Base64URL.encode(Array(SHA256.hash(data: members)))
  }

  /// A proof for one request.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - url: Its URL; query and fragment are not in the proof.
  ///   - accessToken: The token that is shown beside the proof; `nil` at the token endpoint.
  /// - Returns: The value of the header field `DPoP`.
  /// - Throws: ``AuthError``.
  public func proof(
    _ method: HTTPMethod, _ url: RequestURL, accessToken: SecretText? = nil
  ) async throws(AuthError) -> String {
    let origin = recall(url)
    // A second early: some servers take nothing from the future, and their clocks tick later by a part of a second.
    let now = clock.date.timeIntervalSince1970 + origin.clockOffset - 1
    var payload: JSONObject = [
      "jti": .string(try SecretText.random(from: randomness).reveal()), "htm": .string(method.rawValue),
      "htu": .string(Self.target(url)), "iat": .integer(Int(now.rounded(.down))),
    ]
    if let accessToken {
      let bytes = accessToken.withBytes { $0.byteArray }
      payload["ath"] = .string(Base64URL.encode(Array(SHA256.hash(data: bytes))))
    }
    if let nonce = origin.nonce { payload["nonce"] = .string(nonce) }
    let header: JSONObject = ["typ": "dpop+jwt", "alg": "ES256", "jwk": .object(publicMembers)]
    let message =
      Base64URL.encode(JSONValue.object(header).utf8()) + "."
      + Base64URL.encode(JSONValue.object(payload).utf8())
    return message + "." + Base64URL.encode(try await key.signature(for: Data(message.utf8)))
  }

  /// The members of the public key in the order of RFC 7638.
  private var publicMembers: JSONObject {
    let point = key.publicKey.rawRepresentation
    return [
      "crv": "P-256", "kty": "EC", "x": .string(Base64URL.encode(Data(point.prefix(32)))),
      "y": .string(Base64URL.encode(Data(point.suffix(32)))),
    ]
  }

  private static func target(_ url: RequestURL) -> String { String(url.text.prefix { $0 != "?" }) }
}

extension ProofOfPossession: CustomStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
