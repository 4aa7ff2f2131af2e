import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TempFileSensitiveTests {
  @Test(arguments: [
    """
    func share(_ passport: Data) throws {
      let path = NSTemporaryDirectory() + "scan.jpg"
      try ⟦passport.write(to: URL(fileURLWithPath: path))⟧
      present(path)
    }
    """,
    """
    let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    func keep(_ accessToken: String) throws {
      try ⟦accessToken.write(to: folder.appendingPathComponent("t"), atomically: true, encoding: .utf8)⟧
    }
    """,
    """
    func export(_ data: Data) -> Bool {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("medical-report.pdf")
      return ⟦FileManager.default.createFile(atPath: file.path, contents: data)⟧
    }
    """,
    """
    func backup() throws {
      let secrets = ["recoveryCode": code, "token": token]
      let archive = try NSKeyedArchiver.archivedData(withRootObject: secrets, requiringSecureCoding: true)
      try ⟦archive.write(to: URL(fileURLWithPath: NSTemporaryDirectory() + "backup.archive"))⟧
    }
    """,
    // Protected, but it stays there.
    """
    func export(_ invoice: Data) throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("a.pdf")
      try ⟦invoice.write(to: file, options: .completeFileProtection)⟧
    }
    """,
  ])
  func speaks(_ source: String) { expect(TempFileSensitive.self, in: source, confidence: .medium) }

  @Test(arguments: [
    """
    func share(_ passport: Data) throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: file) }
      try passport.write(to: file, options: .completeFileProtection)
    }
    """,
    """
    func cache(_ thumbnail: Data) throws {
      try thumbnail.write(to: FileManager.default.temporaryDirectory.appendingPathComponent("t.png"))
    }
    """,
    """
    func keep(_ sealedStatement: Data) throws {
      try sealedStatement.write(to: FileManager.default.temporaryDirectory.appendingPathComponent("s"))
    }
    """,
    "func save(_ invoice: Data) throws { try invoice.write(to: documents.appendingPathComponent(\"invoice.pdf\")) }",
  ])
  func isSilent(_ source: String) { expect(TempFileSensitive.self, in: source) }
}
