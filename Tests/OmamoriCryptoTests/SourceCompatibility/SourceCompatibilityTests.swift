import Foundation
import OmamoriCrypto
import Testing

/// What `Clients` holds is written as for CryptoKit, with another import: it must compile and give the right results.
///
/// apple-check compiles the same files with `import CryptoKit`.
@Suite struct SourceCompatibilityTests {
  private let key = SymmetricKey(data: Data(repeating: 0, count: 32))

  @Test func messagesInOnePieceAndInThree() throws {
    let box = MessageBox()
    let combined = try box.sealed(Data("tea at four".utf8), for: "ada")
    #expect(combined.count == 12 + 11 + 16)
    #expect(try box.opened(combined, for: "ada") == Data("tea at four".utf8))
    #expect(FailureMessage.isForgery { try box.opened(combined, for: "bob") })
    // Test case 14 of the specification of GCM.
    let parts = try MessageBox(key: key).parts(
      of: hex(String(repeating: "0", count: 32)), nonce: hex(String(repeating: "0", count: 24)))
    #expect(parts.ciphertext == Data(hex("cea7403d4d606b6e074ec5d3baf39d18")))
    #expect(parts.tag == Data(hex("d0d1c8a799996bf0265b98b5d48ab919")))
    #expect(try MessageBox(key: key).message(of: parts) == Data(count: 16))
    #expect(try box.openedWithChaCha(box.sealedWithChaCha([1, 2, 3])) == Data([1, 2, 3]))
  }

  @Test func failuresAreCounted() {
    let failures: [CryptoKitError] = [.authenticationFailure, .wrapFailure, .authenticationFailure]
    #expect(Set(failures) == [.authenticationFailure, .wrapFailure])
  }

  @Test func keysComeBackFromTheArchive() throws {
    var archive = KeyArchive()
    let made = try archive.loadOrMake("data")
    #expect(try archive.loadOrMake("data") == made)
    let (agreement, signing) = (Curve25519.KeyAgreement.PrivateKey(), P256.Signing.PrivateKey())
    archive.save(agreement, as: "agreement")
    archive.save(signing, as: "signing")
    let loaded = try archive.load("agreement", as: Curve25519.KeyAgreement.PrivateKey.self)
    #expect(loaded?.publicKey.rawRepresentation == agreement.publicKey.rawRepresentation)
    let loadedSigning = try archive.load("signing", as: P256.Signing.PrivateKey.self)
    #expect(loadedSigning?.rawRepresentation == signing.rawRepresentation)
    archive.delete("data")
    #expect(try archive.load("data", as: SymmetricKey.self) == nil)
    #expect(throws: CryptoKitError.incorrectKeySize) { try SymmetricKey(archived: Data(count: 31)) }
  }

