import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct FileSecretPlaintextTests {
  @Test(arguments: [
    #"""
    func keep(password: String, recoveryCode: String) throws {
      let sheet = "password: \(password)\nrecovery code: \(recoveryCode)\n"
      try ⟦sheet.write(
        to: folder.appendingPathComponent("recovery.txt"),
        atomically: true,
        encoding: .utf8)⟧
    }
    """#,
    """
    let data = Data(privateKey.utf8)
    ⟦FileManager.default.createFile(atPath: path, contents: data, attributes: nil)⟧
    """,
    """
    let handle = FileHandle(forWritingAtPath: path)
    ⟦handle?.write(token.data(using: .utf8)!)⟧
    """,
    """
    class Store: NSObject {
      func save() { try? ⟦JSONEncoder().encode(credentials).write(to: url)⟧ }
    }
    """,
  ])
  func speaks(_ source: String) { expect(FileSecretPlaintext.self, in: source) }

  @Test(arguments: [
    """
    try sealedToken.write(to: file, options: [.atomic, .completeFileProtection])
    """,
    """
    try report.write(to: file, atomically: true, encoding: .utf8)
    """,
    """
    let box = try ChaChaPoly.seal(Data(password.utf8), using: key).combined
    try box.write(to: file)
    """,
    """
    try tokenizer.write(to: &output)
    """,
    """
    socket.write(password, withTimeout: 10, tag: 0)
    """,
  ])
  func isSilent(_ source: String) { expect(FileSecretPlaintext.self, in: source) }
}
