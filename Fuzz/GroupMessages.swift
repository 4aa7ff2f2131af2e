@testable import OmamoriMessaging

/// A message of a group has one spelling, and no key opens one that nobody sealed.
func fuzz(_ bytes: [UInt8]) {
  guard let message = try? GroupMessage(decoding: bytes) else { return }
  expect(message.encoded == bytes, "one spelling for each message")
  expect(bytes.count <= GroupLimits.message, "messages are bounded")
  let unpadded = try? MessagePadding.unpad(message.body)
  if let unpadded { expect(MessagePadding.pad(unpadded) == message.body, "one padding for each text") }
}
