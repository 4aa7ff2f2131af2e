import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct LogoutIncompleteTests {
  @Test(arguments: [
    """
    ⟦func signOut() {
      AppSettings.shared.isLoggedIn = false
      isSignedIn = false
    }⟧
    """,
    """
    ⟦@IBAction func logoutTapped(_ sender: UIButton) {
      UserDefaults.standard.set(false, forKey: "isLoggedIn")
      UserDefaults.standard.synchronize()
      self.navigationController?.popToRootViewController(animated: true)
    }⟧
    """,
    """
    ⟦func logOut() {
      DispatchQueue.main.async { self.isAuthenticated = false }
    }⟧
    """,
    // Errors of removal are swallowed.
    """
    func logout() async {
      await api.revoke()
      ⟦try? keychain.removeAll()⟧
      isSignedIn = false
    }
    """,
    """
    func signOut() {
      _ = ⟦try? self.tokenStore.delete("refresh")⟧
      ⟦try? KeychainStore.shared.remove(.session)⟧
    }
    """,
  ])
  func speaks(_ source: String) {
    expect(LogoutIncomplete.self, in: source, severity: .low, confidence: .low)
  }

  @Test(arguments: [
    """
    func signOut() throws {
      try keychain.removeAll()
      HTTPCookieStorage.shared.removeCookies(since: .distantPast)
      URLCache.shared.removeAllCachedResponses()
      isSignedIn = false
    }
    """,
    // Somebody else does it.
    """
    func signOut() {
      session.end()
      isSignedIn = false
    }
    """,
    """
    func logout(completion: @escaping () -> Void) {
      api.logout { self.isLoggedIn = false; completion() }
    }
    """,
    """
    func logOut() {
      SecItemDelete(query as CFDictionary)
      UserDefaults.standard.set(false, forKey: "isLoggedIn")
    }
    """,
    // The setter may remove what is stored.
    """
    func logout() {
      self.token = nil
      isLoggedIn = false
    }
    """,
    // No sign-out.
    """
    func lock() { isAuthenticated = false }
    func signOutButton() -> some View { Button("Sign out") { isPresented = false } }
    """,
    // Errors are dealt with, or do not matter.
    """
    func signOut() {
      do { try keychain.delete("token") } catch { report(error) }
      try? FileManager.default.removeItem(at: thumbnails)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(LogoutIncomplete.self, in: source) }

  @Test func aSecretThatIsKeptStays() {
    expect(
      LogoutIncomplete.self,
      in: """
        final class Account {
          private let store = SecretStore()
          func signIn(password: String) throws { try store.save(password, name: "login") }
          ⟦func signOut() {
            isUnlocked = false
            UserDefaults.standard.removeObject(forKey: "session")
          }⟧
        }
        """, confidence: .low)
  }

  @Test(arguments: [
    "store.removeAll()", "clear()", "session.end()", "token = nil", "wipe(store)",
  ])
  func somethingThatMayRemoveItIsEnough(_ line: String) {
    expect(
      LogoutIncomplete.self,
      in: """
        final class Account {
          private let store = SecretStore()
          func signIn(password: String) throws { try store.save(password, name: "login") }
          func signOut() {
            isUnlocked = false
            \(line)
          }
        }
        """)
  }

  @Test(arguments: ["let store = PhotoStore()", "let store = SecretStore()\nfunc other() {}"])
  func storesOfOtherThingsDoNotCount(_ member: String) {
    let value = member.contains("Photo") ? "password" : "picture"
    expect(
      LogoutIncomplete.self,
      in: """
        final class Account {
          \(member)
          func signIn(password: String) throws { try store.save(\(value), name: "login") }
          func signOut() { isUnlocked = false }
        }
        """)
  }
}
