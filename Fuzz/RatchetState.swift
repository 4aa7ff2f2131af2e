import OmamoriCore

@testable import OmamoriMessaging

/// A state of a ratchet and a message to it: every state has one encoding, and a message that does not open changes
/// nothing.
func fuzzRatchetState(_ bytes: [UInt8]) {
  let split = bytes.count > 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : 0
  let (state, message) = (bytes.dropFirst(2).prefix(split), bytes.dropFirst(2 + split))
  if let padded = try? MessagePadding.unpad(Array(message)) {
    expect(MessagePadding.pad(padded) == Array(message), "a padded message has one form")
  }
  expect(
    RatchetHeader(decoding: Array(message)).map { $0.encoded == Array(message) } ?? (message.count != 40),
    "a header has one form")
  let secret = SharedSecretBytes(SecretBytes(copying: Array(state)))
  guard var ratchet = try? DoubleRatchet(decoding: secret) else { return }
  expect((try? ratchet.encoded()) == secret, "a state has one encoding")
  let opened = try? ratchet.open(Array(message), authenticating: [], now: Date(timeIntervalSince1970: 1e9))
  expect(opened != nil || (try? ratchet.encoded()) == secret, "a message that does not open changes nothing")
  let sealed = try? ratchet.seal([1, 2, 3], authenticating: [])
  expect(sealed == nil || sealed?.count == 3 + DoubleRatchet.overhead, "a message has one length")
}
