@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct ProofOfPossessionTests {
  private let clock = ManualClock()

  private func maker(_ key: any PossessionKey = MemoryPossessionKey()) -> ProofOfPossession {
    ProofOfPossession(key, clock: clock, randomness: SeededRandomness(seed: 2))
  }

  private func claims(_ proof: String) throws -> JSONObject {
    let parts = proof.split(separator: ".")
    return try #require(try StrictJSON.parse(Base64URL.decode(parts[1])).objectValue)
  }

  private func setting(_ change: (inout ServerBehaviour) -> Void = { _ in }) async throws -> TestSetting {
    try await TestSetting(possession: maker(), change)
  }

  @Test func aProofSaysWhatItIsFor() async throws {
    let proofs = maker()
    let url = try RequestURL("https://api.example:8443/a/b?secret=1")
    let token = SecretText(copying: "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
    let proof = try await proofs.proof(.post, url, accessToken: token)
    let claims = try claims(proof)
    #expect(claims["htm"] == "POST" && claims["htu"] == "https://api.example:8443/a/b")
    // The example of RFC 9449 §7.1.
    #expect(claims["ath"] == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
    #expect(claims["iat"]?.intValue == Int(clock.date.timeIntervalSince1970) - 1 && claims["nonce"] == nil)
    let unverified = try UnverifiedToken(proof)
    let members = try #require(unverified.header.members["jwk"]?.objectValue)
    #expect(members.members.map(\.name) == ["crv", "kty", "x", "y"] && unverified.header.type == "dpop+jwt")
    let key = try JSONWebKey(members)
    #expect(key.thumbprint == proofs.thumbprint)
    _ = try await SignatureVerifier(algorithms: [.es256], keys: StaticKeys(key)).verify(unverified)
    let second = try await proofs.proof(.post, url)
    #expect(try self.claims(second)["jti"] != claims["jti"] && self.claims(second)["ath"] == nil)
  }

  @Test func tokensAreBoundAndShownWithProofs() async throws {
    let setting = try await setting()
    let login = try await setting.logIn()
    #expect(login.tokens.tokenType == .dpop)
    _ = try await setting.client.userInfo(login.tokens.accessToken, subject: "248289761001")
    let thief = try OAuthClient(
      metadata: setting.client.metadata, identifier: "app", exchange: setting.server, clock: setting.clock)
    let stolen = try #require(login.tokens.refreshToken)
    await #expect(throws: AuthError.server(.invalidGrant, status: 400)) { try await thief.refresh(stolen) }
    await #expect(throws: AuthError.server(.invalidToken, status: 401)) {
      try await thief.userInfo(login.tokens.accessToken, subject: "248289761001")
    }
  }

  @Test func aNonceIsTakenAndKept() async throws {
    let setting = try await setting { $0.asksForNonce = true }
    let login = try await setting.logIn()
    setting.server.state.withLock { $0.nonce = "nonce-next" }
    _ = try await setting.client.refresh(try #require(login.tokens.refreshToken))
    _ = try await setting.client.userInfo(login.tokens.accessToken, subject: "248289761001")
    #expect(setting.server.log.filter { $0 == "/token" }.count == 3)
    #expect(setting.server.log.filter { $0 == "/userinfo" }.count == 1)
  }

  /// One repetition, and no more.
  @Test func aServerThatIsNeverContentIsAskedTwice() async throws {
    let setting = try await setting { ($0.asksForNonce, $0.nonceNeverSuits) = (true, true) }
    await #expect(throws: AuthError.server(.useDPoPNonce, status: 400)) { try await setting.logIn() }
    #expect(setting.server.log.filter { $0 == "/par" }.count == 2)
  }

  @Test func theSameNonceAgainIsNotTried() async throws {
    let proofs = maker()
    let url = try RequestURL("https://as.example/token")
    let answer = ServerAnswers.json(["error": "use_dpop_nonce"], status: 400, ["DPoP-Nonce": "n1"])
    #expect(proofs.learn(from: answer, of: url))
    #expect(!proofs.learn(from: answer, of: url))
    #expect(try claims(try await proofs.proof(.post, url))["nonce"] == "n1")
  }

  @Test func aNonceCountsForItsOrigin() async throws {
    let proofs = maker()
    let one = try RequestURL("https://one.example/token")
    let answer = ServerAnswers.text("", status: 200, ["DPoP-Nonce": "n-one"])
    #expect(!proofs.learn(from: answer, of: one))
    #expect(
      try claims(try await proofs.proof(.get, RequestURL("https://one.example/other")))["nonce"] == "n-one")
    for other in ["https://one.example:8443/token", "https://two.example/token"] {
      #expect(try claims(try await proofs.proof(.get, RequestURL(other)))["nonce"] == nil)
    }
    for number in 0..<200 { proofs.learn(from: answer, of: try RequestURL("https://h\(number).example/")) }
    #expect(proofs.memory.withLock { $0.origins.count } == ProofOfPossession.greatestOriginCount)
  }

  @Test(arguments: ["", "a b", "a\"b", "a\\b", "é", String(repeating: "n", count: 1025)])
  func malformedNoncesAreNotTaken(_ nonce: String) async throws {
    let proofs = maker()
    let url = try RequestURL("https://as.example/token")
    let answer = ServerAnswers.json(["error": "use_dpop_nonce"], status: 400, ["DPoP-Nonce": nonce])
    #expect(!proofs.learn(from: answer, of: url))
    #expect(try claims(try await proofs.proof(.post, url))["nonce"] == nil)
    let twice = ServerAnswers.json(
      ["error": "use_dpop_nonce"], status: 400, ["DPoP-Nonce": "a", "DPoP-Nonce": "b"])
    #expect(!proofs.learn(from: twice, of: url))
  }

  /// A wrong clock of the device is corrected by the server's.
  @Test func aWrongClockIsCorrected() async throws {
    let proofs = maker()
    let url = try RequestURL("https://as.example/token")
    let server = clock.date + 7200
    proofs.learn(from: ServerAnswers.text("", ["Date": ServerDates.text(server)]), of: url)
    #expect(
      try claims(try await proofs.proof(.post, url))["iat"]?.intValue == Int(server.timeIntervalSince1970) - 1
    )
  }

  @Test func aKeychainKeepsTheKey() async throws {
    let keys = KeychainKeys(backend: MemoryKeychain())
    let tag = KeyTag("com.example.session")
    let first = try await KeychainPossessionKey(in: keys, tag: tag)
    let second = try await KeychainPossessionKey(in: keys, tag: tag)
    #expect(first.publicKey.rawRepresentation == second.publicKey.rawRepresentation)
    let proof = try await maker(second).proof(.get, RequestURL("https://as.example/"))
    let unverified = try UnverifiedToken(proof)
    let key = try JSONWebKey(try #require(unverified.header.members["jwk"]?.objectValue))
    _ = try await SignatureVerifier(algorithms: [.es256], keys: StaticKeys(key)).verify(unverified)
    try await keys.remove(tag: tag)
    await #expect(throws: AuthError.session(.reauthenticationRequired(.keyLost))) {
      try await second.signature(for: Data([1]))
    }
  }

  @Test func nothingIsPrinted() throws {
    let key = MemoryPossessionKey(P256.Signing.PrivateKey())
    #expect(String(describing: key) == "<redacted>" && "\(maker(key))" == "<redacted>")
  }
}
