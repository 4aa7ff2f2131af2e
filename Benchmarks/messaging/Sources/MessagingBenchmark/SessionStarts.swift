import Foundation
import OmamoriCore
import OmamoriCrypto

@testable import OmamoriMessaging

/// How many sessions begin in a second of processor time: one side verifies a bundle with a one-time key and seals the
/// first message, the other side verifies the opening and opens it.
struct SessionStarts {
  static let count = 1_000

  private let alice: MessagingIdentity
  private let bob: MessagingIdentity
  private let aliceAddress: MessagingAddress
  private let bobAddress: MessagingAddress
  private let prekeys: Prekeys
  private let bundle: [UInt8]
  private let now = Date()

  init(suite: HandshakeSuite) throws {
    (alice, bob) = (try MessagingIdentity(), try MessagingIdentity())
    (aliceAddress, bobAddress) = (try MessagingAddress(name: "alice"), try MessagingAddress(name: "bob"))
    var prekeys = try Prekeys(for: bob, suites: [suite], now: now)
    let publication = try prekeys.publication(count: 100, as: bob, now: now)
    bundle = try KeyBundle(
      signedPart: publication.signedPart, oneTimeKey: publication.oneTimeKeys[0].bytes,
      oneTimeEncapsulationKey: publication.oneTimeEncapsulationKeys.first?.bytes
    ).encoded
    self.prekeys = prekeys
  }

  /// Begins sessions, each from the same bytes and the same prekeys.
  func run() throws {
    let plaintext = [UInt8](repeating: 7, count: 64)
    for _ in 0..<Self.count {
      let begun = try Handshake.begin(
        with: KeyBundle(decoding: bundle), at: bobAddress, as: alice, at: aliceAddress, now: now)
      var first = try DoubleRatchet.initiator(begun.secrets, remoteRatchetKey: begun.remoteRatchetKey)
      let opening = begun.opening.encoded
      let message = try first.seal(plaintext, authenticating: opening)

      var remaining = prekeys
      let answered = try Handshake.answer(
        HandshakeOpening(decoding: opening), from: aliceAddress, as: bob, at: bobAddress, prekeys: &remaining)
      var second = DoubleRatchet.responder(answered.secrets, ratchetKey: answered.ratchetKey)
      guard try second.open(message, authenticating: opening, now: now) == plaintext else {
        throw MessagingError.message(.forged)
      }
    }
  }
}
