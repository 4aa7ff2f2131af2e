import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Keys of encrypted tokens")
struct EncryptionKeyTests {
  static let point = """
    "kty":"EC","crv":"P-256","x":"weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ",\
    "y":"e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck"
    """
  static let scalar = #","d":"VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw""#

  @Test(
    "keys of signatures are refused",
    arguments: [
      #","use":"sig""#, #","key_ops":["sign"]"#, #","key_ops":["verify"]"#, #","alg":"ES256""#,
    ])
  func signatures(_ members: String) throws {
    let key = try JSONWebKey(json: "{\(Self.point)\(Self.scalar)\(members)}")
    let usable = {
      (try? TokenDecrypter(
        keys: [DecryptionKey(key)], keyManagement: [.ecdhES], contentEncryption: [.a256GCM])) != nil
    }
    #expect(!usable())
    #expect((try? TokenEncrypter(key: EncryptionKey(key), keyManagement: .ecdhES)) == nil)
  }

  @Test(
    "keys of encryption are taken",
    arguments: [
      "", #","use":"enc""#, #","key_ops":["deriveKey"]"#, #","key_ops":["deriveBits"],"use":"enc""#,
      #","alg":"ECDH-ES""#,
    ])
  func encryption(_ members: String) throws {
    let key = try JSONWebKey(json: "{\(Self.point)\(Self.scalar)\(members)}")
    let decrypter = try TokenDecrypter(
      keys: [DecryptionKey(key)], keyManagement: [.ecdhES], contentEncryption: [.a256GCM])
    let encrypter = try TokenEncrypter(
      key: EncryptionKey(try #require(key.publicKey)), keyManagement: .ecdhES)
    #expect(try decrypter.decrypt(encrypter.encrypt(Data("x".utf8))).content == Data("x".utf8))
  }

  @Test("a public key decrypts nothing")
  func publicKey() throws {
    let key = try JSONWebKey(json: "{\(Self.point)}")
    #expect(throws: AuthError.key(.privateKeyNeeded)) { _ = try DecryptionKey(key) }
  }

  @Test("a key is for the one algorithm that it names")
  func algorithm() throws {
    let key = try DecryptionKey(JSONWebKey(json: #"{\#(Self.point)\#(Self.scalar),"alg":"ECDH-ES+A128KW"}"#))
    #expect(throws: AuthError.key(.algorithmMismatch)) {
      _ = try TokenDecrypter(keys: [key], keyManagement: [.ecdhES], contentEncryption: [.a256GCM])
    }
    let decrypter = try TokenDecrypter(
      keys: [key], keyManagement: [.ecdhES, .ecdhESA128KW], contentEncryption: [.a256GCM])
    let recipient = try EncryptionKey(JSONWebKey(json: "{\(Self.point)}"))
    let token = try TokenEncrypter(key: recipient, keyManagement: .ecdhES).encrypt(Data())
    #expect(ForgedToken.fault(token, with: decrypter) == .token(.noKey))
  }

  @Test("a shared key is one or the other: for wrapping, for contents, or a password")
  func shared() throws {
    let text = #""kty":"oct","k":"Wlpa2hpaWlpaWlpaWlpaWg""#
    for (name, algorithm) in [
      ("A128KW", KeyManagementAlgorithm.a128KW), ("A128GCMKW", .a128GCMKW), ("A128GCM", .direct),
      ("PBES2-HS256+A128KW", .pbes2HS256A128KW),
    ] {
      let key = try DecryptionKey(JSONWebKey(json: #"{\#(text),"alg":"\#(name)"}"#))
      for other in KeyManagementAlgorithm.allCases {
        #expect(key.fits(other, .a128GCM) == (other == algorithm))
      }
    }
  }

  @Test("a decrypter says at once what it cannot do")
  func configuration() throws {
    let key = DecryptionKey(ForgedToken.key, for: .direct)
    #expect(throws: AuthError.configuration(.noAlgorithm)) {
      _ = try TokenDecrypter(keys: [key], keyManagement: [], contentEncryption: [.a256GCM])
    }
    #expect(throws: AuthError.configuration(.noAlgorithm)) {
      _ = try TokenDecrypter(keys: [key], keyManagement: [.direct], contentEncryption: [])
    }
    #expect(throws: AuthError.configuration(.mixedAlgorithms)) {
      _ = try TokenDecrypter(keys: [key], keyManagement: [.direct, .ecdhES], contentEncryption: [.a256GCM])
    }
    #expect(throws: AuthError.key(.algorithmMismatch)) {
      _ = try TokenDecrypter(
        keys: [key], keyManagement: [.direct], contentEncryption: [.a128GCM, .a256CBCHS512])
    }
    let many = [DecryptionKey](repeating: key, count: TokenDecrypter.keyLimit + 1)
    #expect(throws: AuthError.key(.tooMany(limit: TokenDecrypter.keyLimit))) {
      _ = try TokenDecrypter(keys: many, keyManagement: [.direct], contentEncryption: [.a256GCM])
    }
  }

  @Test("nothing of a key or a content is printed")
  func redaction() throws {
    let key = DecryptionKey(Password("open sesame"), identifier: "sesame")
    let token = try ForgedToken.decrypter().decrypt(ForgedToken().text)
    for value in [key, key.recipient, token] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [String(describing: value), String(reflecting: value), dumped] {
        #expect(!text.contains("sesame") && !text.contains(ForgedToken.content) && text.contains("redacted"))
      }
    }
  }
}
