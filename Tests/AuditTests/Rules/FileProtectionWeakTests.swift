import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct FileProtectionWeakTests {
  @Test(arguments: [
    "try token.data(using: .utf8)!.write(to: file, options: ⟦.completeFileProtectionUnlessOpen⟧)",
    """
    func keep(_ note: Data) throws {
      let sealed = try AES.GCM.seal(note, using: key).combined!
      let options: Data.WritingOptions = [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
      try sealed.write(to: file, options: ⟦options⟧)
    }
    """,
    """
    FileManager.default.createFile(
      atPath: path, contents: privateKey,
      attributes: ⟦[.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]⟧)
    """,
    """
    try FileManager.default.setAttributes(
      ⟦[.protectionKey: FileProtectionType.completeUnlessOpen]⟧, ofItemAtPath: tokenFile.path)
    """,
  ])
  func speaks(_ source: String) { expect(FileProtectionWeak.self, in: source, confidence: .medium) }

  @Test func backgroundWorkIsLessCertain() {
    expect(
      FileProtectionWeak.self,
      in: """
        func keepForUpload() throws {
          try sealedSession.write(to: file, options: ⟦.completeFileProtectionUntilFirstUserAuthentication⟧)
        }
        """, confidence: .low)
  }

  @Test(arguments: [
    "try sealedNote.write(to: file, options: .completeFileProtection)",
    "try thumbnail.write(to: file, options: .completeFileProtectionUntilFirstUserAuthentication)",
    "try sealedNote.write(to: file)",
    "if options.contains(.completeFileProtectionUnlessOpen) { print(1) }",
    """
    try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: tokenFile.path)
    """,
  ])
  func isSilent(_ source: String) { expect(FileProtectionWeak.self, in: source) }
}
