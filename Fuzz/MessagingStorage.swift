import OmamoriCore
import OmamoriCrypto

@testable import OmamoriMessaging

/// Exports, labels of items and indexes of folders are read as what they are, or refused.
///
/// The first byte chooses the reader, and the rest is its input.
func fuzzMessagingStorage(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let content = Array(bytes.dropFirst())
  switch choice % 5 {
  case 0: fuzzExport(content)
  case 1, 2: fuzzContents(content)
  case 3: fuzzLabel(content)
  default: fuzzIndex(content)
  }
}

private func fuzzExport(_ bytes: [UInt8]) {
  guard let envelope = try? ExportEnvelope(decoding: bytes) else { return }
  expect(envelope.encoded == bytes, "one spelling for each export")
}

private func fuzzContents(_ bytes: [UInt8]) {
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

private func fuzzLabel(_ bytes: [UInt8]) {
  guard let label = KeychainRecordFrame.Label(decoding: bytes) else { return }
  expect(label.encoded == bytes, "one spelling for each label")
  let name = RecordName(.peer, key: Array(bytes.prefix(4)))
  let secret = SharedSecretBytes(SecretBytes(copying: bytes))
  let record = KeychainRecordFrame.record(name, label, first: secret, parts: [])
  expect((record?.bytes.count ?? 0) <= bytes.count, "a record is not larger than its items")
}

private func fuzzIndex(_ bytes: [UInt8]) {
  guard let index = FolderIndex(decoding: bytes) else { return }
  expect(index.encoded == bytes, "one spelling for each index")
  expect(index.versions.count <= bytes.count / 10, "no more records than there are bytes for")
}
