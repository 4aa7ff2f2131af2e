@testable import OmamoriMessaging

/// An index of a folder of conversations is read as what it is, in its one spelling, or refused.
func fuzz(_ bytes: [UInt8]) {
  guard let index = FolderIndex(decoding: bytes) else { return }
  expect(index.encoded == bytes, "one spelling for each index")
  expect(index.versions.count <= bytes.count / 10, "no more records than there are bytes for")
}
