import Foundation
import OmamoriCore
import Testing

@testable import OmamoriCrypto
@testable import OmamoriOpenSSL

@Suite(.wycheproof)
struct AEADWycheproofTests {
  static let coverage = WycheproofCoverage(
    .init("aes_gcm_test", run: 316),
    .init("chacha20_poly1305_test", run: 325)
  )

  @Test func aesGCM() throws {
    try Self.coverage.check("aes_gcm_test") { _, test in
      let iv = try test.bytes("iv")
      guard iv.count >= 12 else { return try Self.shortNonce(test, iv) }
      let key = SymmetricKey(data: try test.bytes("key"))
      let (nonce, aad) = (try AES.GCM.Nonce(data: iv), try test.bytes("aad"))
      let (message, ciphertext) = (try test.bytes("msg"), try test.bytes("ct"))
      let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: test.bytes("tag"))
      let opened = try AES.GCM.open(box, using: key, authenticating: aad)
      let sealed = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: aad)
      return WycheproofAnswer(
        Array(opened) == message && Array(sealed.ciphertext) == ciphertext && sealed.tag == box.tag)
    }
  }

  /// CryptoKit's nonces have at least 12 bytes: shorter ones must be refused there, and work in what is below.
  static func shortNonce(_ test: WycheproofTest, _ iv: [UInt8]) throws -> WycheproofAnswer {
    #expect(throws: CryptoKitError.incorrectParameterSize) { try AES.GCM.Nonce(data: iv) }
    let (key, aad, message) = (try test.bytes("key"), try test.bytes("aad"), try test.bytes("msg"))
    let expected = try test.bytes("ct") + test.bytes("tag")
    let algorithm = try #require(AEADAlgorithm.aesGCM(keyByteCount: key.count))
    let context = try unsafe AEADContext(
      algorithm, key: key.byteSpan.bytes, direction: .seal, nonceByteCount: iv.count)
    let sealed = try SecretBytes(count: expected.count) { output throws(CryptoError) in
      try unsafe context.seal(
        message.byteSpan.bytes, nonce: iv.byteSpan.bytes, authenticating: aad.byteSpan.bytes, into: &output)
    }
    return WycheproofAnswer(unsafe sealed.isEqual(to: expected.byteSpan.bytes))
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
