import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct AppGroupSecretTests {
  @Test(arguments: [
    """
    final class Shared {
      let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.tsukimi")!
      func put(_ sessionToken: Data) throws {
        let file = folder.appendingPathComponent("s")
        try ⟦sessionToken.write(to: file)⟧
      }
    }
    """,
    """
    var cloud: URL? { FileManager.default.url(forUbiquityContainerIdentifier: nil) }
    func back(up privateKey: Data) throws { try ⟦privateKey.write(to: cloud!.appendingPathComponent("k"))⟧ }
    """,
    """
    let shared = UserDefaults(suiteName: "group.example.tsukimi")!
    func put(_ password: String) { ⟦shared.set(password, forKey: "password")⟧ }
    """,
  ])
  func speaks(_ source: String) { expect(AppGroupSecret.self, in: source) }

  @Test(arguments: [
    // A value without meaning.
    """
    let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.tsukimi")!
    func put(_ widget: Data) throws { try widget.write(to: folder.appendingPathComponent("w")) }
    """,
    // Elsewhere in the container of the app alone.
    """
    let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.tsukimi")!
    func put(_ token: Data) throws { try token.write(to: documents.appendingPathComponent("t")) }
    """,
    // Sealed.
    """
    let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.tsukimi")!
    func put(_ token: Data) throws {
      let sealedToken = try AES.GCM.seal(token, using: key).combined!
      try sealedToken.write(to: folder.appendingPathComponent("t"))
    }
    """,
    """
    let own = UserDefaults(suiteName: "example.tsukimi.settings")!
    func put(_ password: String) { own.set(password, forKey: "password") }
    """,
    "UserDefaults(suiteName: \"group.tsukimi\")!.set(true, forKey: \"hasToken\")",
  ])
  func isSilent(_ source: String) { expect(AppGroupSecret.self, in: source) }
}
