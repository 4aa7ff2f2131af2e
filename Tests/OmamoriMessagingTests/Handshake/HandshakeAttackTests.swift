import OmamoriCrypto
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// What a server or anybody on the way may try.
@Suite("Attacks on a handshake")
struct HandshakeAttackTests {
  private static let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil

  @Test(arguments: [HandshakeSuite.x25519, .x25519MLKEM768])
  func everyChangedBitOfABundleIsRefusedOrOfNoUse(suite: HandshakeSuite) throws {
    let pair = try HandshakePair(suites: [suite])
    let bytes = try pair.bundle().encoded
    // All bits of the smaller one; of the other, one bit of each byte unless there is time.
    let step = suite == .x25519 || Self.isDeep ? 1 : 9
    var accepted = 0
    for bit in stride(from: 0, to: bytes.count * 8, by: step) {
      guard let bundle = try? KeyBundle(decoding: bytes.flipping(bit), clock: pair.clock) else { continue }
      accepted += 1
      // Only the one-time key is not signed, so that the owner has another one or none of this number.
      #expect(bit / 8 >= bytes.count - 2 - OneTimeKey.byteCount)
      let start = try pair.begin(bundle)
      guard let secrets = try? pair.answered(start.opening.encoded) else { continue }
      #expect(secrets.sharesNothing(with: start.secrets))
    }
    #expect(accepted > 0)
  }

  @Test func everyChangedBitOfAnOpeningIsRefusedOrOfNoUse() throws {
    let pair = try HandshakePair(oneTimeKeys: 3)
    let start = try pair.begin()
    let bytes = start.opening.encoded
    var answered = 0
    for bit in 0..<(bytes.count * 8) {
      guard let secrets = try? pair.answered(bytes.flipping(bit)) else { continue }
      answered += 1
      #expect(secrets.sharesNothing(with: start.secrets), "bit \(bit)")
    }
    #expect(answered > 200)
  }

  @Test func aChangedEncapsulatedKeyGivesOtherKeys() throws {
    let pair = try HandshakePair(suites: [.x25519MLKEM768], oneTimeKeys: 0)
    let start = try pair.begin()
    let bytes = start.opening.encoded
    let count = KeyEncapsulation.mlkem768.encapsulatedByteCount
    for offset in stride(from: 1, through: count, by: Self.isDeep ? 1 : 211) {
      let secrets = try pair.answered(bytes.flipping((bytes.count - offset) * 8 + offset % 8))
      #expect(secrets.sharesNothing(with: start.secrets))
    }
  }

  /// The signature of a known identity is not verified again, but it is bound all the same.
  @Test func aChangedSignatureOfAKnownIdentityGivesOtherKeys() throws {
    var pair = try HandshakePair()
    let start = try pair.begin()
    let bytes = start.opening.encoded
    let signature = 2 + start.opening.suites.encoded.count + 64
    let forged = bytes.flipping(signature * 8)
    #expect(throws: MessagingError.identity(.invalid)) { try HandshakeOpening(decoding: forged) }
    let opening = try HandshakeOpening(decoding: forged, known: pair.alice.peer)
    #expect(try pair.answer(opening).sharesNothing(with: start.secrets))
  }

