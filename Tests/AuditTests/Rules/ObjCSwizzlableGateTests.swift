import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ObjCSwizzlableGateTests {
  @Test(arguments: [
    "final class Gate: NSObject { ⟦@objc dynamic func isJailbroken⟧() -> Bool { count > 2 } }",
    "class Gate: NSObject { ⟦dynamic func verifyPin⟧(_ pin: String) -> Bool { digest(pin) == stored } }",
    "class Shop: NSObject { ⟦@objc var isPremium⟧: Bool { receipt != nil } }",
    "class Gate: NSObject {\n  ⟦@objc\n  public func isAuthenticated⟧() -> Bool { return session != nil }\n}",
  ])
  func speaks(_ source: String) {
    expect(ObjCSwizzlableGate.self, in: source, severity: .low, confidence: .medium)
  }

  @Test(arguments: [
    "final class Gate { private func isJailbroken() -> Bool { count > 2 } }",
    "class Gate: NSObject { @objc func retry() -> Bool { true } }",
    "class Gate: NSObject { @objc func authenticate() { start() } }",
    "class Cell: NSObject { @objc dynamic var isSelected: Bool { state == 1 } }",
    "class Gate: NSObject { @IBAction func login(_ sender: Any) {} }",
  ])
  func isSilent(_ source: String) { expect(ObjCSwizzlableGate.self, in: source) }
}
