import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Key agreement of tokens")
struct KeyAgreementTests {
  @Test("the example of RFC 7518, appendix C")
  func appendixC() throws {
    let alice = try AgreementPrivateKey(
      json: [
        "kty": "EC", "crv": "P-256", "x": "gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0",
        "y": "SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps",
        "d": "0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo",
      ])
    let bob = try AgreementPrivateKey(
      json: [
        "kty": "EC", "crv": "P-256", "x": "weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ",
        "y": "e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck",
        "d": "VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw",
      ])
    for (own, other) in [(alice, bob), (bob, alice)] {
      let secret = try #require(own.secret(with: other.publicKey))
      let key = ConcatKDF.deriveKey(
        from: secret, for: "A128GCM", sender: Array("Alice".utf8), recipient: Array("Bob".utf8), byteCount: 16
      )
      #expect(key == SymmetricKey(data: try Base64URL.decode("VqqN6vgjbSBcIijNcacQGg")))
    }
  }

  @Test("the example of RFC 8037, appendix A.6")
  func x25519() throws {
    let ephemeral = try AgreementPrivateKey(
      json: [
        "kty": "OKP", "crv": "X25519", "x": "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo",
        "d": "dwdtCnMYpX08FsFyUbJmRd9ML4frwJkqsXf7pR25LCo",
      ])
    let bob = try AgreementPublicKey(
      json: ["kty": "OKP", "crv": "X25519", "x": "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"])
    let secret = try #require(ephemeral.secret(with: bob))
    let expected = try hexadecimal("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    #expect(secret == expected)
  }

  @Test("the password's key of RFC 7517, appendix C")
  func password() throws {
    let header: JSONObject = [
      "alg": "PBES2-HS256+A128KW", "p2s": "2WCTcJZ1Rvd_CJuJripQ1w", "p2c": .integer(4096),
      "enc": "A128CBC-HS256", "cty": "jwk+json",
    ]
    let recipient = EncryptedToken.Recipient(
      header: EncryptionHeader(header),
      encryptedKey: try Base64URL.decode("TrqXOwuNUfDV9VPTNbyGvEJ9JMjefAVn-TR1uIxR9p6hsRQh9Tk7BA"))
    let decryption = KeyDecryption(algorithm: .pbes2HS256A128KW, content: .a128CBCHS256)
    let key = DecryptionKey(Password("Thus from my lips, by yours, my sin is purged."))
    let found = try decryption.contentKey(of: recipient, with: key)
    #expect(found == SymmetricKey(data: try Base64URL.decode("bxsZNEIdFE5csDjwQdBScKGDJDfK7LmsgReZwsMw_bY")))
  }

  @Test(
    "a key longer than a hash value takes two rounds, whose first is that of the shorter key's length alone")
  func longKey() throws {
    let own = AgreementPrivateKey(randomOn: .p521)
    let secret = try #require(own.secret(with: AgreementPrivateKey(randomOn: .p521).publicKey))
    let long = ConcatKDF.deriveKey(from: secret, for: "x", sender: [], recipient: [], byteCount: 64)
    let short = ConcatKDF.deriveKey(from: secret, for: "x", sender: [], recipient: [], byteCount: 32)
    #expect(long.bitCount == 512)
    // The length is a part of what is hashed, so that no key begins with another.
    #expect(long.extracting(..<32) != short)
    #expect(long.extracting(..<32) != long.extracting(32...))
  }

  @Test("points off their curve, other curves and points of small order give nothing")
  func badPoints() throws {
    let own = AgreementPrivateKey(randomOn: .p256)
    #expect(own.secret(with: AgreementPrivateKey(randomOn: .p384).publicKey) == nil)
    #expect(throws: AuthError.key(.invalidPoint)) {
      _ = try AgreementPublicKey(
        json: [
          "kty": "EC", "crv": "P-256", "x": "gTli65eTQ7z-Bh147ff8K3m7k2UiDiG2LpYkWAaFJCc",
          "y": "cLAnjKa4bzjD7DJVPwa9EPrRzMG7rONgsiUD-kf30Fs",
        ])
    }
    let zero = try AgreementPublicKey(
      json: ["kty": "OKP", "crv": "X25519", "x": .string(Base64URL.encode([UInt8](repeating: 0, count: 32)))])
    #expect(AgreementPrivateKey(randomOn: .x25519).secret(with: zero) == nil)
    #expect(throws: AuthError.key(.unsupported)) {
      _ = try AgreementPublicKey(json: ["kty": "OKP", "crv": "P-256", "x": "AA", "y": "AA"])
    }
    #expect(throws: AuthError.key(.malformed)) {
      _ = try AgreementPublicKey(json: ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"])
    }
  }
}
