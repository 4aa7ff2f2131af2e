import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Encrypting tokens")
struct TokenEncrypterTests {
  static let rsa = RSAPair()

  /// A key that takes long to make.
  struct RSAPair: Sendable {
    let key: RSA.Encryption.PrivateKey? = try? RSA.Encryption.PrivateKey(keySizeInBits: 2048)
  }

  /// Keys for an algorithm.
  static func keys(
    for algorithm: KeyManagementAlgorithm,
    _ content: ContentEncryptionAlgorithm
  ) throws -> [DecryptionKey] {
    switch algorithm.mechanism {
    case .direct:
      [DecryptionKey(try .random(byteCount: content.keyByteCount, from: SystemRandomness()), for: algorithm)]
    case .wrap(let size), .gcm(let size):
      [DecryptionKey(try .random(byteCount: size, from: SystemRandomness()), for: algorithm)]
    case .rsa: [DecryptionKey(try #require(rsa.key))]
    case .password: [DecryptionKey(Password("correct horse"))]
    case .agreement:
      [
        DecryptionKey(P256.KeyAgreement.PrivateKey()), DecryptionKey(P384.KeyAgreement.PrivateKey()),
        DecryptionKey(P521.KeyAgreement.PrivateKey()), DecryptionKey(Curve25519.KeyAgreement.PrivateKey()),
      ]
    }
  }

  @Test("there and back", arguments: KeyManagementAlgorithm.allCases, ContentEncryptionAlgorithm.allCases)
  func roundTrip(_ algorithm: KeyManagementAlgorithm, _ content: ContentEncryptionAlgorithm) throws {
    for key in try Self.keys(for: algorithm, content) {
      let encrypter = try TokenEncrypter(
        key: key.recipient, keyManagement: algorithm, contentEncryption: content, passwordRounds: 1_000)
      let decrypter = try TokenDecrypter(
        keys: [key], keyManagement: [algorithm], contentEncryption: [content])
      for message in [[], [7], [UInt8](repeating: 1, count: 4096)] {
        let token = try encrypter.encrypt(Data(message), type: "test+jwt", contentType: "x")
        let decrypted = try decrypter.decrypt(token)
        #expect(Array(decrypted.content) == message)
        #expect(decrypted.type == "test+jwt" && decrypted.contentType == "x")
        #expect(decrypted.keyManagement == algorithm && decrypted.contentEncryption == content)
        #expect(try encrypter.encrypt(Data(message)) != token)
        let members = try UnverifiedToken(token)
        #expect(members.protection == .encryption)
      }
    }
  }

  @Test("the same randomness gives the same token, and other randomness another")
  func randomness() throws {
    func token(_ seed: UInt64) throws -> SecretText {
      try TokenEncrypter(
        key: DecryptionKey(ForgedToken.key, for: .a256KW).recipient, keyManagement: .a256KW,
        randomness: SeededRandomness(seed: seed)
      ).encrypt(Data("x".utf8))
    }
    #expect(try token(1) == token(1))
    #expect(try token(1) != token(2))
  }

  @Test("the key's name is in the header, and finds the key")
  func names() throws {
    let keys = [
      DecryptionKey(P256.KeyAgreement.PrivateKey(), identifier: "first"),
      DecryptionKey(P256.KeyAgreement.PrivateKey(), identifier: "second"),
      DecryptionKey(P256.KeyAgreement.PrivateKey()),
    ]
    let decrypter = try TokenDecrypter(
      keys: keys, keyManagement: [.ecdhES], contentEncryption: [.a256GCM])
    for key in keys {
      let token = try TokenEncrypter(key: key.recipient, keyManagement: .ecdhES).encrypt(Data("x".utf8))
      #expect(try decrypter.decrypt(token).content == Data("x".utf8))
    }
    let stranger = DecryptionKey(P256.KeyAgreement.PrivateKey(), identifier: "third")
    let onlyNamed = try TokenDecrypter(
      keys: Array(keys.prefix(2)), keyManagement: [.ecdhES], contentEncryption: [.a256GCM])
    let token = try TokenEncrypter(key: stranger.recipient, keyManagement: .ecdhES).encrypt(Data())
    #expect(ForgedToken.fault(token, with: onlyNamed) == .token(.noKey))
  }

  @Test("keys that do not fit are refused when the encrypter is made")
  func misfits() throws {
    let key = DecryptionKey(ForgedToken.key, for: .a256KW).recipient
    for algorithm in KeyManagementAlgorithm.allCases where algorithm != .a256KW {
      #expect(throws: AuthError.key(.algorithmMismatch)) {
        _ = try TokenEncrypter(key: key, keyManagement: algorithm)
      }
    }
    let direct = DecryptionKey(ForgedToken.key, for: .direct).recipient
    #expect(throws: AuthError.key(.algorithmMismatch)) {
      _ = try TokenEncrypter(key: direct, keyManagement: .direct, contentEncryption: .a128GCM)
    }
    let password = DecryptionKey(Password("x")).recipient
    for rounds in [-1, 0, 999, 1_000_001] {
      #expect(throws: AuthError.configuration(.parameter)) {
        _ = try TokenEncrypter(key: password, keyManagement: .pbes2HS256A128KW, passwordRounds: rounds)
      }
    }
  }

  @Test("contents that recipients would not take are refused")
  func size() throws {
    let encrypter = try TokenEncrypter(
      key: DecryptionKey(ForgedToken.key, for: .direct).recipient, keyManagement: .direct)
    let longest = try encrypter.encrypt(Data(count: 1 << 15))
    #expect(longest.count <= TokenDecrypter.sizeLimit)
    #expect(try ForgedToken.decrypter().decrypt(longest).content.count == 1 << 15)
    #expect(throws: AuthError.token(.tooLarge(limit: 1 << 15))) {
      _ = try encrypter.encrypt(Data(count: (1 << 15) + 1))
    }
  }
}
