import Foundation
@testable import OmamoriCrypto
import Testing

@Suite(.wycheproof)
struct AESModesWycheproofTests {
  static let coverage = WycheproofCoverage(
    .init("aes_siv_cmac_test", run: 442),
    .init("aead_aes_siv_cmac_test", run: 900),
    .init("aes_cbc_pkcs5_test", run: 216),
    .init("aes_cmac_test", run: 311),
    // A wrapped key of 64 bits is against RFC 3394 §2, which asks for two blocks at least.
    .init("aes_wrap_test", run: 165, acceptable: 0),
    .init("aes_kwp_test", run: 254),
    .init("aes_gcm_siv_test", run: 0, skipped: 202)
  )

  @Test func sivWithOneHeader() throws {
    try Self.coverage.check("aes_siv_cmac_test") { _, test in
      let key = SymmetricKey(data: try test.bytes("key"))
      let header = Data(try test.bytes("aad"))
      let (message, ciphertext) = (try test.bytes("msg"), try test.bytes("ct"))
      let opened = try AES.SIV.open(ciphertext, using: key, authenticating: [header])
      let sealed = try AES.SIV.seal(message, using: key, authenticating: [header])
      return WycheproofAnswer(Array(opened) == message && Array(sealed) == ciphertext)
    }
  }

  @Test func sivWithANonceAsTheLastHeader() throws {
    try Self.coverage.check("aead_aes_siv_cmac_test") { _, test in
      let key = SymmetricKey(data: try test.bytes("key"))
      let headers = [Data(try test.bytes("aad")), Data(try test.bytes("iv"))]
      let (message, combined) = (try test.bytes("msg"), try test.bytes("tag") + test.bytes("ct"))
      let opened = try AES.SIV.open(combined, using: key, authenticating: headers)
      let sealed = try AES.SIV.seal(message, using: key, authenticating: headers)
      return WycheproofAnswer(Array(opened) == message && Array(sealed) == combined)
    }
  }

  @Test func cbc() throws {
    try Self.coverage.check("aes_cbc_pkcs5_test") { _, test in
      let (key, vector) = (SymmetricKey(data: try test.bytes("key")), try test.bytes("iv"))
      let (message, ciphertext) = (try test.bytes("msg"), try test.bytes("ct"))
      let opened = try ciphertext.withRawSpan { try AESCBC.decrypt($0, using: key, vector: vector) }
      let sealed = try message.withRawSpan { try AESCBC.encrypt($0, using: key, vector: vector) }
      return WycheproofAnswer(Array(opened) == message && Array(sealed) == ciphertext)
    }
  }

  @Test func cmac() throws {
    try Self.coverage.check("aes_cmac_test") { _, test in
      let key = SymmetricKey(data: try test.bytes("key"))
      let (message, tag) = (try test.bytes("msg"), try test.bytes("tag"))
      return WycheproofAnswer(
        try AES.CMAC.isValidAuthenticationCode(tag, authenticating: message, using: key))
    }
  }

  @Test func keyWrap() throws {
    try Self.coverage.check("aes_wrap_test") { _, test in
      let key = SymmetricKey(data: try test.bytes("key"))
      let (message, wrapped) = (SymmetricKey(data: try test.bytes("msg")), try test.bytes("ct"))
      let unwrapped = try AES.KeyWrap.unwrap(wrapped, using: key)
      return WycheproofAnswer(
        try unwrapped == message && Array(AES.KeyWrap.wrap(message, using: key)) == wrapped)
    }
  }

  @Test func keyWrapWithPadding() throws {
    try Self.coverage.check("aes_kwp_test") { _, test in
      let key = SymmetricKey(data: try test.bytes("key"))
      let (message, wrapped) = (SymmetricKey(data: try test.bytes("msg")), try test.bytes("ct"))
      let unwrapped = try AES.PaddedKeyWrap.unwrap(wrapped, using: key)
      return WycheproofAnswer(
        try unwrapped == message && Array(AES.PaddedKeyWrap.wrap(message, using: key)) == wrapped)
    }
  }

  @Test func gcmSIV() throws {
    try Self.coverage.check("aes_gcm_siv_test") { _, _ in
      .skip("AES-GCM-SIV came with OpenSSL 3.2, and CryptoKit has none")
    }
  }
}
