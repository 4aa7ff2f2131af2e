import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct BiometricNotBoundTests {
  @Test(arguments: [
    """
    final class Gate {
      func unlock(_ done: @escaping (Bool) -> Void) {
        let context = LAContext()
        ⟦context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "…") { success, _ in
          DispatchQueue.main.async { if success { Session.shared.isUnlocked = true } }
        }⟧
      }
    }
    """,
    """
    func pay() async throws {
      let allowed = try await ⟦LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Pay")⟧
      if allowed { try await wallet.send() }
    }
    """,
    """
    class LockViewController: UIViewController {
      override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        ⟦LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x", reply: { (ok, error) in
          if ok { self.performSegue(withIdentifier: "vault", sender: nil) }
        })⟧
      }
    }
    """,
    """
    func token() async -> String? {
      guard (try? await ⟦context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x")⟧) == true else { return nil }
      return UserDefaults.standard.string(forKey: "t")
    }
    """,
  ])
  func speaks(_ source: String) { expect(BiometricNotBound.self, in: source) }

  @Test(arguments: [
    """
    func key(_ context: LAContext) async throws -> Data? {
      guard try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x") else { return nil }
      query[kSecUseAuthenticationContext as String] = context
      return read(query)
    }
    """,
    """
    func enableFaceID() {
      LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x") { success, _ in
        self.toggle.isOn = success
      }
    }
    """,
    """
    var available: Bool { LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) }
    """,
    """
    func eraseEverything() async throws {
      if try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Erase") { store.erase() }
    }
    """,
    """
    let key = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: data, authenticationContext: context)
    context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "Sign") { ok, _ in if ok { sign() } }
    """,
  ])
  func isSilent(_ source: String) { expect(BiometricNotBound.self, in: source) }

  @Test func notesTheUse() {
    let text = TextSource(
      path: "App.swift",
      bytes: Array(
        """
        query[kSecUseAuthenticationContext as String] = context
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x") { _, _ in }
        """.utf8))
    var report = FileReport(text)
    BiometricNotBound().check(SwiftSource(text), &report)
    #expect(report.evidence.map(\.kind) == [.localAuthenticationBound, .localAuthentication])
  }

  private static let keychain = """
    let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryCurrentSet, nil)
    func read(_ context: LAContext) { query[kSecUseAuthenticationContext as String] = context }
    """

  @Test func aContextThatReachesAnItemInAnotherFileIsBound() async throws {
    let asking = """
      func logIn() async throws {
        guard try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "x") else { return }
        try session.start(with: secrets.passphrase(context: context))
      }
      """
    let marked = asking.replacing("context.evaluatePolicy(", with: "⟦context.evaluatePolicy(")
      .replacing("\"x\")", with: "\"x\")⟧")
    try await expect(
      BiometricNotBound.self, across: ["Keychain.swift": Self.keychain, "LogIn.swift": asking])
    try await expect(BiometricNotBound.self, across: ["LogIn.swift": marked])
  }

  @Test func aContextThatGoesNowhereIsNotBound() async throws {
    try await expect(
      BiometricNotBound.self,
      across: [
        "Keychain.swift": Self.keychain,
        "Lock.swift": """
        func unlock() {
          let context = LAContext()
          ⟦context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x") { ok, _ in if ok { self.open() } }⟧
        }
        """,
      ], severity: .info)
  }

  @Test(arguments: [
    """
    extension LAContext {
      func evaluatePolicy(_ policy: LAPolicy, reason: String) -> Promise<Void> {
        Promise { done, failed in
          self.evaluatePolicy(policy, localizedReason: reason) { ok, _ in if ok { done(()) } else { failed(E()) } }
        }
      }
    }
    """,
    """
    extension AppPermission {
      static let faceID = AppPermission(request: { reason in
        try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason)
      })
    }
    """,
  ])
  func wrappersAndPermissionsAreSilent(_ source: String) { expect(BiometricNotBound.self, in: source) }

  @Test func aWalletIsWorthMore() {
    expect(
      BiometricNotBound.self,
      in: """
        struct WalletView { func unlock() {
          ⟦LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "x") { ok, _ in if ok { self.open() } }⟧
        } }
        """, severity: .medium)
  }
}
