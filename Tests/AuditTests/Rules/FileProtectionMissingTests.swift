import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct FileProtectionMissingTests {
  @Test(arguments: [
    """
    func keepBackup(of sealedJournal: Data) throws {
      try ⟦sealedJournal.write(to: file, options: [.atomic])⟧
    }
    """,
    """
    let box = try AES.GCM.seal(plain, using: key)
    try ⟦box.combined!.write(to: url)⟧
    """,
    """
    ⟦FileManager.default.createFile(atPath: path, contents: encryptedNotes, attributes: nil)⟧
    """,
  ])
  func speaks(_ source: String) { expect(FileProtectionMissing.self, in: source) }

  @Test(arguments: [
    """
    try sealed.write(to: file, options: [.atomic, .completeFileProtection])
    """,
    """
    let options: Data.WritingOptions = [.atomic, .completeFileProtectionUnlessOpen]
    try sealed.write(to: file, options: options)
    """,
    """
    try image.write(to: file, options: .atomic)
    """,
    """
    try sealed.write(to: file)
    try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: file.path)
    """,
    """
    try sealed.write(to: file, options: chosen)
    """,
    """
    func copy(_ data: Data, to target: OutputStream) throws {
      let sealed = try AES.GCM.seal(data, using: key).combined!
      sealed.withUnsafeBytes { _ = target.write($0.baseAddress!, maxLength: sealed.count) }
    }
    """,
  ])
  func isSilent(_ source: String) { expect(FileProtectionMissing.self, in: source) }
}
