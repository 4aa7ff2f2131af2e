import OmamoriCore

/// Decoding accepts one spelling for each value only, and encoding gives that spelling back.
func fuzzBase64URL(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let decoded = try? Base64URL.decode(text) {
    expect(Base64URL.encode(decoded) == text, "one spelling for each value")
  }
  let encoded = Base64URL.encode(bytes)
  expect((try? Base64URL.decode(encoded)) == bytes, "every value survives the round trip")
  for padded in [true, false] { fuzzStandard(bytes, padded) }
  if let secret = Base64.standard.decodeSecret(bytes.rawSpan) {
    let text = SharedSecretBytes(Base64.standard.encodeSecret(secret.bytes))
    expect(text == SharedSecretBytes(SecretBytes(copying: bytes)), "one spelling for each secret")
  }
}

private func fuzzStandard(_ bytes: [UInt8], _ padded: Bool) {
  if let decoded = Base64.standard.decode(bytes.rawSpan, padded: padded) {
    expect(Base64.standard.encoded(decoded.rawSpan, padded: padded) == bytes, "one spelling for each value")
  }
  let text = Base64.standard.encoded(bytes.rawSpan, padded: padded)
  expect(Base64.standard.decode(text.rawSpan, padded: padded) == bytes, "every value survives the round trip")
}
