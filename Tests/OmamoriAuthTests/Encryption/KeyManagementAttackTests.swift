import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Attacks with the keys of encrypted tokens")
struct KeyManagementAttackTests {
  /// The good parts of a token for a key on P-256, and its header as JSON.
  struct Agreed {
    let decrypter: TokenDecrypter
    let parts: [String]
    let header: JSONObject

    init(_ algorithm: KeyManagementAlgorithm = .ecdhES) throws {
      let key = DecryptionKey(P256.KeyAgreement.PrivateKey())
      decrypter = try TokenDecrypter(keys: [key], keyManagement: [algorithm], contentEncryption: [.a128GCM])
      let token = try TokenEncrypter(
        key: key.recipient, keyManagement: algorithm, contentEncryption: .a128GCM
      )
      .encrypt(Data("x".utf8)).reveal()
      parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      header = try EncryptedToken(compact: Array(token.utf8)).recipients[0].header.members
    }

    /// The fault of the token with a member of its header replaced.
    func fault(_ name: String, _ value: JSONValue?) -> AuthError? {
      var header = header
      header[name] = value
      let first = Base64URL.encode(JSONValue.object(header).utf8())
      return ForgedToken.fault(([first] + parts.dropFirst()).joined(separator: "."), with: decrypter)
    }
  }

  @Test(
    "ephemeral keys off the curve, on another one, or of a small order",
    arguments: [
      #"{"kty":"EC","crv":"P-256","x":"gTli65eTQ7z-Bh147ff8K3m7k2UiDiG2LpYkWAaFJCc","y":"cLAnjKa4bzjD7DJVPwa9EPrRzMG7rONgsiUD-kf30Fs"}"#,
      #"{"kty":"EC","crv":"P-256","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","y":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
      #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#,
      #"{"kty":"EC","crv":"P-256","x":"gTli65eTQ7z-Bh147ff8K3m7k2UiDiG2LpYkWAaFJCc"}"#,
      #"{"kty":"EC","crv":"P-384","x":"YU4rRUzdmVqmRtWOs2OpDE_T5fsNIodcG8G5FWPrTPMyxpzsSOGaQLpe2FpxBmu2","y":"A8-yxCHxkfBz3hKZfI1jUYMjUhsEveZ9THuwFjH2sCNdtksRJU7D5-SkgaFL1ETP"}"#,
      #"{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}"#,
      #"{"kty":"OKP","crv":"X25519","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#,
      #"{"kty":"OKP","crv":"P-256","x":"AA","y":"AA"}"#,
      #"{"kty":"oct","k":"AAAA"}"#,
      "{}",
    ])
  func badPoints(_ key: String) throws {
    for algorithm in [KeyManagementAlgorithm.ecdhES, .ecdhESA256KW] {
      let agreed = try Agreed(algorithm)
      #expect(agreed.fault("epk", try StrictJSON.parse(key)) == .token(.decryptionFailed))
    }
  }

  @Test("X25519 keys whose result is zero")
  func smallOrder() throws {
    let decrypter = try TokenDecrypter(
      keys: [DecryptionKey(Curve25519.KeyAgreement.PrivateKey())], keyManagement: [.ecdhES],
      contentEncryption: [.a256GCM])
    // The content is encrypted with the key that an all-zero result would give, so that only the check stops it.
    let header =
      #"{"alg":"ECDH-ES","enc":"A256GCM","epk":{"kty":"OKP","crv":"X25519","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}}"#
    let information = [0, 0, 0, 7] + Array("A256GCM".utf8) + [UInt8](repeating: 0, count: 8) + [0, 0, 1, 0]
    let key = SHA256.hash(data: [0, 0, 0, 1] + [UInt8](repeating: 0, count: 32) + information)
    let token = try ForgedToken(header, key: SymmetricKey(data: Array(key)))
    #expect(ForgedToken.fault(token.text, with: decrypter) == .token(.decryptionFailed))
  }

