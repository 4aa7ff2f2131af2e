import OmamoriCore

@testable import OmamoriCrypto

/// Recipients and identities as text have one spelling; lists of them are read without harm.
func fuzzKeyText(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let recipient = try? Recipient(text: text) {
    expect((try? Recipient(text: recipient.text)) == recipient, "a recipient survives the round trip")
  }
  if let identity = try? Identity(text: text) {
    let again = try? Identity(text: identity.exportText().bytes)
    expect(again?.recipient == identity.recipient, "an identity survives the round trip")
  }
  // because every pattern of bits is a byte
  _ = try? unsafe Recipient.recipients(inFile: bytes.span.bytes)
  _ = try? unsafe Identity.identities(inFile: bytes.span.bytes)
}
