public import OmamoriCore
public import OmamoriCrypto
public import OmamoriKeychain
public import OmamoriTransport

/// Proves with each request that the client has the key that its tokens are bound to (DPoP, RFC 9449).
///
/// Remembers the nonce and the clock of each origin that it talked to, of the last 64. Prints nothing
/// of the key or of a nonce. Safe to use from any thread.
public final class ProofOfPossession: Sendable {
  /// The most origins whose nonces are remembered.
  package static let greatestOriginCount = 64

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

extension ProofOfPossession: RedactedDescription {}

extension ProofOfPossession {
  /// The greatest size of a nonce that is taken, in bytes.
  static let greatestNonceSize = 1024

  /// Takes note of what an answer says for the next proof: its nonce and its clock.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - url: The URL that it came from; a nonce counts for its origin only.
  /// - Returns: Whether the answer asks to repeat the request with the nonce that it brought, and that is a new one.
  @discardableResult
  public func learn(from answer: HTTPAnswer, of url: RequestURL) -> Bool {
    let offered = answer.fields.values("DPoP-Nonce")
    let nonce = offered.count == 1 && Self.isNonce(offered[0]) ? offered[0] : nil
    let server = answer.fields["Date"].flatMap(HTTPDate.read)
    let now = clock.date
    let isNew = memory.withLock { memory in
      var origin = memory.origins[Self.name(url)] ?? Origin()
      let isNew = nonce != nil && nonce != origin.nonce
      if let nonce { origin.nonce = nonce }
      if let server {
        let offset = server.timeIntervalSince(now)
        // A few seconds are the way of the answer, not a wrong clock.
        origin.clockOffset = offset.magnitude > 10 ? offset : 0
      }
      memory.uses += 1
      origin.use = memory.uses
      memory.origins[Self.name(url)] = origin
      if memory.origins.count > Self.greatestOriginCount,
        let oldest = memory.origins.min(by: { $0.value.use < $1.value.use })
      {
        memory.origins[oldest.key] = nil
      }
      return isNew
    }
    return isNew && Self.asksForNonce(answer)
  }

  func recall(_ url: RequestURL) -> Origin {
    memory.withLock { memory in
      memory.uses += 1
      memory.origins[Self.name(url)]?.use = memory.uses
      return memory.origins[Self.name(url)] ?? Origin()
    }
  }

  private static func name(_ url: RequestURL) -> String { "\(url.host):\(url.port)" }

  /// The characters of RFC 9449 §8.1.
  private static func isNonce(_ text: String) -> Bool {
    (1...greatestNonceSize).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }

  /// Whether a token endpoint (RFC 9449 §8) or a resource (§9) demands a nonce.
  private static func asksForNonce(_ answer: HTTPAnswer) -> Bool {
    guard answer.status == 400 || answer.status == 401 else { return false }
    if AuthError(refusal: answer) == .server(.useDPoPNonce, status: answer.status) { return true }
    return AuthenticationChallenge.read(answer.fields).contains {
      $0.scheme == "dpop" && $0.errorCode == .useDPoPNonce
    }
  }
}

/// The private key on P-256 that tokens are bound to; a port.
///
/// It is made once a session and stays as long as the tokens do: without it they are worthless. Safe to use from any
/// thread.
public protocol PossessionKey: Sendable {
  /// The public key.
  var publicKey: P256.Signing.PublicKey { get }

  /// Signs a proof with ES256.
  ///
  /// - Parameter message: The message.
  /// - Returns: The signature of the message's SHA-256, 64 bytes.
  /// - Throws: ``AuthError``.
  func signature(for message: Data) async throws(AuthError) -> Data
}

/// A key that lives as long as the process, or whose bytes the application keeps.
///
/// Prints nothing of the key.
public struct MemoryPossessionKey: PossessionKey {
  private let key: P256.Signing.PrivateKey

  /// Takes a key.
  ///
  /// - Parameter key: The key; a new one when it is left out.
  public init(_ key: P256.Signing.PrivateKey = P256.Signing.PrivateKey()) { self.key = key }

  /// The public key.
  public var publicKey: P256.Signing.PublicKey { key.publicKey }

  /// Signs a proof with ES256.
  ///
  /// - Parameter message: The message.
  /// - Returns: The signature, 64 bytes.
  /// - Throws: ``AuthError/cryptography(_:)``.
  public func signature(for message: Data) async throws(AuthError) -> Data {
    do {
      return try key.signature(for: message).rawRepresentation
    } catch {
      throw .cryptography(.backend(code: 0))
    }
  }
}

extension MemoryPossessionKey: RedactedDescription {}

/// A key that a keychain keeps and uses, so that a stolen token is of no use elsewhere.
public struct KeychainPossessionKey: PossessionKey {
  /// The public key.
  public let publicKey: P256.Signing.PublicKey
  private let keys: KeychainKeys
  private let tag: KeyTag

  /// Opens the key with a tag, and makes it when there is none.
  ///
  /// - Parameters:
  ///   - keys: The keychain.
  ///   - tag: The key's tag.
  ///   - options: The rules that a new key is stored by.
  /// - Throws: ``AuthError/keychain(_:)``; an error other than that there is no such key makes no new one.
  public init(
    in keys: KeychainKeys, tag: KeyTag, options: KeychainKeys.Options = KeychainKeys.Options()
  ) async throws(AuthError) {
    (self.keys, self.tag) = (keys, tag)
    do throws(KeychainError) {
      if let found = try await keys.signingKey(tag: tag) {
        publicKey = found
      } else {
        publicKey = try await keys.makeSigningKey(tag: tag, options)
      }
    } catch {
      throw .keychain(error)
    }
  }

  /// Signs a proof with ES256.
  ///
  /// - Parameter message: The message.
  /// - Returns: The signature, 64 bytes.
  /// - Throws: ``AuthError/keychain(_:)``; ``AuthError/session(_:)`` when the key is gone.
  public func signature(for message: Data) async throws(AuthError) -> Data {
    let signature: P256.Signing.ECDSASignature?
    do throws(KeychainError) {
      signature = try await keys.sign(message, tag: tag)
    } catch {
      throw .keychain(error)
    }
    guard let signature else { throw .session(.reauthenticationRequired(.keyLost)) }
    return signature.rawRepresentation
  }
}
