import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PlistSecretWrittenTests {
  @Test(arguments: [
    """
    func save() {
      let values = NSMutableDictionary()
      values.setValue(name, forKey: "user")
      values.setObject(pinField.text!, forKey: "pin" as NSString)
      ⟦values.write(toFile: path, atomically: true)⟧
    }
    """,
    """
    func save(_ key: String) {
      var account = [String: Any]()
      account["apiKey"] = key
      ⟦(account as NSDictionary).write(to: file, atomically: true)⟧
    }
    """,
    """
    func save() throws {
      let account: [String: Any] = ["user": name, "refreshToken": token]
      let data = try ⟦PropertyListSerialization.data(fromPropertyList: account, format: .xml, options: 0)⟧
      try data.write(to: file)
    }
    """,
    """
    struct Account: Codable { var user: String; var password: String }
    func save(_ account: Account) throws {
      let encoder = PropertyListEncoder()
      let data = try ⟦encoder.encode(account)⟧
      try data.write(to: url)
    }
    """,
  ])
  func speaks(_ source: String) { expect(PlistSecretWritten.self, in: source) }

  @Test(arguments: [
    """
    let settings: NSDictionary = ["theme": theme, "hasPassword": true, "passwordLength": 12]
    settings.write(to: file, atomically: true)
    """,
    // Sealed before it is written.
    """
    func save() throws {
      let data = try PropertyListSerialization.data(fromPropertyList: ["password": p], format: .binary, options: 0)
      try AES.GCM.seal(data, using: key).combined!.write(to: file)
    }
    """,
    // A request body is no file.
    """
    func send(_ account: [String: Any]) throws -> Data {
      try PropertyListSerialization.data(fromPropertyList: ["password": p], format: .xml, options: 0)
    }
    """,
    """
    struct Theme: Codable { var name: String }
    func save(_ theme: Theme) throws { try PropertyListEncoder().encode(theme).write(to: url) }
    """,
    "password.write(to: file)",
  ])
  func isSilent(_ source: String) { expect(PlistSecretWritten.self, in: source) }
}
