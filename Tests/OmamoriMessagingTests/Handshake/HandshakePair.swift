import OmamoriCore
import OmamoriCrypto

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// Two people, the second of whom has published keys; made from a seed.
struct HandshakePair {
  let clock = ManualClock()
  let randomness: SeededRandomness
  let alice: MessagingIdentity
  let bob: MessagingIdentity
  let aliceAddress: MessagingAddress
  let bobAddress: MessagingAddress
  /// Whether bundles have one-time keys for encapsulation.
  let encapsulationKeys: Bool
  var prekeys: Prekeys
  var publication: PrekeyPublication

  init(
    seed: UInt64 = 1,
    suites: [HandshakeSuite] = [.x25519],
    oneTimeKeys: Int = 2,
    encapsulationKeys: Bool = false
  ) throws {
    randomness = SeededRandomness(seed: seed)
    alice = try MessagingIdentity(randomness: randomness)
    bob = try MessagingIdentity(randomness: randomness)
    aliceAddress = try MessagingAddress(name: "alice@example.com", device: 3)
    bobAddress = try MessagingAddress(name: "ボブ")
    self.encapsulationKeys = encapsulationKeys
    prekeys = try Prekeys(for: bob, suites: suites, now: clock.date, randomness: randomness)
    publication = try prekeys.publication(
      count: oneTimeKeys, as: bob, now: clock.date, randomness: randomness)
  }

  /// A bundle as a server hands it out; without one-time keys when there is none at the index.
  func bundle(_ index: Int = 0) throws -> KeyBundle {
    let keys = publication.oneTimeKeys
    let encapsulation = encapsulationKeys ? publication.oneTimeEncapsulationKeys : []
    return try KeyBundle(
      signedPart: publication.signedPart,
      oneTimeKey: keys.indices.contains(index) ? keys[index].bytes : nil,
      oneTimeEncapsulationKey: encapsulation.indices.contains(index) ? encapsulation[index].bytes : nil,
      clock: clock
    )
  }

  typealias Start = (
    secrets: SessionSecrets, opening: HandshakeOpening, remoteRatchetKey: Curve25519.KeyAgreement.PublicKey
  )

  /// Alice starts a session, or somebody else at her address.
  func begin(
    _ bundle: KeyBundle? = nil,
    as identity: MessagingIdentity? = nil,
    suites: [HandshakeSuite] = HandshakeSuite.allCases,
    randomness: SeededRandomness? = nil
  ) throws -> Start {
    try Handshake.begin(
      with: bundle ?? self.bundle(), at: bobAddress, as: identity ?? alice, at: aliceAddress, suites: suites,
      now: clock.date, randomness: randomness ?? self.randomness)
  }

  /// Bob answers and keeps what is left of his prekeys.
  mutating func answer(_ opening: HandshakeOpening) throws -> SessionSecrets {
    try Handshake.answer(opening, from: aliceAddress, as: bob, at: bobAddress, prekeys: &prekeys).secrets
  }

  /// What Bob would answer; his prekeys stay as they are.
  func answered(_ opening: [UInt8]) throws -> SessionSecrets {
    var copy = self
    return try copy.answer(HandshakeOpening(decoding: opening))
  }
}

extension SessionSecrets {
  /// All secrets one after the other, for comparisons.
  var all: [UInt8] {
    rootKey.bytes + initiatorHeaderKey.bytes + responderHeaderKey.bytes + identifier + associatedData
  }

  /// Whether nothing of `other` occurs here.
  func sharesNothing(with other: SessionSecrets) -> Bool {
    rootKey != other.rootKey && initiatorHeaderKey != other.initiatorHeaderKey
      && responderHeaderKey != other.responderHeaderKey && identifier != other.identifier
      && associatedData != other.associatedData
  }
}

extension [UInt8] {
  /// The bytes with one bit changed.
  func flipping(_ bit: Int) -> [UInt8] {
    var bytes = self
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    return bytes
  }
}

extension Array<UInt8> {
  /// The bytes that hexadecimal digits stand for.
  init(hex text: String) {
    let digits = Array<Character>(text).compactMap(\.hexDigitValue)
    self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The bytes as hexadecimal digits.
  var hex: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}
