@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuth

@Suite struct TokenRoundTripTests {
  /// A key for an algorithm, a new one unless that takes long.
  private static func key(for algorithm: SignatureAlgorithm) throws -> JSONWebKey {
    guard algorithm.kind == .rsa, algorithm != .rs256 else {
      return try .generate(for: algorithm, identifier: "one", rsaBitCount: 2048)
    }
    guard var members = try StrictJSON.parse(ExampleKeys.hobbitRSA).objectValue else {
      throw AuthError.unsupported
    }
    (members["kid"], members["alg"]) = ("one", .string(algorithm.rawValue))
    return try JSONWebKey(members)
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func whatIsSignedIsVerified(_ algorithm: SignatureAlgorithm) async throws {
    let key = try Self.key(for: algorithm)
    let clock = ManualClock()
    let now = NumericDate(clock.date)
    let token = try TokenSigner(key: key, algorithm: algorithm).sign([
      "iss": "https://issuer.example", "aud": "app", "sub": "person",
      "exp": .number(now.adding(.seconds(300)).number), "iat": .number(now.number),
    ])
    let verifier = try TokenVerifier(
      issuer: "https://issuer.example", audience: "app", algorithms: [algorithm],
      keys: StaticKeys(key.publicKey ?? key), clock: clock)
    let verified = try await verifier.verify(token, as: RegisteredClaims.self)
    #expect(verified.claims.subject == "person")
    #expect(verified.registered.audience == ["app"])
    #expect(verified.algorithm == algorithm)
    let tampered = token.reveal().dropLast(4) + "AAAA"
    await #expect(throws: AuthError.token(.signatureInvalid)) {
      try await verifier.verify(String(tampered))
    }
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func aKeySurvivesJSON(_ algorithm: SignatureAlgorithm) throws {
    let key = try Self.key(for: algorithm)
    let copy = try JSONWebKey(json: key.export().reveal())
    #expect(copy.thumbprint == key.thumbprint)
    #expect(copy.isPrivate)
    #expect(copy.identifier == "one")
    #expect(copy.algorithm == algorithm.rawValue)
    guard key.kind != .secret else {
      #expect(key.publicKey == nil)
      return
    }
    let members = try #require(key.publicMembers)
    let publicKey = try JSONWebKey(members)
    #expect(!publicKey.isPrivate)
    #expect(publicKey.thumbprint == key.thumbprint)
    #expect(throws: AuthError.key(.privateKeyNeeded)) {
      try TokenSigner(key: publicKey, algorithm: algorithm)
    }
  }
}
