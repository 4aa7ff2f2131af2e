import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ArchiveSecretTests {
  @Test(arguments: [
    """
    class Account: NSObject, NSCoding { var password: String = "" }
    func keep(_ account: Account) { ⟦NSKeyedArchiver.archiveRootObject(account, toFile: path)⟧ }
    """,
    """
    func keep(_ credentials: Credentials) throws {
      let data = try NSKeyedArchiver.archivedData(withRootObject: credentials, requiringSecureCoding: true)
      try ⟦data.write(to: file)⟧
    }
    """,
    """
    struct Session: Codable {
      let user: String
      let refreshToken: String?
    }
    final class Store {
      func keep(_ session: Session) {
        let encoder = JSONEncoder()
        guard let data = try? encoder.encode(session) else { return }
        ⟦UserDefaults.standard.set(data, forKey: "state")⟧
      }
    }
    """,
    """
    struct Wallet: Encodable { let mnemonic: String }
    func keep() throws { try ⟦JSONEncoder().encode(Wallet(mnemonic: words)).write(to: file)⟧ }
    """,
  ])
  func speaks(_ source: String) { expect(ArchiveSecret.self, in: source) }

  @Test(arguments: [
    """
    struct Theme: Codable { let name: String; let colour: String }
    func keep(_ theme: Theme) throws { try JSONEncoder().encode(theme).write(to: file) }
    """,
    // The body of a request.
    """
    struct Login: Encodable { let user: String; let password: String }
    func send(_ login: Login) throws { request.httpBody = try JSONEncoder().encode(login) }
    """,
    // Sealed.
    """
    struct Session: Codable { let token: String }
    func keep(_ session: Session) throws {
      let data = try JSONEncoder().encode(session)
      try AES.GCM.seal(data, using: key).combined!.write(to: file)
    }
    """,
    // The Keychain.
    """
    struct Session: Codable { let token: String }
    func keep(_ session: Session) throws {
      let data = try JSONEncoder().encode(session)
      try keychain.set(data, for: "session")
    }
    """,
    """
    struct Field: Codable { let passwordLabel: String; let tokenCount: Int }
    func keep(_ field: Field) throws { try JSONEncoder().encode(field).write(to: file) }
    """,
  ])
  func isSilent(_ source: String) { expect(ArchiveSecret.self, in: source) }
}
