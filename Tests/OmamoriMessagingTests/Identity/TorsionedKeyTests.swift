import OmamoriCrypto
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// Keys that differ from honest ones by a point of low order: both agree on the same point.
@Suite("Keys with a part of low order")
struct TorsionedKeyTests {
  /// The public key of the private key of 32 bytes of 0x42, and the same point plus those of order 2 and 8.
  static let honest = "132c442be010fbd57e72603328aa76e71fccc1503aae219327d14d9c9993f472"
  static let torsioned = [
    "1543ab5c94bae592cf78a66b6214c50bba6a38abb5681f6e95b4b27d0a918c2f",
    "74e77ce77aa067891bebb726520a44cb88a311be6be1485fa7035dca9b2a8d46",
    "5ee7474910e371aff69f1090e8b6ec559b178153ae35cf49859ff5671191bc4b",
    "2a6add38c503ea15373ce8fdc6460d0b98faf846993c0c7e522cd63155b7cb7e",
  ]

  /// What makes the attack: an agreement cannot tell them apart.
  @Test(arguments: torsioned)
  func theyAgreeOnTheSamePoint(text: String) throws {
    let own = try MessagingIdentity(randomness: SeededRandomness(seed: 6)).agreementKey
    #expect(
      try own.agree(with: .reading([UInt8](hex: Self.honest)))
        == own.agree(with: .reading([UInt8](hex: text))))
  }

  /// Bob's own one-time key plus a point of low order: every agreement is right, and the keys differ all the same.
  @Test func aTorsionedOneTimeKeyGivesOtherKeys() throws {
    var pair = try HandshakePair()
    let (honest, secret) = ([UInt8](hex: Self.honest), [UInt8](repeating: 0x42, count: 32))
    pair.prekeys.oneTimeKeys[0] = OneTimeSecret(identifier: 1, secret: SharedSecretBytes(secret + honest))
    for (key, isSame) in [(honest, true)] + Self.torsioned.map({ ([UInt8](hex: $0), false) }) {
      let bundle = try KeyBundle(
        signedPart: pair.publication.signedPart, oneTimeKey: [0, 0, 0, 1] + key, clock: pair.clock)
      let start = try pair.begin(bundle)
      #expect(try (pair.answered(start.opening.encoded).all == start.secrets.all) == isSame)
    }
  }
}
