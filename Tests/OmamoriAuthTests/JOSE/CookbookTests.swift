import OmamoriCore
import Testing

@testable import OmamoriAuth

/// The examples of RFC 7520, section 4, and of RFC 7797.
@Suite struct CookbookTests {
  private static let content = """
    It\u{2019}s a dangerous business, Frodo, going out your door. You step onto the road, and if you don't keep your \
    feet, there\u{2019}s no knowing where you might be swept off to.
    """
  private static let payload = Base64URL.encode(Array(content.utf8))
  private static let hmacHeader =
    "eyJhbGciOiJIUzI1NiIsImtpZCI6IjAxOGMwYWU1LTRkOWItNDcxYi1iZmQ2LWVlZjMxNGJjNzAzNyJ9"
  private static let hmacSignature = "s0h6KThzkfBBBkLspW1h84VsJZFTsPPqMDA7g1Md7p0"

  private static func verifier(_ key: String, _ algorithm: SignatureAlgorithm) throws -> SignatureVerifier {
    try SignatureVerifier(algorithms: [algorithm], keys: StaticKeys(JSONWebKey(json: key)))
  }

  /// 4.1: PKCS #1 v1.5 gives the same signature each time.
  @Test func rsa() async throws {
    let signer = try TokenSigner(key: JSONWebKey(json: ExampleKeys.hobbitRSA), algorithm: .rs256)
    let token = try signer.sign(content: Array(Self.content.utf8)).reveal()
    #expect(
      token == """
        eyJhbGciOiJSUzI1NiIsImtpZCI6ImJpbGJvLmJhZ2dpbnNAaG9iYml0b24uZXhhbXBsZSJ9.\(Self.payload).\
        MRjdkly7_-oTPTS3AXP41iQIGKa80A0ZmTuV5MEaHoxnW2e5CZ5NlKtainoFmKZopdHM1O2U4mwzJdQx996ivp83xuglII7PNDi84wnB-B\
        DkoBwA78185hX-Es4JIwmDLJK3lfWRa-XtL0RnltuYv746iYTh_qHRD68BNt1uSNCrUCTJDt5aAE6x8wW1Kt9eRo4QPocSadnHXFxnt8Is\
        9UzpERV0ePPQdLuW3IS_de3xyIrDaLGdjluPxUAhb6L2aXic1U12podGU0KLUQSE_oI-ZnmKJ3F4uOZDnd6QZWJushZ41Axf_fcIe8u9ip\
        H84ogoree7vjbU5y18kDquDg
        """)
  }

  /// 4.2.
  @Test func pss() async throws {
    let token = """
      eyJhbGciOiJQUzM4NCIsImtpZCI6ImJpbGJvLmJhZ2dpbnNAaG9iYml0b24uZXhhbXBsZSJ9.\(Self.payload).\
      cu22eBqkYDKgIlTpzDXGvaFfz6WGoz7fUDcfT0kkOy42miAh2qyBzk1xEsnk2IpN6-tPid6VrklHkqsGqDqHCdP6O8TTB5dDDItllVo6_1\
      OLPpcbUrhiUSMxbbXUvdvWXzg-UD8biiReQFlfz28zGWVsdiNAUf8ZnyPEgVFn442ZdNqiVJRmBqrYRXe8P_ijQ7p8Vdz0TTrxUeT3lm8d\
      9shnr2lfJT8ImUjvAA2Xez2Mlp8cBE5awDzT0qI0n6uiP1aCN_2_jLAeQTlqRHtfa64QQSUmFAAjVKPbByi7xho0uTOcbH510a6GYmJUAf\
      mWjwZ6oD4ifKo8DYM-X72Eaw
      """
    let verified = try await Self.verifier(ExampleKeys.hobbitRSA, .ps384).verify(UnverifiedToken(token))
    #expect(String(decoding: verified.bytes, as: UTF8.self) == Self.content)
  }

  /// 4.4, which is also the signature of 4.5 and 4.8.
  @Test func hmac() async throws {
    let signer = try TokenSigner(key: JSONWebKey(json: ExampleKeys.hobbitHMAC), algorithm: .hs256)
    let token = try signer.sign(content: Array(Self.content.utf8)).reveal()
    #expect(token == "\(Self.hmacHeader).\(Self.payload).\(Self.hmacSignature)")
  }

  /// 4.5.
  @Test func detachedContent() async throws {
    let verifier = try Self.verifier(ExampleKeys.hobbitHMAC, .hs256)
    let token = try UnverifiedToken("\(Self.hmacHeader)..\(Self.hmacSignature)")
    let content = Array(Self.content.utf8)
    #expect(try await verifier.verify(token, detached: content).bytes == content)
    await #expect(throws: AuthError.token(.signatureInvalid)) {
      try await verifier.verify(token, detached: content + [0x20])
    }
    await #expect(throws: AuthError.token(.signatureInvalid)) { try await verifier.verify(token) }
    await #expect(throws: AuthError.token(.criticalHeader)) {
      try await verifier.verify(token, detached: content, isUnencoded: true)
    }
    let whole = try UnverifiedToken("\(Self.hmacHeader).\(Self.payload).\(Self.hmacSignature)")
    await #expect(throws: AuthError.token(.malformed)) { try await verifier.verify(whole, detached: content) }
    let json = #"{"protected":"\#(Self.hmacHeader)","signature":"\#(Self.hmacSignature)"}"#
    #expect(try await verifier.verify(json: Array(json.utf8), detached: content).count == 1)
    await #expect(throws: AuthError.token(.malformed)) { try await verifier.verify(json: Array(json.utf8)) }
  }

  /// 4.6: the name of the key is not protected.
  @Test func unprotectedName() async throws {
    let json = """
      {"payload":"\(Self.payload)","protected":"eyJhbGciOiJIUzI1NiJ9",
       "header":{"kid":"018c0ae5-4d9b-471b-bfd6-eef314bc7037"},
       "signature":"bWUSVaxorn7bEF1djytBd0kHv70Ly5pvbomzMWSOr20"}
      """
    let verified = try await Self.verifier(ExampleKeys.hobbitHMAC, .hs256).verify(json: Array(json.utf8))
    #expect(verified.map(\.bytes) == [Array(Self.content.utf8)])
  }

  /// What is not protected does not come back as if it were.
  @Test func unprotectedMembers() async throws {
    let json = """
      {"payload":"\(Self.payload)","protected":"eyJhbGciOiJIUzI1NiJ9",
       "header":{"kid":"018c0ae5-4d9b-471b-bfd6-eef314bc7037","typ":"at+jwt","cty":"JWT","role":"admin"},
       "signature":"bWUSVaxorn7bEF1djytBd0kHv70Ly5pvbomzMWSOr20"}
      """
    let header = try #require(
      try await Self.verifier(ExampleKeys.hobbitHMAC, .hs256).verify(json: Array(json.utf8)).first?.header)
    #expect(header.type == nil && header.contentType == nil && header.keyIdentifier == nil)
    #expect(header.members.members.map(\.name) == ["alg"])
  }

  /// 4.7 protects the content only; a header that anybody can change does not say how it is verified here.
  @Test func unprotectedAlgorithm() async throws {
    let json = """
      {"payload":"\(Self.payload)","header":{"alg":"HS256","kid":"018c0ae5-4d9b-471b-bfd6-eef314bc7037"},
       "signature":"xuLifqLGiblpv9zBpuZczWhNj1gARaLV3UxvxhJxZuk"}
      """
    let verifier = try Self.verifier(ExampleKeys.hobbitHMAC, .hs256)
    await #expect(throws: AuthError.token(.malformed)) { try await verifier.verify(json: Array(json.utf8)) }
  }

  /// RFC 7797, 4.2.
  @Test func unencodedContent() async throws {
    let verifier = try Self.verifier(ExampleKeys.hmac, .hs256)
    let token = try UnverifiedToken(
      "eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..A5dxf2s96_n5FLueVuW1Z_vh161FwXZC4YLPff6dmDY")
    let content = Array("$.02".utf8)
    #expect(try await verifier.verify(token, detached: content, isUnencoded: true).bytes == content)
    await #expect(throws: AuthError.token(.criticalHeader)) {
      try await verifier.verify(token, detached: content)
    }
    await #expect(throws: AuthError.token(.criticalHeader)) { try await verifier.verify(token) }
  }

  /// A header with `b64` that `crit` does not name, as an earlier draft of RFC 7797 had it.
  @Test func unencodedContentWithoutCrit() async throws {
    let verifier = try Self.verifier(ExampleKeys.hmac, .hs256)
    let token = try UnverifiedToken(
      "eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2V9..GsyM6AQJbQHY8aQKCbZSPJHzMRWo3HKIlcDuXof7nqs")
    await #expect(throws: AuthError.token(.criticalHeader)) {
      try await verifier.verify(token, detached: Array("$.02".utf8), isUnencoded: true)
    }
  }
}
