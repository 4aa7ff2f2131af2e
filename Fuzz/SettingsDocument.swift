import OmamoriCore
@testable import OmamoriReport
@testable import AuditEngine

/// Reading settings, pages and keys of any form never crashes, and gives places that lie in the text.
func fuzzSettingsDocument(_ bytes: [UInt8]) {
  for format in SettingsDocument.Format.allCases {
    let entries = SettingsDocument(bytes, format: format).entries
    expect(entries == SettingsDocument(bytes, format: format).entries, "reading is deterministic")
    expect(entries.count <= SettingsDocument.entryLimit + 200, "the limit of entries holds")
    for entry in entries { expect(entry.range.upperBound <= bytes.count, "an entry is in the text") }
  }
  for match in ConnectionString.all(in: bytes[...]) {
    expect(!match.password.isEmpty && match.password.upperBound < bytes.count, "a password is in the text")
  }
  for tag in HTMLTags(bytes).tags { expect(tag.range.upperBound <= bytes.count, "a tag is in the text") }
  if let key = KeyFile.privateKey(in: bytes) {
    expect(key.range.upperBound <= bytes.count, "a key is in the file")
  }
}
