import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct JWTClaimsIncompleteTests {
  @Test(arguments: [
    """
    struct Session: JWTPayload {
      var sub: SubjectClaim
      func ⟦verify⟧(using algorithm: some JWTAlgorithm) async throws {}
    }
    """,
    """
    final class Session: JWTKit.JWTPayload {
      var aud: AudienceClaim
      func ⟦verify⟧(using signer: JWTSigner) throws { try aud.verifyIntendedAudience(includes: "app") }
    }
    """,
    #"""
    func claims(of token: String, _ key: P256.Signing.PublicKey) throws -> [String: Any]? {
      let parts = token.split(separator: ".")
      guard ⟦key.isValidSignature(try signature(parts[2]), for: Data("\(parts[0]).\(parts[1])".utf8))⟧ else { return nil }
      return try JSONSerialization.jsonObject(with: body(parts[1])) as? [String: Any]
    }
    """#,
    // Counted from now on each time.
    "struct Tokens { let expiresIn: Double\n var isExpired: Bool { ⟦Date() > Date().addingTimeInterval(expiresIn)⟧ } }",
    """
    func mayUse(_ tokens: Tokens) -> Bool {
      let end = Date(timeIntervalSinceNow: tokens.expires_in)
      return ⟦end > Date()⟧
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(JWTClaimsIncomplete.self, in: source, severity: .medium, confidence: .medium)
  }

  @Test func anAudienceAloneIsLessCertain() {
    expect(
      JWTClaimsIncomplete.self,
      in: """
        func claims(of token: String) throws -> Claims? {
          let parts = token.components(separatedBy: ".")
          guard ⟦SecKeyVerifySignature(key, algorithm, message(parts), signature(parts), nil)⟧ else { return nil }
          let claims = try JSONDecoder().decode(Claims.self, from: body(parts[1]))
          return claims.expiry > Date() ? claims : nil
        }
        """, confidence: .low)
  }

  @Test(arguments: [
    """
    struct Session: JWTPayload {
      var exp: ExpirationClaim
      func verify(using signer: JWTSigner) throws { try exp.verifyNotExpired() }
    }
    """,
    """
    func claims(of token: String, _ key: P256.Signing.PublicKey) throws -> [String: Any]? {
      let parts = token.split(separator: ".")
      guard key.isValidSignature(try signature(parts[2]), for: message(parts)) else { return nil }
      let claims = try JSONSerialization.jsonObject(with: body(parts[1])) as? [String: Any]
      guard claims?["iss"] as? String == host, claims?["aud"] as? String == id, isFresh(claims?["exp"]) else { return nil }
      return claims
    }
    """,
    // A signature of something that is no token.
    "func verify(_ data: Data) -> Bool { key.isValidSignature(signature, for: data) }",
    "struct Tokens { let expiry: Date\n var isExpired: Bool { Date() > expiry } }",
    "func save(_ r: Reply) { expiry = Date().addingTimeInterval(r.expiresIn) }",
    "func isSoon(_ date: Date) -> Bool { date < Date().addingTimeInterval(60) }",
  ])
  func isSilent(_ source: String) { expect(JWTClaimsIncomplete.self, in: source) }
}
