import OmamoriCore
import OmamoriKeychain

/// Files of other password managers and exports are read or refused, and what is read keeps its bounds.
func fuzzKeychainImport(_ bytes: [UInt8]) {
  let limits = ImportLimits(items: 1000, bytes: 1 << 20)
  let secret = SharedSecretBytes(SecretBytes(copying: bytes))
  let results = [
    try? KeePassCSVImporter.read(bytes, limits: limits),
    try? KeePassXMLImporter.read(bytes, limits: limits),
    try? SecurityDumpImporter.read(bytes, limits: limits),
    try? PasswordStoreImporter.read(secret, named: "entry"),
  ]
  for case let result? in results {
    expect(result.items.count <= 100_000, "the number of items is bounded")
    expect(result.notes.count <= ImportResult.greatestListing, "the number of notes is bounded")
  }
  if let items = try? KeychainExporter.read(plaintext: bytes, limits: limits) {
    expect(items.count <= limits.items, "an export has at most as many items as allowed")
  }
  if let status = KeychainStatus(text: String(decoding: bytes, as: UTF8.self)) {
    expect(KeychainStatus(code: status.code) == status, "a status is found by its number")
  }
}
