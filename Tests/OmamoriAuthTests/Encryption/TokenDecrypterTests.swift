import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Encrypted tokens of RFCs")
struct TokenDecrypterTests {
  /// Decrypts with the one algorithm that the example uses, whatever its serialization.
  static func decrypt(_ example: EncryptionExample) throws -> DecryptedToken {
    let key = try DecryptionKey(JSONWebKey(json: example.key))
    let algorithm = try #require(
      KeyManagementAlgorithm.allCases.last { algorithm in
        example.usedAlgorithms.contains(algorithm.rawValue)
          && ContentEncryptionAlgorithm.allCases.contains { key.fits(algorithm, $0) }
      })
    let decrypter = try TokenDecrypter(
      keys: [key], keyManagement: [algorithm], contentEncryption: Set(ContentEncryptionAlgorithm.allCases))
    if example.token.hasPrefix("{") { return try decrypter.decrypt(json: Array(example.token.utf8)) }
    return try decrypter.decrypt(example.token)
  }

  @Test(
    "the examples of RFC 7516, RFC 7520 and RFC 8037",
    arguments: [EncryptionExample.a1, .a3, .a4, .a5] + EncryptionExample.cookbook)
  func examples(_ example: EncryptionExample) throws {
    #expect(String(decoding: try Self.decrypt(example).content, as: UTF8.self) == example.content)
  }

  @Test("the password of RFC 7520 5.3")
  func password() throws {
    let decrypter = try TokenDecrypter(
      keys: [DecryptionKey(Password(EncryptionExample.password))], keyManagement: [.pbes2HS512A256KW],
      contentEncryption: [.a128CBCHS256])
    let token = try decrypter.decrypt(EncryptionExample.passwordToken)
    #expect(String(decoding: token.content, as: UTF8.self) == EncryptionExample.passwordContent)
    #expect(token.contentType == "jwk-set+json")
    #expect(token.keyManagement == .pbes2HS512A256KW && token.contentEncryption == .a128CBCHS256)
  }

  @Test("RSAES-PKCS1-v1_5 is not offered")
  func oldPadding() throws {
    let key = try DecryptionKey(JSONWebKey(json: EncryptionExample.a1.key))
    let decrypter = try TokenDecrypter(
      keys: [key], keyManagement: [.rsaOAEP, .rsaOAEP256], contentEncryption: [.a128CBCHS256])
    #expect(throws: AuthError.token(.algorithmNotAllowed)) {
      _ = try decrypter.decrypt(EncryptionExample.a2Token)
    }
    #expect(KeyManagementAlgorithm(rawValue: "RSA1_5") == nil)
  }

  @Test("a header of which nothing is protected is refused: RFC 7520 5.12")
  func nothingProtected() throws {
    let key = try DecryptionKey(JSONWebKey(json: EncryptionExample.a58.key))
    let decrypter = try TokenDecrypter(
      keys: [key], keyManagement: [.a128KW], contentEncryption: [.a128GCM])
    #expect(throws: AuthError.token(.malformed)) {
      _ = try decrypter.decrypt(json: Array(EncryptionExample.unprotectedToken.utf8))
    }
  }
}

extension EncryptionExample {
  /// What the headers name as `alg`, found by taking the token apart.
  var usedAlgorithms: [String] {
    let parsed =
      token.hasPrefix("{")
      ? try? EncryptedToken(json: Array(token.utf8)) : try? EncryptedToken(compact: Array(token.utf8))
    return parsed?.recipients.compactMap { $0.header.members["alg"]?.stringValue } ?? []
  }
}
