@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Nested tokens")
struct NestedTokenTests {
  let signer: TokenSigner
  let verifier: TokenVerifier
  let encrypter: TokenEncrypter
  let decrypter: TokenDecrypter
  let now: NumericDate

  init() throws {
    let signing = try JSONWebKey.generate(for: .es256)
    let clock = ManualClock()
    now = NumericDate(clock.date)
    signer = try TokenSigner(key: signing, algorithm: .es256)
    verifier = try TokenVerifier(
      issuer: "https://issuer.example", audience: "app", algorithms: [.es256],
      keys: StaticKeys(try #require(signing.publicKey)), clock: clock)
    let key = DecryptionKey(Curve25519.KeyAgreement.PrivateKey())
    encrypter = try TokenEncrypter(key: key.recipient, keyManagement: .ecdhESA256KW)
    decrypter = try TokenDecrypter(
      keys: [key], keyManagement: [.ecdhESA256KW], contentEncryption: [.a256GCM])
  }

  func signed(audience: String = "app") throws -> SecretText {
    try signer.sign([
      "iss": "https://issuer.example", "aud": .string(audience), "sub": "person",
      "exp": .number(now.adding(.seconds(300)).number), "iat": .number(now.number),
    ])
  }

  @Test("decrypted, then verified")
  func good() async throws {
    let token = try encrypter.encrypt(signed: signed())
    let verified = try await decrypter.verify(token, with: verifier)
    #expect(verified.claims.subject == "person")
    let again = try await decrypter.verify(token.reveal(), with: verifier, as: RegisteredClaims.self)
    #expect(again.claims.subject == "person")
  }

  @Test(
    "a signed token that is not encrypted is refused, and an encrypted one where a signed one is expected")
  func confusion() async throws {
    await #expect(throws: AuthError.token(.malformed)) {
      try await decrypter.verify(signed(), with: verifier)
    }
    let token = try encrypter.encrypt(signed: signed())
    await #expect(throws: AuthError.self) { try await verifier.verify(token) }
  }

  @Test("claims that are encrypted but not signed are refused")
  func unsigned() async throws {
    let claims = #"{"iss":"https://issuer.example","aud":"app","sub":"person","exp":\#(now.number)}"#
    for content in [claims, "", "..", "x"] {
      let token = try encrypter.encrypt(Data(content.utf8), contentType: "JWT")
      await #expect(throws: AuthError.token(.malformed)) { try await decrypter.verify(token, with: verifier) }
    }
    let none =
      Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + "." + Base64URL.encode(Array(claims.utf8)) + "."
    let token = try encrypter.encrypt(signed: SecretText(copying: none))
    await #expect(throws: AuthError.self) { try await decrypter.verify(token, with: verifier) }
  }

  @Test("the header says that there is a token inside", arguments: [nil, "", "json", "JWT2", "at+jwt"])
  func contentType(_ type: String?) async throws {
    let content = try signed().withBytes { $0.byteArray }
    let token = try encrypter.encrypt(Data(content), contentType: type)
    await #expect(throws: AuthError.token(.wrongType)) { try await decrypter.verify(token, with: verifier) }
  }

  @Test("a token inside a token inside a token is refused")
  func deeper() async throws {
    let token = try encrypter.encrypt(signed: encrypter.encrypt(signed: signed()))
    await #expect(throws: AuthError.token(.wrongType)) { try await decrypter.verify(token, with: verifier) }
  }

  @Test("the inner token's rules hold")
  func innerRules() async throws {
    let other = try encrypter.encrypt(signed: signed(audience: "other"))
    await #expect(throws: AuthError.token(.claimMismatch(.audience))) {
      try await decrypter.verify(other, with: verifier)
    }
    let stranger = try TokenSigner(key: JSONWebKey.generate(for: .es256), algorithm: .es256).sign([
      "iss": "https://issuer.example", "aud": "app", "exp": .number(now.adding(.seconds(300)).number),
    ])
    let forged = try encrypter.encrypt(signed: stranger)
    await #expect(throws: AuthError.self) { try await decrypter.verify(forged, with: verifier) }
  }
}
