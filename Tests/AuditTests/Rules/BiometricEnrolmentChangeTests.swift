import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct BiometricEnrolmentChangeTests {
  @Test(arguments: [
    """
    guard let access = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      ⟦[.biometryAny, .or, .devicePasscode]⟧, nil) else { return }
    """,
    """
    let access = SecAccessControlCreateWithFlags(kCFAllocatorDefault, kSecAttrAccessibleWhenUnlocked, ⟦.touchIDAny⟧, nil)!
    """,
    """
    let flags: SecAccessControlCreateFlags = .biometryAny
    let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, ⟦flags⟧, nil)
    """,
    """
    func unlock() {
      ⟦LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x") { ok, _ in self.open(ok) }⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(BiometricEnrolmentChange.self, in: source) }

  @Test(arguments: [
    """
    let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.biometryCurrentSet, .privateKeyUsage], nil)
    """,
    """
    context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x") { ok, _ in
      guard ok, context.evaluatedPolicyDomainState == saved else { return }
    }
    """,
    """
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x") { ok, _ in self.open(ok) }
    """,
    """
    let names = ["biometryAny"]
    """,
  ])
  func isSilent(_ source: String) { expect(BiometricEnrolmentChange.self, in: source) }
}
