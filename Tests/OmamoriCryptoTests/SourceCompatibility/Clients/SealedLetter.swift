import Foundation
import OmamoriCrypto

/// Letters that only their recipient can read (HPKE, RFC 9180).
struct SealedLetter: Codable, Sendable {
  var encapsulatedKey: Data
  var pages: [Data]

  private static let info = Data("example letters 1".utf8)

  init(_ pages: [Data], to recipient: Curve25519.KeyAgreement.PublicKey, subject: String) throws {
    var sender = try HPKE.Sender(
      recipientKey: recipient, ciphersuite: .Curve25519_SHA256_ChachaPoly, info: Self.info)
    self.pages = try pages.map { try sender.seal($0, authenticating: Data(subject.utf8)) }
    encapsulatedKey = sender.encapsulatedKey
  }

  func read(with key: Curve25519.KeyAgreement.PrivateKey, subject: String) throws -> [Data] {
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: .Curve25519_SHA256_ChachaPoly, info: Self.info,
      encapsulatedKey: encapsulatedKey)
    return try pages.map { try recipient.open($0, authenticating: Data(subject.utf8)) }
  }

  /// A secret that both sides know and nobody else, on the curve of the Secure Enclave.
  static func exportedSecrets(_ key: P256.KeyAgreement.PrivateKey) throws -> [SymmetricKey] {
    let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
    let sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: info)
    let recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: sender.encapsulatedKey)
    let context = Data("export".utf8)
    return [
      try sender.exportSecret(context: context, outputByteCount: 32),
      try recipient.exportSecret(context: context, outputByteCount: 32),
    ]
  }
}

/// The same against computers to come, where the system has it.
@available(iOS 26.0, macOS 26.0, *)
enum DurableLetter {
  static func roundTrip(_ page: Data) throws -> Data {
    let key = try XWingMLKEM768X25519.PrivateKey()
    let suite = HPKE.Ciphersuite.XWingMLKEM768X25519_SHA256_AES_GCM_256
    var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: Data())
    let sealed = try sender.seal(page)
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: suite, info: Data(), encapsulatedKey: sender.encapsulatedKey)
    return try recipient.open(sealed)
  }

  static func secretsAgree() throws -> Bool {
    let key = try MLKEM768.PrivateKey.generate()
    let result = try key.publicKey.encapsulate()
    return try key.decapsulate(result.encapsulated) == result.sharedSecret
  }
}
