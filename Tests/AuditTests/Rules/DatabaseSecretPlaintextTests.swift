import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DatabaseSecretPlaintextTests {
  @Test(arguments: [
    """
    import CoreData
    func add(nickname: String, bankAccountNumber: String, transferPin: String) {
      let friend = NSEntityDescription.insertNewObject(forEntityName: "Friend", into: context)
      friend.setValue(nickname, forKey: "nickname")
      ⟦friend.setValue(bankAccountNumber, forKey: "accountNumber")⟧
      ⟦friend.setValue(transferPin, forKey: "pin")⟧
    }
    """,
    """
    class Account: NSManagedObject {
      @NSManaged var ⟦password: String?⟧
      @NSManaged var name: String
    }
    """,
    """
    @Model final class Login {
      var site: String
      var ⟦accessToken: String⟧
      init(site: String, accessToken: String) { (self.site, self.accessToken) = (site, accessToken) }
    }
    """,
    """
    import RealmSwift
    class User: Object {
      @Persisted var ⟦password: String⟧
      @Persisted var age: Int
    }
    """,
    """
    sqlite3_exec(database, "CREATE TABLE IF NOT EXISTS wallet (friend TEXT, ⟦password⟧ TEXT)", nil, nil, nil)
    let sql = "INSERT INTO wallet (friend, ⟦card_number⟧) VALUES (?, ?)"
    """,
    """
    import GRDB
    try db.create(table: "login") { t in ⟦t.column("password", .text)⟧ }
    """,
  ])
  func speaks(_ source: String) { expect(DatabaseSecretPlaintext.self, in: source) }

  @Test func anEntityIsNamedOnce() {
    expect(
      DatabaseSecretPlaintext.self,
      in: """
        class Authentication: NSManagedObject {
          @NSManaged var appAccessToken: String
          @NSManaged var ⟦userAccessToken: String⟧
          @NSManaged var clientSecret: String
        }
        """, severity: .medium, confidence: .medium)
  }

  @Test func aWrappedFileAndAConfigurationAreDoubtful() {
    expect(
      DatabaseSecretPlaintext.self,
      in: """
        import GRDB
        try db.create(table: "vaults") { t in
          ⟦t.column("masterkeyFileData", .text)⟧
          t.column("vaultConfigToken", .text)
        }
        """, confidence: .low)
  }

  @Test(arguments: [
    """
    import CoreData
    friend.setValue(sealedDetails, forKey: "sealedDetails")
    object.setValue(nickname, forKey: "nickname")
    """,
    """
    let schema = "CREATE TABLE entry (id INTEGER PRIMARY KEY, sealed BLOB NOT NULL, password_hash TEXT)"
    """,
    """
    let query = "SELECT password FROM login WHERE id = ?"
    """,
    """
    import RealmSwift
    class User: Object { @Persisted var password: String }
    let realm = try Realm(configuration: Realm.Configuration(encryptionKey: key))
    """,
    """
    struct Form { var password: String }
    """,
    """
    let help = "To create table tennis matches insert into the form (password needed)"
    """,
  ])
  func isSilent(_ source: String) { expect(DatabaseSecretPlaintext.self, in: source) }
}
