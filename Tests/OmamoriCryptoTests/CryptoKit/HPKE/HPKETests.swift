import OmamoriCore
import Testing

@testable import OmamoriCrypto

/// The use of HPKE: the four modes, what is refused, and the count of messages.
@Suite struct HPKETests {
  static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
  static let info = Data("example".utf8)
  typealias Key = Curve25519.KeyAgreement.PrivateKey

  /// Seals two messages and opens them.
  static func exchange(_ sender: HPKE.Sender, _ recipient: HPKE.Recipient) throws {
    var (sender, recipient) = (sender, recipient)
    for text in ["first", "", "third"] {
      let sealed = try sender.seal(Data(text.utf8), authenticating: Data("header".utf8))
      #expect(sealed.startIndex == 0 && sealed.count == text.utf8.count + 16)
      #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(sealed) }
      #expect(try recipient.open(sealed, authenticating: Data("header".utf8)) == Data(text.utf8))
    }
    #expect(try recipient.open(sender.seal(Data([1]))) == Data([1]))
    let secret = try sender.exportSecret(context: Data([1]), outputByteCount: 40)
    #expect(secret.bitCount == 320)
    #expect(try recipient.exportSecret(context: Data([1]), outputByteCount: 40) == secret)
    #expect(try recipient.exportSecret(context: Data([2]), outputByteCount: 40) != secret)
  }

