import Foundation
import OmamoriCore
import Testing

@testable import OmamoriAuth

@Suite("Tokens of and for jwcrypto and joserfc", .enabled(if: EncryptionPeer.isThere))
struct EncryptionInteropTests {
  static let message = "The quick brown fox, 狐"

  @Test("every algorithm and curve with every content encryption, both ways")
  func bothWays() throws {
    let cases = try EncryptionPeer.make()
    #expect(cases.count == 168)
    var questions: [EncryptionPeer.Question] = []
    var combinations: Set<[String]> = []
    for made in cases {
      let algorithm = try #require(KeyManagementAlgorithm(rawValue: made.algorithm))
      let content = try #require(ContentEncryptionAlgorithm(rawValue: made.content))
      let key = try DecryptionKey(JSONWebKey(json: made.key))
      let decrypter = try TokenDecrypter(
        keys: [key], keyManagement: [algorithm], contentEncryption: [content])
      #expect(made.tokens.count == 2)
      for token in made.tokens {
        let decrypted = try decrypter.decrypt(token)
        #expect(String(decoding: decrypted.content, as: UTF8.self) == Self.message, "\(made.algorithm)")
      }
      let encrypter = try TokenEncrypter(
        key: key.recipient, keyManagement: algorithm, contentEncryption: content, passwordRounds: 1_000)
      let token = try encrypter.encrypt(Data(Self.message.utf8))
      questions.append(
        .init(algorithm: made.algorithm, content: made.content, key: made.key, token: token.reveal()))
      combinations.insert([made.algorithm, made.content])
    }
    // The two libraries do not know RSA-OAEP-384 and RSA-OAEP-512.
    #expect(combinations.count == (KeyManagementAlgorithm.allCases.count - 2) * 6)
    let answers = try EncryptionPeer.read(questions)
    #expect(answers == [[String]](repeating: [Self.message, Self.message], count: questions.count))
  }
}
