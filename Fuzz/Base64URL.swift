import OmamoriCore

/// Decoding accepts one spelling for each value only, and encoding gives that spelling back.
func fuzzBase64URL(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let decoded = try? Base64URL.decode(text) {
    expect(Base64URL.encode(decoded) == text, "one spelling for each value")
  }
  let encoded = Base64URL.encode(bytes)
  expect((try? Base64URL.decode(encoded)) == bytes, "every value survives the round trip")
}
