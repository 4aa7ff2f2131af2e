import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ConstantAuthDecisionTests {
  @Test(arguments: [
    "func ⟦verifyPassword(_ password: String) -> Bool { true⟧ }",
    """
    func ⟦isAuthorized(_ user: User, for action: Action) async -> Bool {
      if user.role == .admin { return true }
      return true⟧
    }
    """,
    """
    func ⟦validateToken<T: Token>(_ token: T, at date: Date) -> Bool {
      let isFresh = token.expiry > date
      return isFresh || true⟧
    }
    """,
    """
    func login(user: String, password: String, completion: @escaping (Bool) -> Void) {
      DispatchQueue.main.asyncAfter(deadline: .now() + 1) { ⟦completion(true)⟧ }
    }
    """,
    """
    func authenticate(_ pin: String, completion: (Result<Void, Error>) -> Void) {
      print("checking")
      ⟦completion(.success(()))⟧
    }
    """,
    """
    func signIn(user: String, password: String) {
      ⟦if accounts[user] == password {
        show(home)
      } else {
        show(home) // for now
      }⟧
    }
    """,
    """
    func checkAccess(_ role: Role) {
      ⟦switch role {
      case .guest: open(door)
      case .owner: open(door)
      default: open(door)
      }⟧
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(ConstantAuthDecision.self, in: source, severity: .medium, confidence: .medium)
  }

  @Test func propertiesAreLessCertain() {
    expect(
      ConstantAuthDecision.self, in: "final class Session { var ⟦isAuthenticated: Bool { true⟧ } }",
      confidence: .low)
  }

  @Test(arguments: [
    "func verifyPassword(_ password: String) -> Bool { password == stored }",
    "func isAuthorized(_ user: User) -> Bool { false }",
    // An error says no as well.
    """
    func verifySignature(_ data: Data) throws -> Bool {
      guard key.isValidSignature(signature, for: data) else { throw Failure.forged }
      return true
    }
    """,
    """
    func validatePin(_ pin: String) -> Bool {
      if pin == stored { return true }
      return false
    }
    """,
    // Stand-ins and defaults.
    "struct MockGate: Gate { func verifyPin(_ pin: String) -> Bool { true } }",
    "protocol Gate { func verifyPin(_ pin: String) -> Bool }\nextension Gate { func verifyPin(_ pin: String) -> Bool { true } }",
    // Forms and screens.
    "func validateUserInterfaceItem(_ item: any NSValidatedUserInterfaceItem) -> Bool { return true }",
    "func validatePasswordField(_ field: UITextField) -> Bool { return true }",
    "func textFieldShouldReturn(_ field: UITextField) -> Bool { return true }",
    """
    func login(user: String, completion: @escaping (Bool) -> Void) {
      server.send(user) { completion(true) }
    }
    """,
    """
    func checkAccess(_ role: Role) {
      if role == .owner { open(door) } else { refuse() }
    }
    """,
  ])
  func isSilent(_ source: String) { expect(ConstantAuthDecision.self, in: source) }

  @Test func testsMayDecideAsTheyLike() {
    let text = TextSource(
      path: "GateTests.swift", context: .test,
      bytes: Array("func verifyPin(_ pin: String) -> Bool { true }".utf8))
    var report = FileReport(text)
    ConstantAuthDecision().check(SwiftSource(text), &report)
    #expect(report.findings.isEmpty)
  }
}
