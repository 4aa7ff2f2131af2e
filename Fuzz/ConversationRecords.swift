import OmamoriCore
@testable import OmamoriMessaging

/// Records of conversations are read as what they are, or refused, whatever a store gives back.
func fuzz(_ bytes: [UInt8]) {
  let record = SharedSecretBytes(SecretBytes(copying: bytes))
  if let archive = try? SessionArchive(decoding: record) {
    expect(archive.sessions.count <= SessionArchive.greatestCount, "a bounded number of sessions")
    expect((try? archive.encoded()) == record, "one spelling for each archive")
  }
  if let peer = try? PeerRecord(decoding: record) {
    expect(peer.encoded == record, "one spelling for what is known of a peer")
  }
  if let account = try? MessagingAccount(decoding: record) {
    expect(account.encoded == record, "one spelling for each account")
  }
  if let address = MessagingAddress(recordKey: bytes) {
    expect(address.recordKey == bytes, "one key for each address")
  }
}
