import OmamoriCrypto
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// The start of a session, as it should go.
@Suite("Handshake")
struct HandshakeTests {
  @Test(arguments: HandshakeSuite.allCases, [0, 1])
  func bothSidesGetTheSame(suite: HandshakeSuite, oneTimeKeys: Int) throws {
    var pair = try HandshakePair(
      suites: [suite], oneTimeKeys: oneTimeKeys, encapsulationKeys: suite.encapsulation != nil)
    let start = try pair.begin()
    #expect(start.opening.suite == suite)
    #expect((start.opening.oneTimeKey == 0) == (oneTimeKeys == 0))
    let received = try HandshakeOpening(decoding: start.opening.encoded)
    #expect(received == start.opening)
    #expect(try pair.answer(received).all == start.secrets.all)
    #expect(start.secrets.identifier.count == 16 && start.secrets.associatedData.count == 32)
  }

  @Test func aRatchetGoesOnFromIt() throws {
    var pair = try HandshakePair(suites: [.x25519])
    let start = try pair.begin()
    var alice = try DoubleRatchet.initiator(start.secrets, remoteRatchetKey: start.remoteRatchetKey)
    let message = try alice.seal(Array("hello".utf8), authenticating: [])
    let (secrets, key) = try Handshake.answer(
      start.opening, from: pair.aliceAddress, as: pair.bob, at: pair.bobAddress, prekeys: &pair.prekeys)
    var bob = DoubleRatchet.responder(secrets, ratchetKey: key)
    #expect(try bob.open(message, authenticating: [], now: pair.clock.date) == Array("hello".utf8))
    let back = try bob.seal([7], authenticating: [])
    #expect(try alice.open(back, authenticating: [], now: pair.clock.date) == [7])
  }

  @Test func everySessionIsAnother() throws {
    let pair = try HandshakePair()
    let (first, second) = (try pair.begin(), try pair.begin())
    #expect(first.secrets.sharesNothing(with: second.secrets))
    #expect(Set([first.secrets.rootKey, first.secrets.initiatorHeaderKey].map(\.bytes)).count == 2)
  }

  @Test(arguments: [
    ([HandshakeSuite.x25519, .x25519MLKEM1024], HandshakeSuite.allCases, HandshakeSuite.x25519MLKEM1024),
    ([.x25519, .x25519MLKEM768], HandshakeSuite.allCases, .x25519MLKEM768),
    ([.x25519, .x25519MLKEM1024], [.x25519], .x25519),
    ([.x25519, .x25519MLKEM1024], [.x25519, .x25519MLKEM768], .x25519),
  ])
  func theStrongestCommonSuiteIsUsed(
    offered: [HandshakeSuite], taken: [HandshakeSuite], expected: HandshakeSuite
  ) throws {
    var pair = try HandshakePair(suites: offered)
    let start = try pair.begin(suites: taken)
    #expect(start.opening.suite == expected)
    #expect(try pair.answer(start.opening).all == start.secrets.all)
  }

  @Test func noCommonSuiteIsAnError() throws {
    let pair = try HandshakePair(suites: [.x25519MLKEM768])
    #expect(throws: MessagingError.prekey(.noCommonSuite)) { try pair.begin(suites: [.x25519]) }
    #expect(throws: MessagingError.prekey(.noCommonSuite)) { try pair.begin(suites: []) }
  }

  @Test func onlyOneMechanismCanBeOffered() throws {
    let pair = try HandshakePair()
    #expect(throws: MessagingError.prekey(.noCommonSuite)) {
      try Prekeys(for: pair.bob, suites: HandshakeSuite.allCases, now: pair.clock.date)
    }
  }

  /// The bytes of the suite without a key encapsulation mechanism, as the script beside derives them too.
  @Test func theBytesStayWhatTheyAre() throws {
    var pair = try HandshakePair(seed: 42)
    let start = try pair.begin()
    #expect(SHA256.hash(data: start.opening.encoded).map { $0 }.hex == Self.openingDigest)
    #expect(start.secrets.all.hex == Self.secrets)
    #expect(try pair.answer(start.opening).all.hex == Self.secrets)
  }

  private static let openingDigest = "2ca0b63443f8a8f77dd3d42d33fc5e5eafe2e8a6fa5e39effd8ee72586bd8fc0"
  private static let secrets =
    "d34544707ad4e98bf478126d3771bd58a44dfce8bc6b88ea25a51816036db1e7"
    + "8ace2d8dc69cd1b50f3efa726a44a34035e109f4a31ff2928d3800c6beb931aa"
    + "1575f2285b0ecc99b4283a1e61023351d4c513cadbc0265259e4f9ac59bffdc1"
    + "c2299599e0cc37ce57a443d6833e56bc30c45417e83e31ffbd7ed58b27e53a84"
    + "c15904a4fd4c1cd229828dc0bf471848"
}
