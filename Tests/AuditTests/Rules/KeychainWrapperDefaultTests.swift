import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeychainWrapperDefaultTests {
  @Test(arguments: [
    """
    import KeychainSwift
    final class Session {
      private let keychain = KeychainSwift()
      func keep(_ token: String) { ⟦keychain.set(token, forKey: "token")⟧ }
    }
    """,
    """
    import SwiftKeychainWrapper
    let saved: Bool = ⟦KeychainWrapper.standard.set(password, forKey: "password")⟧
    """,
    """
    import KeychainAccess
    func keep(_ token: String) throws {
      let keychain = Keychain(service: "tsukimi")
      ⟦keychain["token"] = token⟧
      try ⟦keychain.set(token, key: "token")⟧
    }
    """,
    """
    import SimpleKeychain
    try ⟦SimpleKeychain().set(token, forKey: "token")⟧
    """,
  ])
  func speaks(_ source: String) { expect(KeychainWrapperDefault.self, in: source) }

  @Test(arguments: [
    """
    import KeychainSwift
    KeychainSwift().set(token, forKey: "token", withAccess: .accessibleWhenUnlockedThisDeviceOnly)
    """,
    """
    import SwiftKeychainWrapper
    KeychainWrapper.standard.set(token, forKey: "t", withAccessibility: .whenUnlockedThisDeviceOnly)
    """,
    """
    import KeychainAccess
    let keychain = Keychain(service: "tsukimi").accessibility(.whenUnlockedThisDeviceOnly)
    func keep(_ token: String) { keychain["token"] = token }
    """,
    """
    import SimpleKeychain
    let store = SimpleKeychain(service: "tsukimi", accessibility: .whenUnlockedThisDeviceOnly)
    try store.set(token, forKey: "token")
    """,
    """
    import KeychainAccess
    func forget() { Keychain(service: "tsukimi")["token"] = nil }
    """,
    // An own type of that name.
    """
    let keychain = Keychain(service: "tsukimi")
    keychain["token"] = token
    """,
    """
    import KeychainSwift
    UserDefaults.standard.set(1, forKey: "runs")
    """,
  ])
  func isSilent(_ source: String) { expect(KeychainWrapperDefault.self, in: source) }
}
