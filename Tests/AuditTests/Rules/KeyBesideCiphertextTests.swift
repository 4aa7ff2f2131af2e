import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct KeyBesideCiphertextTests {
  @Test(arguments: [
    """
    func save(_ note: Data) throws {
      let keyData = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
      let box = try AES.GCM.seal(note, using: SymmetricKey(data: keyData))
      UserDefaults.standard.set(box.combined, forKey: "note")
      ⟦UserDefaults.standard.set(keyData, forKey: "k")⟧
    }
    """,
    """
    func save(_ note: Data, encryptionKey: Data) throws {
      let sealed = try ChaChaPoly.seal(note, using: SymmetricKey(data: encryptionKey)).combined
      try sealed.write(to: folder.appendingPathComponent("note"))
      try ⟦encryptionKey.write(to: folder.appendingPathComponent("note.key"))⟧
    }
    """,
    """
    func export(_ text: Data, password: String) throws {
      try cipher.seal(text, password: password).write(to: folder.appending(path: "diary.sealed"))
      try ⟦Data(password.utf8).write(to: folder.appending(path: "diary.password"))⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(KeyBesideCiphertext.self, in: source) }

  @Test(arguments: [
    """
    func save(_ note: Data) throws {
      let sealed = try AES.GCM.seal(note, using: key).combined
      UserDefaults.standard.set(sealed, forKey: "note")
      try keychain.set(keyData, for: "note")
    }
    """,
    // The key is wrapped.
    """
    func save(_ note: Data) throws {
      let sealed = try AES.GCM.seal(note, using: key).combined!
      let wrappedKey = try AES.KeyWrap.wrap(key, using: master)
      try sealed.write(to: file)
      try wrappedKey.write(to: keyFile)
    }
    """,
    // A public key may lie anywhere.
    """
    func save(_ note: Data) throws {
      let sealed = try AES.GCM.seal(note, using: key).combined!
      try sealed.write(to: file)
      try publicKey.write(to: keyFile)
    }
    """,
    "UserDefaults.standard.set(primaryKey, forKey: \"row\")",
    // Two different places.
    """
    func save(_ note: Data, encryptionKey: Data) throws {
      try AES.GCM.seal(note, using: SymmetricKey(data: encryptionKey)).combined!.write(to: file)
      UserDefaults.standard.set(encryptionKey, forKey: "k")
    }
    """,
  ])
  func isSilent(_ source: String) { expect(KeyBesideCiphertext.self, in: source) }
}