  @Test("an agreement without what it needs is malformed")
  func incomplete() throws {
    let agreed = try Agreed()
    let private256: JSONValue = ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA", "d": "AA"]
    for value in [nil, .null, "x", ["x"], private256] as [JSONValue?] {
      #expect(agreed.fault("epk", value) == .token(.malformed))
    }
    for name in ["apu", "apv"] {
      for value in [.null, 1, "=", "A", .string(String(repeating: "A", count: 1372))] as [JSONValue] {
        #expect(agreed.fault(name, value) == .token(.malformed))
      }
      // A part of the derivation: any other value gives another key.
      #expect(agreed.fault(name, "AAAA") == .token(.decryptionFailed))
    }
    #expect(agreed.fault("unknown", "x") == .token(.decryptionFailed))
  }

  @Test(
    "numbers of rounds are bounded before any work",
    arguments: [
      "-1", "0", "1", "999", "1000001", "2147483648", "9223372036854775807", "9223372036854775808", "1e9",
      "4096.0",
      #""4096""#, "null", "[4096]",
    ])
  func rounds(_ count: String) throws {
    let decrypter = try TokenDecrypter(
      keys: [DecryptionKey(Password("x"))], keyManagement: [.pbes2HS256A128KW], contentEncryption: [.a256GCM])
    let token = try ForgedToken(
      #"{"alg":"PBES2-HS256+A128KW","enc":"A256GCM","p2s":"AAAAAAAAAAAAAAAA","p2c":\#(count)}"#,
      encryptedKey: [UInt8](repeating: 0, count: 40))
    #expect(ForgedToken.fault(token.text, with: decrypter) == .token(.malformed))
  }

  @Test(
    "a password's token without a salt, or with one of a wrong size",
    arguments: [
      #""p2c":1000"#, #""p2c":1000,"p2s":"""#, #""p2c":1000,"p2s":"AAAA""#, #""p2c":1000,"p2s":1"#,
      #""p2s":"AAAAAAAAAAAAAAAA""#, #""p2c":1000,"p2s":"\#(String(repeating: "A", count: 344))""#,
    ])
  func salts(_ members: String) throws {
    let decrypter = try TokenDecrypter(
      keys: [DecryptionKey(Password("x"))], keyManagement: [.pbes2HS256A128KW], contentEncryption: [.a256GCM])
    let token = try ForgedToken(
      #"{"alg":"PBES2-HS256+A128KW","enc":"A256GCM",\#(members)}"#,
      encryptedKey: [UInt8](repeating: 0, count: 40))
    #expect(ForgedToken.fault(token.text, with: decrypter) == .token(.malformed))
  }

  @Test("a caller's bound on rounds narrows the bound, and cannot widen it")
  func narrowed() throws {
    let key = DecryptionKey(Password("x"))
    let token = try TokenEncrypter(
      key: key.recipient, keyManagement: .pbes2HS256A128KW, passwordRounds: 5_000
    )
    .encrypt(Data())
    func decrypter(_ rounds: ClosedRange<Int>) throws -> TokenDecrypter {
      try TokenDecrypter(
        keys: [key], keyManagement: [.pbes2HS256A128KW], contentEncryption: [.a256GCM], passwordRounds: rounds
      )
    }
    #expect(ForgedToken.fault(token, with: try decrypter(1_000...5_000)) == nil)
    #expect(ForgedToken.fault(token, with: try decrypter(1_000...4_999)) == .token(.malformed))
    #expect(ForgedToken.fault(token, with: try decrypter(6_000...9_000)) == .token(.malformed))
    let cheap = try ForgedToken(
      #"{"alg":"PBES2-HS256+A128KW","enc":"A256GCM","p2s":"AAAAAAAAAAAAAAAA","p2c":1}"#,
      encryptedKey: [UInt8](repeating: 0, count: 40))
    #expect(ForgedToken.fault(cheap.text, with: try decrypter(1...Int.max)) == .token(.malformed))
  }