  @Test func theLengthIsFixed() throws {
    let pair = try HandshakePair(suites: [.x25519, .x25519MLKEM1024])
    let bundle = try pair.bundle().encoded
    let opening = try pair.begin().opening.encoded
    for count in [0, 1, 2, 40, bundle.count - 1] {
      #expect(throws: MessagingError.self) { try KeyBundle(decoding: Array(bundle.prefix(count))) }
    }
    for count in [0, 1, 2, 40, opening.count - 1] {
      #expect(throws: MessagingError.self) { try HandshakeOpening(decoding: Array(opening.prefix(count))) }
    }
    #expect(throws: MessagingError.prekey(.invalid)) {
      try KeyBundle(decoding: bundle + [0], clock: pair.clock)
    }
    #expect(throws: MessagingError.message(.malformed)) { try HandshakeOpening(decoding: opening + [0]) }
    #expect(throws: MessagingError.message(.tooLarge)) {
      try HandshakeOpening(decoding: [UInt8](repeating: 1, count: HandshakeOpening.greatestByteCount + 1))
    }
    #expect(throws: MessagingError.prekey(.invalid)) {
      try KeyBundle(decoding: [UInt8](repeating: 1, count: KeyBundle.greatestByteCount + 1))
    }
  }

  /// The server strips the key for encapsulation and its suite; the signature covers both.
  @Test func aStrippedSuiteIsRefused() throws {
    let pair = try HandshakePair(suites: [.x25519, .x25519MLKEM768], oneTimeKeys: 0)
    let signed = pair.publication.signedPart
    let header = [signed[0], 1, HandshakeSuite.x25519.rawValue]
    let stripped = header + signed[4..<112] + signed.suffix(64)
    #expect(throws: MessagingError.prekey(.invalid)) {
      try KeyBundle(signedPart: stripped, clock: pair.clock)
    }
    #expect(throws: MessagingError.prekey(.invalid)) {
      try KeyBundle(signedPart: header + signed[4...], clock: pair.clock)
    }
  }

  /// The opening is changed to a weaker suite on its way, with and without the list of suites.
  @Test func aWeakerSuiteThanNecessaryIsRefused() throws {
    var pair = try HandshakePair(suites: [.x25519, .x25519MLKEM768])
    let start = try pair.begin()
    let opening = start.opening
    func weakened(_ suites: [HandshakeSuite]) throws -> HandshakeOpening {
      HandshakeOpening(
        suite: .x25519, suites: try #require(SuiteList(suites)), initiator: opening.initiator,
        ephemeralKey: opening.ephemeralKey, generation: opening.generation, oneTimeKey: opening.oneTimeKey,
        encapsulated: nil)
    }
    let before = pair.prekeys
    let obvious = try weakened(HandshakeSuite.allCases)
    #expect(throws: MessagingError.prekey(.noCommonSuite)) { try pair.answer(obvious) }
    #expect(pair.prekeys == before)
    let hidden = try weakened([.x25519])
    #expect(try pair.answer(hidden).sharesNothing(with: start.secrets))
  }

  /// Bob never offered the suite that the opening names.
  @Test func aSuiteThatWasNotOfferedIsRefused() throws {
    let other = try HandshakePair(seed: 3, suites: [.x25519MLKEM768], oneTimeKeys: 0)
    var pair = try HandshakePair()
    let foreign = try other.begin().opening
    let opening = HandshakeOpening(
      suite: foreign.suite, suites: foreign.suites, initiator: pair.alice.presented,
      ephemeralKey: foreign.ephemeralKey, generation: 1, oneTimeKey: 0, encapsulated: foreign.encapsulated)
    #expect(throws: MessagingError.prekey(.noCommonSuite)) { try pair.answer(opening) }
  }

  @Test func theOwnIdentityIsNoPeer() throws {
    let pair = try HandshakePair()
    let bundle = try pair.bundle()
    #expect(throws: MessagingError.identity(.own)) {
      try Handshake.begin(
        with: bundle, at: pair.bobAddress, as: pair.bob, at: pair.bobAddress, now: pair.clock.date)
    }
  }

  /// An own opening comes back, as if the peer had sent it.
  @Test func aReflectedOpeningIsRefused() throws {
    let pair = try HandshakePair()
    var own = try Prekeys(for: pair.alice, now: pair.clock.date, randomness: pair.randomness)
    let opening = try pair.begin().opening
    #expect(throws: MessagingError.identity(.own)) {
      try Handshake.answer(
        opening, from: pair.bobAddress, as: pair.alice, at: pair.aliceAddress, prekeys: &own)
    }
  }

  /// Half of an own identity is refused like the whole.
  @Test func anIdentityWithAnOwnKeyIsNoPeer() throws {
    let pair = try HandshakePair()
    let mallory = try MessagingIdentity(randomness: pair.randomness)
    let mixed = try PeerIdentity(
      signingKey: mallory.peer.signingKey, agreementKey: pair.bob.peer.agreementKey)
    let signature = try mallory.signature(for: .identity(agreementKey: mixed.agreementKey))
    let opening = try pair.begin().opening
    let forged = HandshakeOpening(
      suite: opening.suite, suites: opening.suites, initiator: PresentedIdentity(mixed, signature: signature),
      ephemeralKey: opening.ephemeralKey, generation: opening.generation, oneTimeKey: opening.oneTimeKey,
      encapsulated: nil)
    #expect(throws: MessagingError.identity(.own)) { try pair.answered(forged.encoded) }
  }

  @Test func anExpiredBundleIsRefused() throws {
    let pair = try HandshakePair()
    let bundle = try pair.bundle()
    pair.clock.advance(by: .seconds(Prekeys.lifetime - 1))
    _ = try pair.begin(bundle)
    pair.clock.advance(by: .seconds(1))
    #expect(throws: MessagingError.prekey(.expired)) { try pair.begin(bundle) }
    #expect(throws: MessagingError.prekey(.expired)) { try pair.bundle() }
  }

  @Test func aSignatureOfAnotherIdentityIsRefused() throws {
    let (pair, other) = (
      try HandshakePair(suites: [.x25519MLKEM768], encapsulationKeys: true), try HandshakePair(seed: 2)
    )
    var signed = pair.publication.signedPart
    signed.replaceSubrange((signed.count - 64)..., with: other.publication.signedPart.suffix(64))
    #expect(throws: MessagingError.prekey(.invalid)) { try KeyBundle(signedPart: signed, clock: pair.clock) }
    // A one-time key for encapsulation of somebody else, validly signed by them.
    let foreign = try HandshakePair(
      seed: 3, suites: [.x25519MLKEM768], oneTimeKeys: 1, encapsulationKeys: true)
    #expect(throws: MessagingError.prekey(.invalid)) {
      try KeyBundle(
        signedPart: pair.publication.signedPart,
        oneTimeEncapsulationKey: foreign.publication.oneTimeEncapsulationKeys[0].bytes, clock: pair.clock)
    }
  }
}