  @Test func derivationOfRFC5869() {
    let derivation = Derivation(secret: SymmetricKey(data: [UInt8](repeating: 0x0b, count: 22)))
    let (salt, info) = (hex("000102030405060708090a0b0c"), hex("f0f1f2f3f4f5f6f7f8f9"))
    let expected = hex(
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    let direct = derivation.key(with: SHA256.self, salt: salt, info: info, byteCount: 42)
    #expect(direct.archived == Data(expected))
    #expect(derivation.keyInSteps(salt: Data(salt), info: Data(info), byteCount: 42) == direct)
    #expect(derivation.cacheKey().bitCount == 256)
    #expect(derivation.saltedKey().bitCount == 512)
    #expect(derivation.plainKey().bitCount == 128)
  }

  @Test func fingerprintsOfFIPS180() {
    let abc = Data("abc".utf8)
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(Fingerprint.hexadecimal(abc) == expected)
    #expect(Fingerprint.hexadecimal(of: [Data("a".utf8), Data("bc".utf8)], with: SHA256.self) == expected)
    #expect(Fingerprint.isIntact(abc, expected: Data(hex(expected))))
    #expect(!Fingerprint.isIntact(Data("abd".utf8), expected: Data(hex(expected))))
    #expect(Fingerprint.bytes(of: SHA256.hash(data: abc)) == hex(expected))
    #expect(Fingerprint.legacy("abc") == Data(hex("a9993e364706816aba3e25717850c26c9cd0d89d")))
    #expect(Fingerprint.checksum(abc) == Data(hex("900150983cd24fb0d6963f7d28e17f72")))
    #expect(Fingerprint.occurrences([abc, Data(), abc])[SHA512.hash(data: abc)] == 2)
    #expect(Fingerprint.first4Bytes(abc) == 0xcb00_753f)
  }

  @Test func authenticationCodeOfRFC4231() {
    let webhook = Webhook(key: SymmetricKey(data: Data("Jefe".utf8)))
    let body = Data("what do ya want for nothing?".utf8)
    let expected = Data(hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    #expect(webhook.signature(of: body) == expected)
    #expect(webhook.accepts(body, signature: expected))
    #expect(!webhook.accepts(body + [0], signature: expected))
    let code = webhook.code(of: [body.prefix(5), body.dropFirst(5)])
    #expect(code == expected)
    #expect(webhook.accepts(body, code: code))
    #expect(webhook.longSignature(of: [UInt8](body)).prefix(4) == [0x16, 0x4b, 0x7a, 0x7b])
  }

  @Test func conversationOverTheKeysOfRFC7748() throws {
    let alice = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
    let bobsKey = hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    let bobsPublic = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bobsKey)
    #expect(
      try agreedBytes(alice, bobsPublic)
        == hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"))
    let bob = Curve25519.KeyAgreement.PrivateKey()
    let (first, second) = (
      try Conversation(alice, with: bob.publicKey.rawRepresentation),
      try Conversation(bob, with: alice.publicKey.rawRepresentation)
    )
    #expect(try second.read(first.write("hello")) == "hello")
    #expect(throws: CryptoKitError.self) { try first.read(first.write("my own words")) }
    #expect(try agreedBytes(alice, bob.publicKey) == agreedBytes(bob, alice.publicKey))
  }

  @Test func signatureOfRFC6979InEveryForm() throws {
    let key = try P256.Signing.PrivateKey(
      rawRepresentation: hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"))
    let signature = try P256.Signing.ECDSASignature(
      rawRepresentation: hex(
        "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
          + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"))
    let message = Data("sample".utf8)
    let forms = try DeviceKey.publicForms(of: key.publicKey)
    #expect(forms.count >= 5)
    for form in forms { #expect(try DeviceKey.isValid(signature.derRepresentation, of: message, form)) }
    for form in try DeviceKey.privateForms(of: key) {
      let own = try DeviceKey.signature(of: message, form)
      #expect(try DeviceKey.isValid(own, of: message, key.publicKey))
      #expect(try !DeviceKey.isValid(own, of: Data("simple".utf8), key.publicKey))
    }
    #expect(try DeviceKey.largerCurvesAgree(on: [1, 2, 3]))
  }

  @Test func agreementOnP256InEveryForm() throws {
    let (own, peer) = (P256.KeyAgreement.PrivateKey(), P256.KeyAgreement.PrivateKey())
    let (copy, publicCopy) = try DeviceKey.agreementForms(of: own)
    let info = Data("info".utf8)
    let first = try DeviceKey.agreement(copy, peer.publicKey, info: info)
    #expect(try DeviceKey.agreement(peer, publicCopy, info: info) == first)
    #expect(first.bitCount == 128)
  }

  @Test func challengeOfRFC7636() {
    let proof = ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(proof.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(ProofKey().verifier.count == 43)
    #expect(ProofKey().verifier != ProofKey().verifier)
  }

  @Test func tokensAreBoundToTheirAccount() throws {
    let vault = TokenVault(key: key)
    let tokens = TokenVault.Tokens(
      access: "a.b.c", refresh: nil, expires: Date(timeIntervalSinceReferenceDate: 1))
    let record = try vault.record(of: tokens, account: "ada")
    #expect(try vault.tokens(in: record, account: "ada") == tokens)
    #expect(throws: CryptoKitError.self) { try vault.tokens(in: record, account: "bob") }
  }

  @Test func lettersForOneReader() throws {
    let reader = Curve25519.KeyAgreement.PrivateKey()
    let pages = [Data("one".utf8), Data("two".utf8)]
    let letter = try SealedLetter(pages, to: reader.publicKey, subject: "plan")
    #expect(try letter.read(with: reader, subject: "plan") == pages)
    #expect(throws: CryptoKitError.self) { try letter.read(with: reader, subject: "plot") }
    #expect(throws: CryptoKitError.self) {
      try letter.read(with: Curve25519.KeyAgreement.PrivateKey(), subject: "plan")
    }
    let secrets = try SealedLetter.exportedSecrets(P256.KeyAgreement.PrivateKey())
    #expect(secrets[0] == secrets[1])
    #expect(try DurableLetter.roundTrip(pages[0]) == pages[0])
    #expect(try DurableLetter.secretsAgree())
  }

  @Test func signatureOfRFC8032() throws {
    let (signature, publicKey) = try ReleaseSignature.sign(
      Data([0x72]), seed: hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
    #expect(
      publicKey == Data(hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")))
    let trusted = try ReleaseSignature(trusted: publicKey)
    #expect(trusted.isValid(signature, for: [0x72]))
    #expect(!trusted.isValid(signature, for: [0x73]))
    // CryptoKit's signatures are randomised, so only this one is the vector's.
    let expected = hex(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
    #expect(trusted.isValid(expected, for: Data([0x72])))
  }

  @Test func envelopeOfRFC3394() throws {
    let device = SymmetricKey(data: [UInt8](0..<32))
    let inner = SymmetricKey(data: hex("00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f"))
    let envelope = try KeyEnvelope(inner, using: device)
    #expect(
      envelope.wrapped
        == Data(hex("28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21")))
    #expect(try envelope.key(using: device) == inner)
    var changed = envelope.wrapped
    changed[0] ^= 1
    let failure = #expect(throws: CryptoKitError.self) {
      try KeyEnvelope(wrapped: changed).key(using: device)
    }
    #expect(failure.map(FailureMessage.text) == "the key cannot be wrapped or unwrapped")
  }

  @Test func failuresAreToldApart() {
    #expect(FailureMessage.text(for: CryptoKitError.authenticationFailure).contains("changed"))
    #expect(FailureMessage.text(for: CryptoKitError.underlyingCoreCryptoError(error: 7)).contains("7"))
    #expect(FailureMessage.text(for: CancellationError()) == "something else went wrong")
    #expect(!FailureMessage.isForgery { throw CryptoKitError.incorrectKeySize })
  }
}
