import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct FileProtectionNoneTests {
  @Test(arguments: [
    """
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.protectionKey: ⟦FileProtectionType.none⟧])
    """,
    """
    try receipt.write(to: file, options: [.atomic, ⟦.noFileProtection⟧])
    """,
    """
    let options: Data.WritingOptions = ⟦.noFileProtection⟧
    try data.write(to: file, options: options)
    """,
    """
    switch level {
    case .open: try data.write(to: file, options: ⟦.noFileProtection⟧)
    default: break
    }
    """,
    """
    try FileManager.default.setAttributes([FileAttributeKey.protectionKey: ⟦FileProtectionType.none⟧], ofItemAtPath: path)
    sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | ⟦SQLITE_OPEN_FILEPROTECTION_NONE⟧, nil)
    """,
  ])
  func speaks(_ source: String) { expect(FileProtectionNone.self, in: source) }

  @Test(arguments: [
    """
    try data.write(to: file, options: [.atomic, .completeFileProtection])
    """,
    """
    let attributes: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.complete]
    """,
    """
    if protection == FileProtectionType.none { try raise(file) }
    """,
    """
    let option: Data.WritingOptions? = switch wanted {
    case .open: .noFileProtection
    case .closed: .completeFileProtection
    }
    """,
    """
    func option(for wanted: Level) -> Data.WritingOptions {
      switch wanted {
      case .open: return .noFileProtection
      case .closed: return .completeFileProtection
      }
    }
    """,
    """
    configuration.selectionStyle = .none
    let display = Display.none
    """,
  ])
  func isSilent(_ source: String) { expect(FileProtectionNone.self, in: source) }

  @Test(arguments: [("None", true), ("Complete", false)])
  func entitlement(_ level: String, speaks: Bool) throws {
    let file = """
      <?xml version="1.0"?>
      <plist version="1.0"><dict>
      <key>com.apple.developer.default-data-protection</key>
      <string>NSFileProtection\(level)</string>
      </dict></plist>
      """
    let text = TextSource(path: "App.entitlements", bytes: Array(file.utf8))
    var report = FileReport(text)
    FileProtectionNone().check(try PropertyListSource(text, kind: .entitlements), &report)
    #expect(report.findings.map(\.region.startLine) == (speaks ? [3] : []))
    #expect(report.evidence.count == (speaks ? 0 : 1))
  }
}
