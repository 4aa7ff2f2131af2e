import OmamoriCore
import OmamoriCrypto

@testable import OmamoriAuth

/// Encrypted tokens in both serializations: nothing that was not encrypted with one of the keys is taken.
func fuzzEncryptedToken(_ bytes: [UInt8]) {
  let header = try? EncryptedToken(compact: bytes).recipients.first?.header
  if let header { expect(header.protected == header.members, "a compact token has one header") }
  for decrypter in decrypters {
    _ = try? decrypter.decrypt(String(decoding: bytes, as: UTF8.self))
    _ = try? decrypter.decrypt(json: bytes)
  }
  if let content = Inflation.inflate(bytes, limit: 4096) {
    expect(content.count <= 4096, "no more comes out than may")
    expect(Inflation.inflate(bytes, limit: content.count) == content, "the bound changes nothing below it")
  }
}

private let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
private let point = P256.KeyAgreement.PrivateKey()

/// For shared keys, for public keys, and for passwords at the least cost.
private let decrypters: [TokenDecrypter] = [
  try? TokenDecrypter(
    keys: [
      DecryptionKey(key, for: .direct), DecryptionKey(key, for: .a256KW), DecryptionKey(key, for: .a256GCMKW),
    ], keyManagement: [.direct, .a256KW, .a256GCMKW],
    contentEncryption: Set(ContentEncryptionAlgorithm.allCases), inflationLimit: 4096),
  try? TokenDecrypter(
    keys: [DecryptionKey(point), DecryptionKey(Curve25519.KeyAgreement.PrivateKey())],
    keyManagement: [.ecdhES, .ecdhESA128KW], contentEncryption: Set(ContentEncryptionAlgorithm.allCases)),
  try? TokenDecrypter(
    keys: [DecryptionKey(Password("x"))], keyManagement: [.pbes2HS256A128KW],
    contentEncryption: [.a128GCM], passwordRounds: 1_000...1_001),
].compactMap { $0 }
