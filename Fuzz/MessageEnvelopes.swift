@testable import OmamoriMessaging

/// Envelopes and what is inside them have one spelling each, or are refused.
func fuzz(_ bytes: [UInt8]) {
  if let envelope = try? Envelope(decoding: bytes) {
    expect(envelope.encoded == bytes, "one spelling for each envelope")
    expect(envelope.prefix + envelope.sealed == bytes, "every byte is authenticated or sealed")
    expect(envelope.opening.isEmpty == (envelope.kind != .opening), "an opening where it belongs")
  }
  if let content = try? MessageContent(decoding: bytes) {
    expect(content.encoded == bytes, "one spelling for each content")
    expect(MessageTime.milliseconds(MessageTime.date(content.milliseconds)) <= MessageTime.greatest, "a time")
  }
  if let padded = try? MessagePadding.unpad(bytes) {
    expect(MessagePadding.pad(padded) == bytes, "one padding for each length")
  }
  _ = try? ControlMessage(body: bytes)
}