  /// The base mode with keys of one type.
  static func base<Secret: HPKEDiffieHellmanPrivateKeyGeneration>(
    _: Secret.Type,
    _ suite: HPKE.Ciphersuite
  ) throws {
    let key = Secret()
    let sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: info)
    let recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: sender.encapsulatedKey)
    try exchange(sender, recipient)
  }

  @Test func everySuite() throws {
    try Self.base(P256.KeyAgreement.PrivateKey.self, .P256_SHA256_AES_GCM_256)
    try Self.base(P384.KeyAgreement.PrivateKey.self, .P384_SHA384_AES_GCM_256)
    try Self.base(P521.KeyAgreement.PrivateKey.self, .P521_SHA512_AES_GCM_256)
    try Self.base(Key.self, .Curve25519_SHA256_ChachaPoly)
    let suite = HPKE.Ciphersuite.XWingMLKEM768X25519_SHA256_AES_GCM_256
    let key = try XWingMLKEM768X25519.PrivateKey()
    let sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: Self.info)
    let recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: suite, info: Self.info, encapsulatedKey: sender.encapsulatedKey)
    try Self.exchange(sender, recipient)
  }

  /// RFC 9180, appendix A.2.1.
  @Test func messageOfTheStandard() throws {
    let key = try Key(
      rawRepresentation: hex("8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb"))
    let enc = Data(hex("1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a"))
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: .Curve25519_SHA256_ChachaPoly,
      info: Data(hex("4f6465206f6e2061204772656369616e2055726e")), encapsulatedKey: enc)
    let first = hex(
      "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28")
    let second = hex(
      "6b53c051e4199c518de79594e1c4ab18b96f081549d45ce015be002090bb119e85285337cc95ba5f59992dc98c")
    let text = Data("Beauty is truth, truth beauty".utf8)
    #expect(try recipient.open(first, authenticating: Data("Count-0".utf8)) == text)
    #expect(try recipient.open(second, authenticating: Data("Count-1".utf8)) == text)
    let exported = hex("5acb09211139c43b3090489a9da433e8a30ee7188ba8b0a9a1ccf0c229283e53")
    let secret = try recipient.exportSecret(context: Data("TestContext".utf8), outputByteCount: 32)
    #expect(secret == SymmetricKey(data: exported))
  }

  @Test func everyMode() throws {
    let (key, own, suite, info) = (Key(), Key(), Self.suite, Self.info)
    let (psk, id) = (SymmetricKey(size: .bits256), Data("id".utf8))
    let preshared = try HPKE.Sender(
      recipientKey: key.publicKey, ciphersuite: suite, info: info, presharedKey: psk,
      presharedKeyIdentifier: id)
    try Self.exchange(
      preshared,
      HPKE.Recipient(
        privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: preshared.encapsulatedKey,
        presharedKey: psk, presharedKeyIdentifier: id))
    let authenticated = try HPKE.Sender(
      recipientKey: key.publicKey, ciphersuite: suite, info: info, authenticatedBy: own)
    try Self.exchange(
      authenticated,
      HPKE.Recipient(
        privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: authenticated.encapsulatedKey,
        authenticatedBy: own.publicKey))
    let both = try HPKE.Sender(
      recipientKey: key.publicKey, ciphersuite: suite, info: info, authenticatedBy: own, presharedKey: psk,
      presharedKeyIdentifier: id)
    try Self.exchange(
      both,
      HPKE.Recipient(
        privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: both.encapsulatedKey,
        authenticatedBy: own.publicKey, presharedKey: psk, presharedKeyIdentifier: id))
  }

  @Test func everyWrongParameterIsNoticed() throws {
    let (key, own, suite, info) = (Key(), Key(), Self.suite, Self.info)
    let (psk, id) = (SymmetricKey(size: .bits256), Data("id".utf8))
    var sender = try HPKE.Sender(
      recipientKey: key.publicKey, ciphersuite: suite, info: info, authenticatedBy: own, presharedKey: psk,
      presharedKeyIdentifier: id)
    let (sealed, enc) = (try sender.seal(Data("text".utf8)), sender.encapsulatedKey)
    func recipient(
      _ key: Key = key, _ suite: HPKE.Ciphersuite = suite, _ info: Data = info, _ sender: Key = own,
      _ psk: SymmetricKey = psk, _ id: Data = id
    ) throws -> HPKE.Recipient {
      try HPKE.Recipient(
        privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc,
        authenticatedBy: sender.publicKey, presharedKey: psk, presharedKeyIdentifier: id)
    }
    var right = try recipient()
    #expect(try right.open(sealed) == Data("text".utf8))
    let otherSuite = HPKE.Ciphersuite(kem: suite.kem, kdf: .HKDF_SHA512, aead: suite.aead)
    var base = try HPKE.Recipient(privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc)
    #expect(throws: CryptoKitError.authenticationFailure) { try base.open(sealed) }
    for var wrong in [
      try recipient(Key()), try recipient(key, otherSuite), try recipient(key, suite, Data()),
      try recipient(key, suite, info, Key()),
      try recipient(key, suite, info, own, SymmetricKey(size: .bits256)),
      try recipient(key, suite, info, own, psk, Data("other".utf8)),
    ] {
      #expect(throws: CryptoKitError.authenticationFailure) { try wrong.open(sealed) }
    }
    // A message that is sent back does not open at its sender.
    var reflected = try HPKE.Recipient(
      privateKey: own, ciphersuite: suite, info: info, encapsulatedKey: enc, authenticatedBy: key.publicKey,
      presharedKey: psk, presharedKeyIdentifier: id)
    #expect(throws: CryptoKitError.authenticationFailure) { try reflected.open(sealed) }
  }

  @Test func messagesOpenOnceAndInOrder() throws {
    let key = Key()
    var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: Self.suite, info: Self.info)
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: Self.suite, info: Self.info, encapsulatedKey: sender.encapsulatedKey)
    var copy = sender
    let (first, second) = (try sender.seal(Data([1])), try copy.seal(Data([1])))
    #expect(first != second, "a copy must not use a nonce again")
    #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(second) }
    #expect(try recipient.open(first) == Data([1]))
    #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(first) }
    #expect(try recipient.open(second) == Data([1]))
  }

  @Test func neitherSideShowsAnythingSecret() throws {
    let key = Key()
    let sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: Self.suite, info: Self.info)
    let recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: Self.suite, info: Self.info, encapsulatedKey: sender.encapsulatedKey)
    var text = "\(sender) \(recipient)"
    dump(sender, to: &text)
    dump(recipient, to: &text)
    #expect(text.contains("<redacted>"))
    #expect(!text.contains("baseNonce"), "the first nonce is derived from the secret")
  }

  @Test func noChangedByteOpens() throws {
    let key = Key()
    var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: Self.suite, info: Self.info)
    let (enc, sealed) = (sender.encapsulatedKey, try sender.seal(Data("message".utf8)))
    func open(_ enc: Data, _ sealed: Data) throws -> Data {
      var recipient = try HPKE.Recipient(
        privateKey: key, ciphersuite: Self.suite, info: Self.info, encapsulatedKey: enc)
      return try recipient.open(sealed)
    }
    #expect(try open(enc, sealed) == Data("message".utf8))
    for index in 0..<(8 * sealed.count) {
      var changed = sealed
      changed[index / 8] ^= 1 << UInt8(index % 8)
      #expect(throws: CryptoKitError.authenticationFailure) { try open(enc, changed) }
    }
    // Even the bit that X25519 ignores: the encoding is bound to the key.
    for index in 0..<(8 * enc.count) {
      var changed = enc
      changed[index / 8] ^= 1 << UInt8(index % 8)
      #expect(throws: (any Error).self) { try open(changed, sealed) }
    }
    for count in 0..<sealed.count {
      #expect(throws: (any Error).self) { try open(enc, sealed.prefix(count)) }
    }
    #expect(throws: HPKE.Errors.ciphertextTooShort) { try open(enc, sealed.prefix(15)) }
    for count in 0..<70 where count != 32 {
      #expect(throws: CryptoKitError.incorrectKeySize) { try open(Data(count: count), sealed) }
    }
    #expect(throws: CryptoKitError.self) { try open(Data(count: 32), sealed) }
  }

  @Test func parametersThatDoNotFit() throws {
    let (key, curve, info) = (Key(), P256.KeyAgreement.PrivateKey(), Self.info)
    let (psk, none) = (SymmetricKey(size: .bits256), SymmetricKey(data: Data()))
    #expect(throws: HPKE.Errors.inconsistentCiphersuiteAndKey) {
      try HPKE.Sender(recipientKey: curve.publicKey, ciphersuite: Self.suite, info: info)
    }
    #expect(throws: HPKE.Errors.inconsistentCiphersuiteAndKey) {
      try HPKE.Recipient(
        privateKey: curve, ciphersuite: Self.suite, info: info, encapsulatedKey: Data(count: 65))
    }
    func make(_ psk: SymmetricKey, _ id: Data) throws -> HPKE.Sender {
      try HPKE.Sender(
        recipientKey: key.publicKey, ciphersuite: Self.suite, info: info, presharedKey: psk,
        presharedKeyIdentifier: id)
    }
    #expect(throws: HPKE.Errors.inconsistentPSKInputs) { try make(psk, Data()) }
    #expect(throws: HPKE.Errors.inconsistentPSKInputs) { try make(none, Data([1])) }
    #expect(throws: HPKE.Errors.expectedPSK) { try make(none, Data()) }
    let sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: Self.suite, info: info)
    for count in [-1, 0, 255 * 32 + 1, .max] {
      #expect(throws: CryptoKitError.incorrectParameterSize) {
        try sender.exportSecret(context: Data(), outputByteCount: count)
      }
    }
    #expect(try sender.exportSecret(context: Data(), outputByteCount: 255 * 32).bitCount == 255 * 256)
  }

  @Test func theCountOfMessagesEnds() throws {
    let result = KEM.EncapsulationResult(
      sharedSecret: SymmetricKey(size: .bits256), encapsulated: Data(count: 32))
    var sender = HPKE.Sender(Self.suite, .base, result, info: Self.info, firstNumber: .max - 1)
    var recipient = HPKE.Recipient(
      Self.suite, .base, result.sharedSecret, info: Self.info, firstNumber: .max - 1)
    let last = try sender.seal(Data([1]))
    #expect(try recipient.open(last) == Data([1]))
    #expect(throws: HPKE.Errors.outOfRangeSequenceNumber) { try sender.seal(Data([1])) }
    #expect(throws: HPKE.Errors.outOfRangeSequenceNumber) { try recipient.open(last) }
  }

  @Test(.enabled(if: PublicKeyPeer.isThere, "no cryptography 50 for Python"))
  func bothWaysWithThePeer() throws {
    try Self.meet("X25519", Key(), .Curve25519_SHA256_ChachaPoly, \.rawRepresentation)
    try Self.meet("P256", P256.KeyAgreement.PrivateKey(), .P256_SHA256_AES_GCM_256, \.rawRepresentation)
    try Self.meet("P384", P384.KeyAgreement.PrivateKey(), .P384_SHA384_AES_GCM_256, \.rawRepresentation)
    try Self.meet("P521", P521.KeyAgreement.PrivateKey(), .P521_SHA512_AES_GCM_256, \.rawRepresentation)
    let suite = HPKE.Ciphersuite.XWingMLKEM768X25519_SHA256_AES_GCM_256
    let key = try XWingMLKEM768X25519.PrivateKey()
    var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: Self.info)
    let ours = try sender.encapsulatedKey + sender.seal(Data("ours".utf8))
    let read = try PublicKeyPeer.ask(
      "hpke-decrypt", "XWing", key: key.seedRepresentation, input: ours, info: "example")
    #expect(read == Data("ours".utf8))
    let theirs = try #require(
      try PublicKeyPeer.ask(
        "hpke-encrypt", "XWing", key: key.publicKey.rawRepresentation, input: Data("theirs".utf8),
        info: "example"))
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: suite, info: Self.info, encapsulatedKey: theirs.prefix(1120))
    #expect(try recipient.open(theirs.dropFirst(1120)) == Data("theirs".utf8))
  }

  /// One message each way.
  static func meet<Secret: HPKEDiffieHellmanPrivateKey>(
    _ kind: String,
    _ key: Secret,
    _ suite: HPKE.Ciphersuite,
    _ raw: (Secret) -> Data
  ) throws {
    let publicKey = try key.publicKey.hpkeRepresentation(kem: suite.kem)
    var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: info)
    let ours = try sender.encapsulatedKey + sender.seal(Data("ours".utf8))
    let read = try PublicKeyPeer.ask("hpke-decrypt", kind, key: raw(key), input: ours, info: "example")
    #expect(read == Data("ours".utf8), "\(kind)")
    let theirs = try #require(
      try PublicKeyPeer.ask(
        "hpke-encrypt", kind, key: publicKey, input: Data("theirs".utf8), info: "example"))
    var recipient = try HPKE.Recipient(
      privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: theirs.prefix(publicKey.count))
    #expect(try recipient.open(theirs.dropFirst(publicKey.count)) == Data("theirs".utf8), "\(kind)")
  }
}
