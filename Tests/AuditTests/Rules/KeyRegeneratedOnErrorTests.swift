import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeyRegeneratedOnErrorTests {
  @Test(arguments: [
    """
    func journalKey() -> SymmetricKey {
      if let data = try? ⟦store.load("journalKey")⟧ {
        return SymmetricKey(data: data)
      }
      let key = SymmetricKey(size: .bits256)
      _ = store.saveJournalKey(key.withUnsafeBytes { Data($0) })
      return key
    }
    """,
    """
    func identity() throws -> Curve25519.Signing.PrivateKey {
      do {
        return try ⟦keychain.readKey("identity")⟧
      } catch {
        let key = Curve25519.Signing.PrivateKey()
        try keychain.store(key)
        return key
      }
    }
    """,
    """
    class Keys {
      static func shared() -> SymmetricKey {
        let key = (try? ⟦Keychain.getKey(tag)⟧) ?? SymmetricKey(size: .bits256)
        Keychain.set(key, tag)
        return key
      }
    }
    """,
  ])
  func speaks(_ source: String) { expect(KeyRegeneratedOnError.self, in: source) }

  @Test(arguments: [
    """
    func journalKey() throws -> SymmetricKey {
      if let data = try store.load("journalKey") { return SymmetricKey(data: data) }
      let key = SymmetricKey(size: .bits256)
      try store.save(key.bytes)
      return key
    }
    """,
    """
    func key() throws -> Data {
      do {
        return try store.load()
      } catch KeychainError.status(errSecItemNotFound) {
        let key = SymmetricKey(size: .bits256)
        try store.save(key)
        return key.bytes
      }
    }
    """,
    """
    func fresh() -> SymmetricKey {
      let settings = try? loader.load("settings")
      return SymmetricKey(size: .bits256)
    }
    """,
    """
    func key() throws -> Data {
      do { return try store.load() } catch {
        guard isMissing(error) else { throw error }
        let key = SymmetricKey(size: .bits256)
        try store.save(key)
        return key.bytes
      }
    }
    """,
  ])
  func isSilent(_ source: String) { expect(KeyRegeneratedOnError.self, in: source) }
}
