import OmamoriCore

@testable import OmamoriMessaging

/// Stored prekeys and identities are read as what they are or refused.
func fuzz(_ bytes: [UInt8]) {
  let record = SharedSecretBytes(SecretBytes(copying: bytes))
  if let prekeys = try? Prekeys(decoding: record) {
    expect(prekeys.encoded == record, "one spelling for each record")
    expect(1...Prekeys.greatestGenerations ~= prekeys.generations.count, "as many generations as are allowed")
  }
  if let identity = try? MessagingIdentity(decoding: record) {
    expect(identity.encoded == record, "one spelling for each identity")
  }
}
