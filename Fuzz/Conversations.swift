import OmamoriCore

@testable import OmamoriMessaging

/// Envelopes, what is inside them and the records of conversations are read as what they are, or refused.
///
/// The first byte chooses the reader, and the rest is its input.
func fuzzConversations(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let content = Array(bytes.dropFirst())
  switch choice % 8 {
  case 0: fuzzEnvelope(content)
  case 1: fuzzContent(content)
  case 2: fuzzPadding(content)
  case 3: _ = try? ControlMessage(body: content)
  case 4: fuzzArchive(SharedSecretBytes(SecretBytes(copying: content)))
  case 5: fuzzPeer(SharedSecretBytes(SecretBytes(copying: content)))
  case 6: fuzzAccount(SharedSecretBytes(SecretBytes(copying: content)))
  default: fuzzAddress(content)
  }
}

private func fuzzEnvelope(_ bytes: [UInt8]) {
  guard let envelope = try? Envelope(decoding: bytes) else { return }
  expect(envelope.encoded == bytes, "one spelling for each envelope")
  expect(envelope.prefix + envelope.sealed == bytes, "every byte is authenticated or sealed")
  expect(envelope.opening.isEmpty == (envelope.kind != .opening), "an opening where it belongs")
}

private func fuzzContent(_ bytes: [UInt8]) {
  guard let content = try? MessageContent(decoding: bytes) else { return }
  expect(content.encoded == bytes, "one spelling for each content")
  expect(MessageTime.milliseconds(MessageTime.date(content.milliseconds)) <= MessageTime.greatest, "a time")
}

private func fuzzPadding(_ bytes: [UInt8]) {
  guard let padded = try? MessagePadding.unpad(bytes) else { return }
  expect(MessagePadding.pad(padded) == bytes, "one padding for each length")
}

private func fuzzArchive(_ record: SharedSecretBytes) {
  guard let archive = try? SessionArchive(decoding: record) else { return }
  expect(archive.sessions.count <= SessionArchive.greatestCount, "a bounded number of sessions")
  expect((try? archive.encoded()) == record, "one spelling for each archive")
}

private func fuzzPeer(_ record: SharedSecretBytes) {
  guard let peer = try? PeerRecord(decoding: record) else { return }
  expect(peer.encoded == record, "one spelling for what is known of a peer")
}

private func fuzzAccount(_ record: SharedSecretBytes) {
  guard let account = try? MessagingAccount(decoding: record) else { return }
  expect(account.encoded == record, "one spelling for each account")
}

private func fuzzAddress(_ bytes: [UInt8]) {
  guard let address = MessagingAddress(recordKey: bytes) else { return }
  expect(address.recordKey == bytes, "one key for each address")
}
