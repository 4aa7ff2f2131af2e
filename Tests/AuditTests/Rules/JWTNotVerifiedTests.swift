import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct JWTNotVerifiedTests {
  @Test(arguments: [
    """
    static func claims(of token: String) -> [String: Any]? {
      let segments = ⟦token.split(separator: ".")⟧
      guard let data = Data(base64Encoded: String(segments[1])) else { return nil }
      return try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    }
    """,
    """
    func user(idToken: String!) -> User? {
      let payload = ⟦idToken.components(separatedBy: ".")⟧[1]
      return try? JSONDecoder().decode(User.self, from: base64UrlDecode(payload))
    }
    """,
    """
    let claims = try JWT.decode(token, algorithm: ⟦.none⟧)
    let other = try JWT.decode(token, algorithm: .hs256(secret), verify: ⟦false⟧)
    """,
    """
    func read(_ jwt: String) -> Claims? {
      let parts = ⟦jwt.split(separator: ".", omittingEmptySubsequences: false)⟧
      _ = key.isValidSignature(signature, for: body)
      return decodeBase64(parts[1])
    }
    """,
  ])
  func speaks(_ source: String) { expect(JWTNotVerified.self, in: source) }

  @Test(arguments: [
    """
    func claims(_ token: String) throws -> Claims {
      let parts = token.split(separator: ".")
      guard SecKeyVerifySignature(key, .ecdsaSignatureMessageX962SHA256, body, signature, nil) else { throw Bad.token }
      return try JSONDecoder().decode(Claims.self, from: Data(base64Encoded: String(parts[1]))!)
    }
    """,
    """
    func expiry(of token: String) -> Date? {
      let parts = token.split(separator: ".")
      return Data(base64Encoded: String(parts[1])).flatMap(date)
    }
    """,
    """
    let version = name.split(separator: ".").map(String.init)
    """,
    """
    func isWellFormed(_ token: String) -> Bool { token.split(separator: ".").count == 3 }
    """,
    """
    func ends(_ token: String) -> Date? {
      let data = Data(base64Encoded: token.components(separatedBy: ".")[1])
      return json(data)["exp"].map(Date.init)
    }
    """,
    """
    import SwiftJWT
    func claims(_ text: String) throws -> Claims {
      guard case .success = checker.verify(text, against: keys) else { throw Failure.forged }
      return try JWT<Claims>(jwtString: text).claims
    }
    """,
  ])
  func isSilent(_ source: String) { expect(JWTNotVerified.self, in: source) }
}
