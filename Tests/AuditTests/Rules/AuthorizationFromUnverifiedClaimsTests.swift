import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AuthorizationFromUnverifiedClaimsTests {
  @Test(arguments: [
    """
    func finish(token: String) {
      if let claims = SessionToken.claims(of: token) {
        name = claims["name"] as? String ?? ""
        role = ⟦claims["role"]⟧ as? String ?? "guest"
      }
    }
    """,
    """
    func isOrganiser(_ token: String) -> Bool {
      ⟦claims(of: token)?["role"]⟧ as? String == "organiser"
    }
    """,
    """
    func open(_ jwt: String) {
      let payload = decode(jwt: jwt)
      if let isAdmin = ⟦payload["is_admin"]⟧ as? Bool, isAdmin { showAdmin() }
    }
    """,
    """
    func may(_ token: String) -> Bool {
      let body = token.components(separatedBy: ".")[1]
      guard let data = Data(base64Encoded: body),
        let claims = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
      else { return false }
      let permissions = ⟦claims["permissions"]⟧ as? [String] ?? []
      return permissions.contains("delete")
    }
    """,
    """
    func route(_ token: String) {
      let claims = try? decodeClaims(token: token)
      switch ⟦claims?["role"]⟧ as? String {
      case "admin": openAdmin()
      default: break
      }
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(AuthorizationFromUnverifiedClaims.self, in: source, confidence: .medium)
  }

  @Test func claimsOfUnknownOriginAreDoubtful() {
    expect(
      AuthorizationFromUnverifiedClaims.self,
      in: """
        func apply(claims: [String: Any]) { self.isAdmin = ⟦claims["admin"]⟧ as? Bool ?? false }
        """, confidence: .low)
  }

  @Test(arguments: [
    // For display.
    """
    func show(_ token: String) {
      let claims = SessionToken.claims(of: token)
      roleLabel.text = claims?["role"] as? String
      if let role = claims?["role"] as? String { badge.title = role }
    }
    """,
    // Verified.
    """
    func apply(_ token: String) throws {
      let claims = try verifier.verify(token)
      role = claims["role"] as? String
    }
    """,
    """
    func apply(_ token: String) {
      role = verifiedClaims(of: token)["role"] as? String
    }
    """,
    """
    func may(_ token: String) -> Bool {
      guard key.isValidSignature(signature, for: signed) else { return false }
      let claims = decodeClaims(token: token)
      return claims["role"] as? String == "admin"
    }
    """,
    // Not about rights.
    """
    func isFresh(_ token: String) -> Bool {
      let claims = decodeClaims(token: token)
      return claims["iss"] as? String == "https://id.tsukimi.example"
    }
    """,
    // Roles of another kind.
    """
    func add(payload: [String: Any]) {
      if payload["role"] as? String == "assistant" { append(payload) }
    }
    """,
    """
    if user["role"] as? String == "admin" { showAdmin() }
    """,
  ])
  func isSilent(_ source: String) { expect(AuthorizationFromUnverifiedClaims.self, in: source) }
}