  @Test(
    "a key that cannot be unwrapped is replaced by a random one",
    arguments: [
      KeyManagementAlgorithm.a256KW, .a256GCMKW, .rsaOAEP, .rsaOAEP256, .pbes2HS256A128KW, .ecdhESA128KW,
      .ecdhES,
    ])
  func decoys(_ algorithm: KeyManagementAlgorithm) throws {
    let decryption = KeyDecryption(algorithm: algorithm, content: .a256CBCHS512)
    let key = try #require(TokenEncrypterTests.keys(for: algorithm, .a256CBCHS512).first)
    let recipient = EncryptedToken.Recipient(
      header: EncryptionHeader([
        "iv": "AAAAAAAAAAAAAAAA", "tag": "AAAAAAAAAAAAAAAAAAAAAA", "p2s": "AAAAAAAAAAAAAAAA",
        "p2c": .integer(1000),
        "epk": [:],
      ]), encryptedKey: algorithm.carriesNoKey ? [] : [UInt8](repeating: 3, count: 72))
    let found = try (0..<4).map { _ in try decryption.contentKey(of: recipient, with: key) }
    #expect(found.allSatisfy { $0.bitCount == 512 })
    for (index, key) in found.enumerated() { #expect(!found[(index + 1)...].contains(key)) }
  }

  @Test("a key of the wrong size for the content is none, even when it was wrapped well")
  func wrongSizes() throws {
    let key = DecryptionKey(ForgedToken.key, for: .a256KW)
    let decrypter = try TokenDecrypter(
      keys: [key], keyManagement: [.a256KW], contentEncryption: [.a256GCM, .a128CBCHS256, .a128GCM])
    for size in [16, 24, 40, 64] {
      let wrapped = try KeyWrapping.wrap(
        SymmetricKey(data: [UInt8](repeating: 0x5A, count: size)), using: ForgedToken.key)
      let token = try ForgedToken(#"{"alg":"A256KW","enc":"A256GCM"}"#, encryptedKey: wrapped)
      let recipient = try EncryptedToken(compact: Array(token.text.utf8)).recipients[0]
      let found = try KeyDecryption(algorithm: .a256KW, content: .a256GCM).contentKey(
        of: recipient, with: key)
      #expect(found.bitCount == 256)
      #expect(ForgedToken.fault(token.text, with: decrypter) == .token(.decryptionFailed))
    }
    let wrapped = try KeyWrapping.wrap(ForgedToken.key, using: ForgedToken.key)
    let good = try ForgedToken(#"{"alg":"A256KW","enc":"A256GCM"}"#, encryptedKey: wrapped)
    #expect(ForgedToken.fault(good.text, with: decrypter) == nil)
    // The same size, but for another way to encrypt the content.
    let swapped = try ForgedToken(#"{"alg":"A256KW","enc":"A128CBC-HS256"}"#, encryptedKey: wrapped)
    #expect(ForgedToken.fault(swapped.text, with: decrypter) == .token(.decryptionFailed))
  }

  @Test("whatever fails in RSA, a padding or an authentic but short key, is one error")
  func rsa() throws {
    let key = try #require(TokenEncrypterTests.rsa.key)
    let decrypter = try TokenDecrypter(
      keys: [DecryptionKey(key)], keyManagement: [.rsaOAEP256], contentEncryption: [.a256GCM])
    let header = #"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"#
    let encryptedKeys = [
      [UInt8](repeating: 0, count: 256), [UInt8](repeating: 0xFF, count: 256),
      [UInt8](repeating: 1, count: 255), [1],
      Array(try key.publicKey.encrypt([UInt8](repeating: 0x5A, count: 16), padding: .OAEP(.sha256))),
      Array(try key.publicKey.encrypt([UInt8](repeating: 0x5A, count: 32), padding: .OAEP(.sha1))),
    ]
    for encryptedKey in encryptedKeys {
      let token = try ForgedToken(header, encryptedKey: encryptedKey)
      #expect(ForgedToken.fault(token.text, with: decrypter) == .token(.decryptionFailed))
    }
    let good = try key.publicKey.encrypt([UInt8](repeating: 0x5A, count: 32), padding: .OAEP(.sha256))
    #expect(
      ForgedToken.fault(try ForgedToken(header, encryptedKey: Array(good)).text, with: decrypter) == nil)
  }
}
