@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// What attacks are run against: a verifier that gets its keys from a server which counts requests.
struct AttackTarget {
  static let algorithms: Set<SignatureAlgorithm> = [.es256, .rs256, .edDSA]
  /// The beginning of 2026.
  static let now = 1_767_225_600
  static let payload =
    #"{"iss":"https://issuer.example","aud":"app","sub":"person","exp":\#(now + 300),"iat":\#(now)}"#

  static let ec = Result { try key(ExampleKeys.p256, "ec", "ES256") }
  static let rsa = Result { try key(ExampleKeys.hobbitRSA, "rsa", "RS256") }
  static let ed25519 = Result { try key(ExampleKeys.ed25519, "ed", "EdDSA") }
  static let encryption = Result {
    try JSONWebKey(
      json: """
        {"kty":"EC","crv":"P-256","use":"enc","kid":"enc","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
        "y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}
        """)
  }
  /// A key of the attacker's.
  static let foreign = Result { try key(ExampleKeys.p521, "ec", "ES512") }

  let server: KeyServer
  let clock = ManualClock(date: Date(timeIntervalSince1970: TimeInterval(now)))
  let source: RemoteKeySet

  init() throws {
    let keys = try [Self.ec, Self.rsa, Self.ed25519, Self.encryption].map { try $0.get() }.compactMap(
      \.publicKey)
    server = KeyServer(try KeyServer.keys(keys))
    source = RemoteKeySet(url: try RequestURL("https://issuer.example/keys"), exchange: server, clock: clock)
  }

  func verifier(_ algorithms: Set<SignatureAlgorithm>, _ rules: TokenRules) throws -> TokenVerifier {
    try TokenVerifier(
      issuer: "https://issuer.example", audience: "app", algorithms: algorithms, keys: source, rules: rules,
      clock: clock)
  }

  /// Runs an attack after a token that is right, and requires the expected answer and no request.
  func run(_ attack: TokenAttack) async throws {
    let right = try Self.token(#"{"alg":"ES256","kid":"ec"}"#)
    _ = try await verifier(Self.algorithms, TokenRules()).verify(right)
    let verifier = try verifier(attack.algorithms, attack.rules)
    await #expect(throws: attack.error) {
      try await verifier.verify(UnverifiedToken(bytes: attack.token))
    }
    #expect(await server.count == 1)
  }

  // MARK: - Forging

  /// A token with any header and content, signed with a key.
  static func token(
    _ header: String, _ payload: String = payload, _ key: Result<JSONWebKey, any Error> = ec,
    _ algorithm: SignatureAlgorithm = .es256
  ) throws -> String {
    try token(Array(header.utf8), Array(payload.utf8), key, algorithm)
  }

  /// A token with any header and content, signed with a key.
  static func token(
    _ header: [UInt8], _ payload: [UInt8], _ key: Result<JSONWebKey, any Error> = ec,
    _ algorithm: SignatureAlgorithm = .es256
  ) throws -> String {
    try signed(Base64URL.encode(header) + "." + Base64URL.encode(payload), key, algorithm)
  }

  /// A text with its signature behind it.
  static func signed(
    _ text: String, _ key: Result<JSONWebKey, any Error> = ec, _ algorithm: SignatureAlgorithm = .es256
  ) throws -> String {
    text + "." + Base64URL.encode(try key.get().signature(for: Array(text.utf8), algorithm))
  }

  /// A token with these claims in place of or besides the usual ones; `nil` leaves one out.
  static func token(claims: KeyValuePairs<String, JSONValue?>) throws -> String {
    guard var object = try StrictJSON.parse(payload).objectValue else { throw AuthError.unsupported }
    for (name, value) in claims { object[name] = value }
    return try token(#"{"alg":"ES256","kid":"ec"}"#, JSONValue.object(object).text())
  }

  /// A token with a signature of these bytes.
  static func token(signature: [UInt8], algorithm: String = "ES256", kid: String = "ec") -> String {
    Base64URL.encode(Array(#"{"alg":"\#(algorithm)","kid":"\#(kid)"}"#.utf8)) + "."
      + Base64URL.encode(Array(payload.utf8)) + "." + Base64URL.encode(signature)
  }

  /// A token with a MAC whose key is made of bytes that everybody knows.
  static func token(secret: [UInt8], _ algorithm: SignatureAlgorithm = .hs256, kid: String) throws -> String {
    let key = Result<JSONWebKey, any Error> {
      JSONWebKey(checked: .secret(SymmetricKey(data: secret)), KeyAttributes())
    }
    return try token(#"{"alg":"\#(algorithm.rawValue)","kid":"\#(kid)"}"#, payload, key, algorithm)
  }

  private static func key(_ json: String, _ name: String, _ algorithm: String) throws -> JSONWebKey {
    guard var members = try StrictJSON.parse(json).objectValue else { throw AuthError.unsupported }
    (members["kid"], members["alg"], members["use"]) = (.string(name), .string(algorithm), "sig")
    return try JSONWebKey(members)
  }
}
