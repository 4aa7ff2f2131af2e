@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct TokenVerifierTests {
  private func verifier(
    issuer: String = "https://issuer.example", audience: String = "app",
    _ algorithms: Set<SignatureAlgorithm> = [.es256], keys: [JSONWebKey]? = nil,
    rules: TokenRules = TokenRules()
  ) throws -> TokenVerifier {
    let set = try JSONWebKeySet(keys ?? [AttackTarget.ec.get()].compactMap(\.publicKey))
    return try TokenVerifier(
      issuer: issuer, audience: audience, algorithms: algorithms, keys: StaticKeys(set), rules: rules,
      clock: ManualClock(date: Date(timeIntervalSince1970: TimeInterval(AttackTarget.now))))
  }

  @Test func settingsThatLeaveSomethingOutAreRefused() throws {
    #expect(throws: AuthError.configuration(.noIssuer)) { try verifier(issuer: "") }
    #expect(throws: AuthError.configuration(.noAudience)) { try verifier(audience: "") }
    #expect(throws: AuthError.configuration(.noAlgorithm)) { try verifier([]) }
    #expect(throws: AuthError.configuration(.mixedAlgorithms)) { try verifier([.hs256, .rs256]) }
    var rules = TokenRules()
    // A leeway of 60,000 s, as milliseconds taken for seconds gave it once.
    for leeway in [Duration.seconds(-1), .seconds(301), .seconds(60_000)] {
      rules.leeway = leeway
      #expect(throws: AuthError.configuration(.leeway)) { try verifier(rules: rules) }
    }
    rules = TokenRules()
    rules.maximumAge = .seconds(-1)
    #expect(throws: AuthError.configuration(.lifetime)) { try verifier(rules: rules) }
    #expect(TokenRules().leeway == .seconds(60))
  }

  @Test func aDemandedClaimThatIsNullIsMissing() async throws {
    var rules = TokenRules()
    rules.requiredClaims = [.nonce]
    let verifier = try verifier(rules: rules)
    let header = #"{"alg":"ES256","kid":"ec"}"#
    let token = try AttackTarget.token(
      header, AttackTarget.payload.replacing(#""aud""#, with: #""nonce":null,"aud""#))
    await #expect(throws: AuthError.token(.claimMissing(.nonce))) { try await verifier.verify(token) }
    let good = try AttackTarget.token(
      header, AttackTarget.payload.replacing(#""aud""#, with: #""nonce":"","aud""#))
    #expect(try await verifier.verify(good).registered.subject == "person")
  }

  /// The conformance module `oidcc-client-test-kid-absent-single-jwks`.
  @Test func kidAbsentSingleJWKS() async throws {
    let token = try AttackTarget.token(#"{"alg":"ES256"}"#)
    #expect(try await verifier().verify(token).key.identifier == "ec")
    // Keys for something else do not count.
    let others = try [AttackTarget.rsa, AttackTarget.ec, AttackTarget.encryption].map { try $0.get() }
    #expect(try await verifier(keys: others.compactMap(\.publicKey)).verify(token).key.identifier == "ec")
  }

  /// The conformance module `oidcc-client-test-kid-absent-multiple-jwks`.
  @Test func kidAbsentMultipleJWKS() async throws {
    let token = try AttackTarget.token(#"{"alg":"ES256"}"#)
    let keys = try [AttackTarget.ec.get(), JSONWebKey.generate(for: .es256)].compactMap(\.publicKey)
    let verifier = try verifier(keys: keys)
    await #expect(throws: AuthError.token(.noKey)) { try await verifier.verify(token) }
  }

  /// A key without `alg` stays a key for both: no token decides what it is for.
  @Test func theFirstTokenDoesNotDecideTheAlgorithmOfAKey() async throws {
    let key = try JSONWebKey(json: ExampleKeys.hobbitRSA)
    let verifier = try verifier([.rs256, .ps256], keys: [key].compactMap(\.publicKey))
    let kid = try #require(key.identifier)
    for algorithm in [SignatureAlgorithm.rs256, .ps256, .rs256] {
      let token = try AttackTarget.token(
        #"{"alg":"\#(algorithm.rawValue)","kid":"\#(kid)"}"#, AttackTarget.payload, Result { key }, algorithm)
      #expect(try await verifier.verify(token).algorithm == algorithm)
    }
  }

  @Test func ed25519HasTwoNames() async throws {
    let key = try AttackTarget.ed25519.get()
    #expect(key.algorithm == "EdDSA")
    let token = try AttackTarget.token(
      #"{"alg":"Ed25519","kid":"ed"}"#, AttackTarget.payload, AttackTarget.ed25519, .ed25519)
    let both = try verifier([.edDSA, .ed25519], keys: [key].compactMap(\.publicKey))
    #expect(try await both.verify(token).algorithm == .ed25519)
    let one = try verifier([.edDSA], keys: [key].compactMap(\.publicKey))
    await #expect(throws: AuthError.token(.algorithmNotAllowed)) { try await one.verify(token) }
  }

  @Test func anAccessTokenIsTakenWhereOneIsDemanded() async throws {
    var rules = TokenRules()
    rules.kind = .named("at+jwt")
    let verifier = try verifier(rules: rules)
    for type in ["at+jwt", "AT+JWT", "application/at+jwt"] {
      let token = try AttackTarget.token(#"{"typ":"\#(type)","alg":"ES256","kid":"ec"}"#)
      #expect(try await verifier.verify(token).header.type == type)
    }
  }

  /// A fractional time, as one server writes it.
  @Test func fractionalTimesAreRead() async throws {
    let token = try AttackTarget.token(claims: ["iat": 1767225599.837505, "auth_time": 0])
    let verified = try await verifier().verify(token, as: RegisteredClaims.self)
    #expect(verified.claims.issuedAt?.nanoseconds == 837_505_000)
  }

  struct Roles: TokenClaims {
    let roles: [String]
    let isVerified: Bool

    init(_ claims: ClaimSet) throws(AuthError) {
      roles = try claims.required("roles", try claims.texts("roles"))
      isVerified = try claims.flag("email_verified", takesText: true) ?? false
    }
  }

  @Test func claimsOfTheApplicationAreTyped() async throws {
    let verifier = try verifier()
    let token = try AttackTarget.token(claims: ["roles": ["a", "b"], "email_verified": "true"])
    let verified = try await verifier.verify(token, as: Roles.self)
    #expect(verified.claims.roles == ["a", "b"])
    #expect(verified.claims.isVerified)
    #expect(verified.registered.subject == "person")
    let bare = try AttackTarget.token(claims: [:])
    await #expect(throws: AuthError.token(.claimMissing(.other))) {
      try await verifier.verify(bare, as: Roles.self)
    }
    let wrong = try AttackTarget.token(claims: ["roles": [1]])
    await #expect(throws: AuthError.token(.claimMalformed(.other))) {
      try await verifier.verify(wrong, as: Roles.self)
    }
  }

  @Test func nothingOfATokenIsPrinted() async throws {
    let probe = LeakProbe()
    let token = try AttackTarget.token(
      #"{"alg":"ES256","kid":"ec","typ":"JWT","x":"\#(probe.marker)"}"#,
      AttackTarget.payload.replacing("person", with: probe.marker))
    let unverified = try UnverifiedToken(token)
    #expect(probe.leaks(in: unverified) == [])
    #expect(probe.leaks(in: unverified.header) == [])
    let verified = try await verifier().verify(token, as: RegisteredClaims.self)
    #expect(verified.claims.subject == probe.marker)
    #expect(probe.leaks(in: verified) == [])
    #expect(probe.leaks(in: verified.claims) == [])
    #expect(LeakProbe(marker: String(token.suffix(30))).leaks(in: unverified) == [])
    let key = try JSONWebKey(json: ExampleKeys.hobbitHMAC)
    for text in ["hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg", "018c0ae5-4d9b-471b-bfd6-eef314bc7037"] {
      let probe = LeakProbe(marker: text)
      #expect(probe.leaks(in: key) == [])
      #expect(probe.leaks(in: key.export()) == [])
      #expect(probe.leaks(in: try JSONWebKeySet([key])) == [])
      #expect(probe.leaks(in: try TokenSigner(key: key, algorithm: .hs256)) == [])
      #expect(probe.leaks(in: key.material) == [])
    }
  }

  /// Thousands of tokens with one byte changed: none is accepted that says something else, and no error shows a part.
  @Test func changedTokensAreRefusedWithoutALeak() async throws {
    let probe = LeakProbe()
    let header = #"{"alg":"ES256","kid":"%"}"#
    let token = try AttackTarget.token(#"{"alg":"ES256","kid":"ec"}"#)
    let verifier = try verifier()
    for input in try probe.inputs(
      from: [token, header, AttackTarget.payload], randomness: SeededRandomness(seed: 3), count: 1500)
    where input != Array(token.utf8) {
      do throws(AuthError) {
        let verified = try await verifier.verify(UnverifiedToken(bytes: input))
        Issue.record("accepted: \(verified)")
      } catch {
        #expect(probe.leaks(in: error) == [])
      }
    }
    for input in try probe.inputs(
      from: [ExampleKeys.ed25519, header, #"{"kty":"%","k":"%"}"#, #"{"keys":[{"kty":"oct","k":"%"}]}"#],
      randomness: SeededRandomness(seed: 4), count: 1500)
    {
      do throws(AuthError) { _ = try JSONWebKey(json: input) } catch { #expect(probe.leaks(in: error) == []) }
      do throws(AuthError) { _ = try JSONWebKeySet(json: input) } catch {
        #expect(probe.leaks(in: error) == [])
      }
    }
  }
}
