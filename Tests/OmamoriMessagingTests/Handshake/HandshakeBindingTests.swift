import OmamoriCrypto
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// Every input of the handshake changes everything that comes out of it.
@Suite("What a handshake binds")
struct HandshakeBindingTests {
  @Test func eachInputOfTheDerivationMatters() throws {
    let keys = try (0..<5).map { index in
      try Curve25519.KeyAgreement.PrivateKey(
        rawRepresentation: [UInt8](repeating: UInt8(index + 1), count: 32))
    }
    let agreed = try (1..<5).map { try keys[0].sharedSecretFromKeyAgreement(with: keys[$0].publicKey) }
    let encapsulated = SymmetricKey(data: [UInt8](repeating: 9, count: 32))
    let transcript = [UInt8](repeating: 7, count: 32)
    let variants = [
      SessionSecrets(Array(agreed[..<3]), nil, .x25519, transcript),
      SessionSecrets(agreed, nil, .x25519, transcript),
      SessionSecrets(agreed, nil, .x25519MLKEM1024, transcript),
      SessionSecrets(agreed, encapsulated, .x25519MLKEM1024, transcript),
      SessionSecrets(agreed, encapsulated, .x25519MLKEM768, transcript),
      SessionSecrets(agreed.reversed(), encapsulated, .x25519MLKEM768, transcript),
      SessionSecrets(agreed, SymmetricKey(data: transcript), .x25519MLKEM768, transcript),
      SessionSecrets(agreed, encapsulated, .x25519MLKEM768, [UInt8](repeating: 8, count: 32)),
    ]
    for part in [\SessionSecrets.rootKey, \.initiatorHeaderKey, \.responderHeaderKey] {
      #expect(Set(variants.map { $0[keyPath: part].bytes }).count == variants.count)
    }
    #expect(Set(variants.map(\.identifier)).count == variants.count)
  }

  @Test func eachPartOfTheTranscriptMatters() throws {
    let pair = try HandshakePair()
    let start = try pair.begin()
    let other = try pair.begin()
    func digest(
      _ opening: HandshakeOpening = start.opening,
      from sender: MessagingAddress = pair.aliceAddress,
      _ signed: [UInt8] = [UInt8](repeating: 1, count: 32),
      _ responder: PeerIdentity = pair.bob.peer,
      at receiver: MessagingAddress = pair.bobAddress,
      _ oneTimeKey: [UInt8]? = nil,
      _ encapsulationKey: [UInt8]? = nil
    ) -> [UInt8] {
      HandshakeTranscript(
        opening: opening, initiatorAddress: sender, signedPartDigest: signed, responder: responder,
        responderAddress: receiver, oneTimeKey: oneTimeKey, encapsulationKey: encapsulationKey
      ).digest
    }
    let secondDevice = try MessagingAddress(name: pair.aliceAddress.name, device: 4)
    let digests = [
      digest(), digest(other.opening), digest(from: secondDevice), digest(at: secondDevice),
      digest(from: pair.bobAddress, at: pair.aliceAddress),
      digest(start.opening, from: pair.aliceAddress, [UInt8](repeating: 2, count: 32)),
      digest(start.opening, from: pair.aliceAddress, [UInt8](repeating: 1, count: 32), pair.alice.peer),
      digest(
        start.opening, from: pair.aliceAddress, [UInt8](repeating: 1, count: 32), pair.bob.peer,
        at: pair.bobAddress, [1]),
      digest(
        start.opening, from: pair.aliceAddress, [UInt8](repeating: 1, count: 32), pair.bob.peer,
        at: pair.bobAddress, nil, [1]),
    ]
    #expect(Set(digests).count == digests.count)
  }

  /// Bob believes that he talks to Carol, or was reached under another name: no key is the same.
  @Test func anotherAddressOnEitherSideGivesOtherKeys() throws {
    let pair = try HandshakePair()
    let start = try pair.begin()
    let carol = try MessagingAddress(name: "carol")
    for (from, at) in [(carol, pair.bobAddress), (pair.aliceAddress, carol)] {
      var prekeys = pair.prekeys
      let answer = try Handshake.answer(
        start.opening, from: from, as: pair.bob, at: at, prekeys: &prekeys)
      #expect(answer.secrets.sharesNothing(with: start.secrets))
    }
  }

  /// Mallory registers Bob's bundle as her own, and Alice means her: Bob's side does not follow.
  @Test func aBundleUnderAnotherNameIsOfNoUse() throws {
    let pair = try HandshakePair()
    let mallory = try MessagingAddress(name: "mallory")
    let start = try Handshake.begin(
      with: pair.bundle(), at: mallory, as: pair.alice, at: pair.aliceAddress, now: pair.clock.date)
    #expect(try pair.answered(start.opening.encoded).sharesNothing(with: start.secrets))
  }

  /// Mallory puts her own identity into Alice's opening.
  @Test func anotherIdentityInTheOpeningGivesOtherKeys() throws {
    let pair = try HandshakePair()
    let start = try pair.begin()
    let mallory = try MessagingIdentity(randomness: pair.randomness)
    let opening = start.opening
    let forged = HandshakeOpening(
      suite: opening.suite, suites: opening.suites, initiator: mallory.presented,
      ephemeralKey: opening.ephemeralKey, generation: opening.generation, oneTimeKey: opening.oneTimeKey,
      encapsulated: opening.encapsulated)
    #expect(try pair.answered(forged.encoded).sharesNothing(with: start.secrets))
  }
}
