import Foundation
import OmamoriCrypto
import Testing

@Suite(.wycheproof)
struct AEADWycheproofTests {
  static let coverage = WycheproofCoverage(
    .init("aes_gcm_test", run: 270, skipped: 46),
    .init("chacha20_poly1305_test", run: 325)
  )

  @Test func aesGCM() throws {
    try Self.coverage.check("aes_gcm_test") { _, test in
      let iv = try test.bytes("iv")
      guard iv.count >= 12 else { return .skip("CryptoKit's nonces have at least 12 bytes") }
      guard iv.count <= 128 else { return .skip("OpenSSL's nonces have at most 128 bytes") }
      let key = SymmetricKey(data: try test.bytes("key"))
      let (nonce, aad) = (try AES.GCM.Nonce(data: iv), try test.bytes("aad"))
      let (message, ciphertext) = (try test.bytes("msg"), try test.bytes("ct"))
      let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: test.bytes("tag"))
      let opened = try AES.GCM.open(box, using: key, authenticating: aad)
      let sealed = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: aad)
      return WycheproofAnswer(Array(opened) == message && Array(sealed.ciphertext) == ciphertext)
    }
  }

  @Test func chaChaPoly() throws {
    try Self.coverage.check("chacha20_poly1305_test") { _, test in
      let key = SymmetricKey(data: try test.bytes("key"))
      let (nonce, aad) = (try ChaChaPoly.Nonce(data: test.bytes("iv")), try test.bytes("aad"))
      let (message, ciphertext) = (try test.bytes("msg"), try test.bytes("ct"))
      let tag = try test.bytes("tag")
      let box = try ChaChaPoly.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
      let opened = try ChaChaPoly.open(box, using: key, authenticating: aad)
      let sealed = try ChaChaPoly.seal(message, using: key, nonce: nonce, authenticating: aad)
      return WycheproofAnswer(
        Array(opened) == message && Array(sealed.ciphertext) == ciphertext && Array(sealed.tag) == tag)
    }
  }
}
