@testable import OmamoriCrypto

/// A stored password hash that is read is written so that it says the same.
func fuzzPasswordHash(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let hash = try? PasswordHash(parsing: text) else { return }
  expect((try? PasswordHash(parsing: hash.text)) == hash, "a hash survives the round trip")
}
