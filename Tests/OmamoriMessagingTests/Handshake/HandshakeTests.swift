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

  private static let openingDigest = "OPENING"
  private static let secrets = "SECRETS"
}
