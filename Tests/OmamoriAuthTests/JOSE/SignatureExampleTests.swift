import OmamoriCore
import Testing

@testable import OmamoriAuth

/// The examples of RFC 7515, appendix A.
@Suite struct SignatureExampleTests {
  private static let payload =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
  private static let content =
    "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"
  private static let rsaSignature = """
    cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9\
    uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB\
    _eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rq\
    Vt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
    """
  private static let ecSignature =
    "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

  private static func verified(
    _ token: String, _ key: String, _ algorithm: SignatureAlgorithm
  ) async throws(AuthError) -> String {
    let verifier = try SignatureVerifier(algorithms: [algorithm], keys: StaticKeys(JSONWebKey(json: key)))
    return String(decoding: try await verifier.verify(UnverifiedToken(token)).bytes, as: UTF8.self)
  }

  @Test func a1() async throws {
    let token =
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." + Self.payload
      + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    #expect(try await Self.verified(token, ExampleKeys.hmac, .hs256) == Self.content)
  }

  @Test func a2() async throws {
    let token = "eyJhbGciOiJSUzI1NiJ9." + Self.payload + "." + Self.rsaSignature
    #expect(try await Self.verified(token, ExampleKeys.rsa, .rs256) == Self.content)
  }

  @Test func a3() async throws {
    let token = "eyJhbGciOiJFUzI1NiJ9." + Self.payload + "." + Self.ecSignature
    #expect(try await Self.verified(token, ExampleKeys.p256, .es256) == Self.content)
  }

  @Test func a4() async throws {
    let token = """
      eyJhbGciOiJFUzUxMiJ9.UGF5bG9hZA.AdwMgeerwtHoh-l192l60hp9wAHZFVJbLfD_UxMi70cwnZOYaRI1bKPWROc-mZZqwqT2\
      SI-KGDKB34XO0aw_7XdtAG8GaSwFKdCAPZgoXD2YBJZCPEX3xKpRwcdOO8KpEHwJjyqOgzDO7iKvU8vcnwNrmxYbSW9ERBXukOXo\
      lLzeO_Jn
      """
    #expect(try await Self.verified(token, ExampleKeys.p521, .es512) == "Payload")
  }

  /// A token without a signature, which the RFC calls valid and which is refused here, whoever asks.
  @Test(arguments: SignatureAlgorithm.allCases)
  func a5(_ algorithm: SignatureAlgorithm) async throws {
    let key =
      try algorithm.kind == .rsa ? JSONWebKey(json: ExampleKeys.rsa) : JSONWebKey.generate(for: algorithm)
    let verifier = try SignatureVerifier(algorithms: [algorithm], keys: StaticKeys(key))
    let token = try UnverifiedToken("eyJhbGciOiJub25lIn0." + Self.payload + ".")
    await #expect(throws: AuthError.token(.algorithmNotAllowed)) { try await verifier.verify(token) }
  }

  @Test func a6() async throws {
    let json = """
      {"payload":"\(Self.payload)","signatures":[
      {"protected":"eyJhbGciOiJSUzI1NiJ9","header":{"kid":"2010-12-29"},"signature":"\(Self.rsaSignature)"},
      {"protected":"eyJhbGciOiJFUzI1NiJ9","header":{"kid":"e9bc097a-ce51-4036-9562-d2ade882db0d"},
       "signature":"\(Self.ecSignature)"}]}
      """
    let keys = try JSONWebKeySet([
      JSONWebKey(json: ExampleKeys.rsa).named("2010-12-29"),
      JSONWebKey(json: ExampleKeys.p256).named("e9bc097a-ce51-4036-9562-d2ade882db0d"),
    ])
    let both = try SignatureVerifier(algorithms: [.rs256, .es256], keys: StaticKeys(keys))
    let verified = try await both.verify(json: Array(json.utf8))
    #expect(verified.map(\.algorithm) == [.rs256, .es256])
    #expect(verified.allSatisfy { String(decoding: $0.bytes, as: UTF8.self) == Self.content })
    let one = try SignatureVerifier(algorithms: [.es256], keys: StaticKeys(keys))
    #expect(try await one.verify(json: Array(json.utf8)).map(\.algorithm) == [.es256])
    let neither = try SignatureVerifier(algorithms: [.ps256], keys: StaticKeys(keys))
    await #expect(throws: AuthError.token(.algorithmNotAllowed)) {
      try await neither.verify(json: Array(json.utf8))
    }
    let broken = json.replacing("DtEhU3ljbEg8", with: "DtEhU3ljbEg9")
    await #expect(throws: AuthError.token(.signatureInvalid)) {
      try await both.verify(json: Array(broken.utf8))
    }
  }

  @Test func a7() async throws {
    let json = """
      {"payload":"\(Self.payload)","protected":"eyJhbGciOiJFUzI1NiJ9",
       "header":{"kid":"e9bc097a-ce51-4036-9562-d2ade882db0d"},"signature":"\(Self.ecSignature)"}
      """
    let key = try JSONWebKey(json: ExampleKeys.p256).named("e9bc097a-ce51-4036-9562-d2ade882db0d")
    let verifier = try SignatureVerifier(algorithms: [.es256], keys: StaticKeys(key))
    #expect(try await verifier.verify(json: Array(json.utf8)).count == 1)
  }

  /// Both parts of an ECDSA signature differ each time; HMAC, PKCS #1 v1.5 and Ed25519 give the RFC's bytes again.
  @Test func signingGivesTheSameBytes() throws {
    let hmac = try TokenSigner(key: JSONWebKey(json: ExampleKeys.hmac), algorithm: .hs256)
    #expect(
      try hmac.key.signature(
        for: Array(("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." + Self.payload).utf8), .hs256)
        == Base64URL.decode("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    // RFC 8037, A.4.
    let ed25519 = try TokenSigner(key: JSONWebKey(json: ExampleKeys.ed25519), algorithm: .edDSA)
    #expect(
      try ed25519.sign(content: Array("Example of Ed25519 signing".utf8)).reveal() == """
        eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6d\
        WbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
        """)
  }

  /// RFC 8037, A.5.
  @Test func ed25519() async throws {
    let token = """
      eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhi\
      jcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
      """
    #expect(try await Self.verified(token, ExampleKeys.ed25519, .edDSA) == "Example of Ed25519 signing")
  }
}
