import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// What two people compare.
@Suite("SafetyNumber")
struct SafetyNumberTests {
  private let pair: HandshakePair
  private let alices: SafetyNumber
  private let bobs: SafetyNumber

  init() throws {
    pair = try HandshakePair(seed: 42, oneTimeKeys: 0)
    alices = SafetyNumber(
      of: pair.alice.peer, at: pair.aliceAddress, with: pair.bob.peer, at: pair.bobAddress)
    bobs = SafetyNumber(
      of: pair.bob.peer, at: pair.bobAddress, with: pair.alice.peer, at: pair.aliceAddress)
  }

  @Test func bothSidesSeeTheSameDigits() {
    #expect(alices.digits == bobs.digits)
    #expect(alices.digits.count == 60 && alices.digits.utf8.allSatisfy { (0x30...0x39).contains($0) })
    let groups = alices.description.split(separator: " ")
    #expect(groups.count == 12 && groups.allSatisfy { $0.count == 5 })
    #expect(groups.joined() == alices.digits)
    #expect(alices.digits == "187082710772009933132352317090703975749053879816986145076464")
  }

  /// Mallory sits between both: each sees a number of a conversation with her.
  @Test func somebodyBetweenThemShows() throws {
    let mallory = try MessagingIdentity(randomness: pair.randomness).peer
    let alicesView = SafetyNumber(
      of: pair.alice.peer, at: pair.aliceAddress, with: mallory, at: pair.bobAddress)
    let bobsView = SafetyNumber(of: pair.bob.peer, at: pair.bobAddress, with: mallory, at: pair.aliceAddress)
    #expect(Set([alices.digits, alicesView.digits, bobsView.digits]).count == 3)
    #expect(alicesView.code.compare(with: bobsView.code.encoded) == .mismatch)
    #expect(bobsView.code.compare(withText: alicesView.code.text) == .mismatch)
    #expect(alices.code.compare(with: bobsView.code.encoded) == .mismatch)
  }

  /// Either key alone, the name and the device all count.
  @Test func everyPartCounts() throws {
    let (bob, other) = (pair.bob.peer, pair.alice.peer)
    let mixed = [
      (bob, pair.bobAddress),
      (try PeerIdentity(signingKey: bob.signingKey, agreementKey: other.agreementKey), pair.bobAddress),
      (try PeerIdentity(signingKey: other.signingKey, agreementKey: bob.agreementKey), pair.bobAddress),
      (bob, try MessagingAddress(name: pair.bobAddress.name, device: 2)),
      (bob, try MessagingAddress(name: "bob")),
    ].map { SafetyFingerprint($0.0, at: $0.1) }
    #expect(Set(mixed.map(\.bytes)).count == mixed.count && Set(mixed.map(\.digits)).count == mixed.count)
  }

  @Test func theCodesMatch() {
    #expect(alices.code.encoded.count == SafetyNumberCode.byteCount)
    #expect(alices.code.compare(with: bobs.code.encoded) == .match)
    #expect(bobs.code.compare(withText: alices.code.text) == .match)
  }

  @Test func anOwnCodeOrAnotherVersionDoesNotMatch() {
    #expect(alices.code.compare(with: alices.code.encoded) == .mismatch)
    #expect(alices.code.compare(with: [2] + bobs.code.encoded.dropFirst()) == .otherVersion)
    #expect(alices.code.compare(with: bobs.code.encoded + [0]) == .mismatch)
    #expect(alices.code.compare(with: []) == .mismatch)
    for text in ["", "%", bobs.code.text + "A", String(repeating: "A", count: 5000)] {
      #expect(alices.code.compare(withText: text) == .mismatch || text.hasPrefix("A"))
    }
    for bit in 8..<(bobs.code.encoded.count * 8) {
      #expect(alices.code.compare(with: bobs.code.encoded.flipping(bit)) == .mismatch)
    }
  }

  @Test func smallRemaindersKeepTheirZeros() throws {
    // Looks for a group below 10,000 among some fingerprints, so that a missing zero would show.
    let fingerprints = try (1...8).map { device in
      SafetyFingerprint(pair.bob.peer, at: try MessagingAddress(name: "bob", device: UInt32(device)))
    }
    #expect(fingerprints.allSatisfy { $0.digits.count == 30 })
    #expect(
      fingerprints.contains { fingerprint in
        (0..<6).contains { Array(fingerprint.digits)[$0 * 5] == "0" }
      })
  }
}
