@testable import OmamoriCrypto

/// A stored password hash has one spelling.
func fuzz(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let hash = try? PasswordHash(parsing: text) else { return }
  expect(hash.text == text, "one spelling for each hash")
}
