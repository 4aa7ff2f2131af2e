import OmamoriCore
import OmamoriCrypto
@testable import OmamoriMessaging

/// Messages of older programs, and what stands beside the items of a store, are read or refused.
func fuzz(_ bytes: [UInt8]) {
  if let message = try? LegacyEncryptedMessage(json: bytes) {
    let key = Curve25519.KeyAgreement.PrivateKey()
    expect((try? message.open(with: key, and: key.publicKey)) == nil, "nobody seals to a new key")
  }
  guard let label = KeychainRecordFrame.Label(decoding: bytes) else { return }
  expect(label.encoded == bytes, "one spelling for each label")
  let name = RecordName(.peer, key: Array(bytes.prefix(4)))
  let secret = SharedSecretBytes(SecretBytes(copying: bytes))
  let record = KeychainRecordFrame.record(name, label, first: secret, parts: [])
  expect((record?.bytes.count ?? 0) <= bytes.count, "a record is not larger than its items")
}
