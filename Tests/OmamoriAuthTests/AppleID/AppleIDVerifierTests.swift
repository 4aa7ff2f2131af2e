import OmamoriAuth
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@Suite("Sign in with Apple: identity tokens")
struct AppleIDVerifierTests {
  private let clock = ManualClock()
  private let nonce: AppleIDNonce
  private let apple: FakeApple

  init() throws {
    nonce = try AppleIDNonce()
    apple = try FakeApple(clock: clock)
  }

  private func verifier(_ clientID: String = FakeApple.clientID) throws -> AppleIDVerifier {
    try AppleIDVerifier(clientID: clientID, keys: apple.keys(), clock: clock)
  }

  @Test("The nonce is 32 random bytes, and Apple is shown its SHA-256 in lower-case hexadecimal digits")
  func nonceDigest() throws {
    let known = try AppleIDNonce(raw: SecretText(copying: "abcdefghijklmnop"))
    #expect(known.digest == "f39dac6cbaba535e2c207cd0cd8f154974223c848f727f98b3564cea569b41cf")
    #expect(nonce.raw.count == 43)
    #expect(try AppleIDNonce().digest != nonce.digest)
    #expect(throws: AuthError.configuration(.parameter)) {
      try AppleIDNonce(raw: SecretText(copying: "short"))
    }
  }

  @Test("A sound token gives the person", arguments: [SignatureAlgorithm.es256, .rs256])
  func sound(algorithm: SignatureAlgorithm) async throws {
    let apple = try FakeApple(clock: clock, algorithm: algorithm)
    let verifier = try AppleIDVerifier(clientID: FakeApple.clientID, keys: apple.keys(), clock: clock)
    let token = try apple.identityToken(nonce: nonce)
    let claims = try await verifier.verify(token, nonce: nonce, user: "000123.abc.0456").claims
    #expect(claims.subject == "000123.abc.0456")
    #expect(claims.email == "person@privaterelay.appleid.com")
    #expect(claims.isEmailVerified && claims.isPrivateEmail)
    #expect(claims.realUser == .likelyReal)
  }

  @Test("Truth values are text or not", arguments: [JSONValue.bool(true), "true"])
  func truthValues(value: JSONValue) async throws {
    let token = try apple.identityToken(nonce: nonce) {
      $0["email_verified"] = value
      $0["is_private_email"] = value
    }
    let claims = try await verifier().verify(token, nonce: nonce).claims
    #expect(claims.isEmailVerified && claims.isPrivateEmail)
    let no = try apple.identityToken(nonce: nonce) {
      $0["email_verified"] = value == "true" ? "false" : false
      $0["is_private_email"] = nil
    }
    let others = try await verifier().verify(no, nonce: nonce).claims
    #expect(!others.isEmailVerified && !others.isPrivateEmail)
    let odd = try apple.identityToken(nonce: nonce) { $0["email_verified"] = "yes" }
    await #expect(throws: AuthError.token(.claimMalformed(.other))) {
      try await verifier().verify(odd, nonce: nonce)
    }
  }

  @Test("The digest of the nonce decides, in the one form that is right")
  func nonceForms() async throws {
    let digest = Data(SHA256.hash(data: Data(nonce.raw.reveal().utf8)))
    let wrong = [
      nonce.raw.reveal(), nonce.digest.uppercased(), digest.base64EncodedString(), Base64URL.encode(digest),
      "",
      try AppleIDNonce().digest, nonce.digest + " ",
    ]
    for text in wrong {
      let token = try apple.identityToken(nonce: nonce) { $0["nonce"] = .string(text) }
      await #expect(throws: AuthError.token(.claimMismatch(.nonce))) {
        try await verifier().verify(token, nonce: nonce)
      }
    }
  }

  @Test("A token without nonce is refused unless it says that the platform takes none")
  func missingNonce() async throws {
    for supported: JSONValue? in [true, "true", nil] {
      let token = try apple.identityToken(nonce: nil) { $0["nonce_supported"] = supported }
      await #expect(throws: AuthError.token(.claimMissing(.nonce))) {
        try await verifier().verify(token, nonce: nonce)
      }
    }
    let old = try apple.identityToken(nonce: nil) { $0["nonce_supported"] = false }
    #expect(try await verifier().verify(old, nonce: nonce).claims.subject == "000123.abc.0456")
  }

  @Test("Another issuer, client, person, time or key refuses")
  func otherTokens() async throws {
    let now = Int64(clock.date.timeIntervalSince1970)
    let faults: [(TokenFault, (inout JSONObject) -> Void)] = [
      (.claimMismatch(.issuer), { $0["iss"] = "https://appleid.apple.com/" }),
      (.claimMismatch(.issuer), { $0["iss"] = "appleid.apple.com" }),
      (.claimMissing(.issuer), { $0["iss"] = nil }),
      (.claimMismatch(.audience), { $0["aud"] = "com.example.other" }),
      (.claimMalformed(.audience), { $0["aud"] = .array([]) }),
      (.expired, { $0["exp"] = .integer(now - 61) }),
      (.claimMissing(.expiry), { $0["exp"] = nil }),
      (.notYetValid, { $0["iat"] = .integer(now + 61) }),
      (.claimMissing(.issuedAt), { $0["iat"] = nil }),
      (.claimMissing(.subject), { $0["sub"] = nil }),
      (.claimMalformed(.subject), { $0["sub"] = "" }),
    ]
    for (fault, change) in faults {
      let token = try apple.identityToken(nonce: nonce, change)
      await #expect(throws: AuthError.token(fault)) { try await verifier().verify(token, nonce: nonce) }
    }
    let token = try apple.identityToken(nonce: nonce)
    await #expect(throws: AuthError.token(.claimMismatch(.subject))) {
      try await verifier().verify(token, nonce: nonce, user: "000999.zzz")
    }
    await #expect(throws: AuthError.token(.claimMismatch(.audience))) {
      try await verifier("com.example.web").verify(token, nonce: nonce)
    }
    let forged = try FakeApple(clock: clock).identityToken(nonce: nonce)
    await #expect(throws: AuthError.token(.signatureInvalid)) {
      try await verifier().verify(forged, nonce: nonce)
    }
  }

  @Test("Algorithms that Apple does not sign with are refused, HMAC with the public key among them")
  func algorithms() async throws {
    for algorithm: SignatureAlgorithm in [.es384, .edDSA, .hs256] {
      let other = try JSONWebKey.generate(for: algorithm, identifier: "apple-1")
      let now = Int64(clock.date.timeIntervalSince1970)
      let token = try apple.sign(
        ["iss": "https://appleid.apple.com", "aud": .string(FakeApple.clientID), "exp": .integer(now + 60)],
        with: other)
      await #expect(throws: AuthError.token(.algorithmNotAllowed)) {
        try await verifier().verify(token, nonce: nonce)
      }
    }
  }

  @Test("The token of a refresh needs no nonce, and has to be about the same person")
  func refreshed() async throws {
    let token = try apple.identityToken("person", nonce: nil)
    #expect(try await verifier().verifyRefreshed(token, subject: "person").claims.subject == "person")
    await #expect(throws: AuthError.token(.claimMismatch(.subject))) {
      try await verifier().verifyRefreshed(token, subject: "other")
    }
  }
}
