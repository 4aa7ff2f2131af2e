import OmamoriCore
@testable import OmamoriMessaging

/// An export and its contents have one spelling each, and carry no sending state, whatever the input is.
func fuzz(_ bytes: [UInt8]) {
  if let envelope = try? ExportEnvelope(decoding: bytes) {
    expect(envelope.encoded == bytes, "one spelling for each export")
  }
  let secret = SharedSecretBytes(SecretBytes(copying: bytes))
  for kind in ExportSecretKind.allCases {
    let contents = secret.withBytes { try? ExportContents(decoding: $0, openedWith: kind) }
    guard let contents else { continue }
    expect(contents.encoded(for: kind).bytes == bytes, "one spelling for all contents")
    expect(contents.entries.count <= ExportContents.greatestCount, "the number of records is bounded")
    for entry in contents.entries {
      expect(ExportContents.kinds.contains(entry.name.kind), "an export has no sending state")
    }
  }
}
