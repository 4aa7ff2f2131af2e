import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct BiometricPasscodeFallbackTests {
  @Test(arguments: [
    """
    let access = SecAccessControlCreateWithFlags(
      nil,
      kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      ⟦[.biometryCurrentSet, .or, .devicePasscode]⟧,
      nil)
    """,
    """
    var error: Unmanaged<CFError>?
    let access = SecAccessControlCreateWithFlags(kCFAllocatorDefault, kSecAttrAccessibleWhenUnlocked, ⟦SecAccessControlCreateFlags.userPresence⟧, &error)
    """,
    """
    var flags: SecAccessControlCreateFlags = [.privateKeyUsage]
    flags.insert(.userPresence)
    let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, ⟦flags⟧, nil)
    """,
    """
    func confirmPayment() async throws {
      guard try await LAContext().evaluatePolicy(⟦.deviceOwnerAuthentication⟧, localizedReason: "Pay") else { return }
    }
    """,
    """
    let keychain = Keychain(service: "x").accessibility(.whenPasscodeSetThisDeviceOnly, authenticationPolicy: ⟦[.userPresence]⟧)
    """,
  ])
  func speaks(_ source: String) { expect(BiometricPasscodeFallback.self, in: source) }

  @Test(arguments: [
    """
    let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.privateKeyUsage, .biometryCurrentSet], nil)
    """,
    """
    func unlock() { context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x") { _, _ in } }
    """,
    """
    func pay() { context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x") { _, _ in } }
    """,
    """
    let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, nil)
    """,
    """
    func pay() { context.evaluatePolicy(.deviceOwnerAuthenticationWithWatch, localizedReason: "x") { _, _ in } }
    """,
  ])
  func isSilent(_ source: String) { expect(BiometricPasscodeFallback.self, in: source) }
}
