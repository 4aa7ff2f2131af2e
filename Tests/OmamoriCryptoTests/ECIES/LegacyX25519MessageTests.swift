import OmamoriCore
import Testing

@testable import OmamoriCrypto

/// Messages of the older recipe, made here the way that recipe did.
@Suite struct LegacyX25519MessageTests {
  static func message(_ text: String, to recipient: Curve25519.KeyAgreement.PublicKey) throws -> Data {
    let ephemeral = Curve25519.KeyAgreement.PrivateKey()
    let key = try ephemeral.sharedSecretFromKeyAgreement(with: recipient)
      .hkdfDerivedSymmetricKey(using: SHA256.self, salt: Data(), sharedInfo: Data(), outputByteCount: 32)
    let combined = try #require(AES.GCM.seal(Data(text.utf8), using: key).combined)
    return ephemeral.publicKey.rawRepresentation + combined
  }

  @Test func oldMessagesAreRead() throws {
    let key = Curve25519.KeyAgreement.PrivateKey()
    let bytes = try Self.message("old", to: key.publicKey)
    #expect(try LegacyX25519Message(bytes).open(with: key) == Data("old".utf8))
    let parts = try LegacyX25519Message(
      ephemeralPublicKey: bytes.prefix(32), combined: bytes.dropFirst(32))
    #expect(try parts.open(with: key) == Data("old".utf8))
  }

  @Test func nothingElseOpens() throws {
    let key = Curve25519.KeyAgreement.PrivateKey()
    let bytes = try Self.message("old", to: key.publicKey)
    for count in 0..<bytes.count {
      #expect(throws: CryptoError.self) { try LegacyX25519Message(bytes.prefix(count)).open(with: key) }
    }
    // The highest bit of an X25519 key is ignored, which is one of the faults of the recipe.
    for index in bytes.indices where index != 31 {
      var changed = bytes
      changed[index] ^= 1
      #expect(throws: CryptoError.authenticationFailed) {
        try LegacyX25519Message(changed).open(with: key)
      }
    }
    #expect(throws: CryptoError.malformed(.ecies, offset: 0)) {
      try LegacyX25519Message(Data(count: 32) + bytes.dropFirst(32)).open(with: key)
    }
    #expect(throws: CryptoError.malformed(.ecies, offset: 0)) {
      try LegacyX25519Message(ephemeralPublicKey: bytes.prefix(31), combined: bytes.dropFirst(32))
    }
  }

  @Test(.enabled(if: PublicKeyPeer.isThere, "no cryptography 50 for Python"))
  func messagesOfThePeer() throws {
    let key = Curve25519.KeyAgreement.PrivateKey()
    let bytes = try #require(
      try PublicKeyPeer.ask(
        "legacy-encrypt", "X25519", key: key.publicKey.rawRepresentation, input: Data("old".utf8)))
    #expect(try LegacyX25519Message(bytes).open(with: key) == Data("old".utf8))
  }
}
