import OmamoriCrypto
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// Identities and which keys they may consist of.
@Suite("MessagingIdentity")
struct MessagingIdentityTests {
  private let randomness = SeededRandomness(seed: 5)

  @Test func itIsWhatWasKept() throws {
    let identity = try MessagingIdentity(randomness: randomness)
    let again = try MessagingIdentity(decoding: identity.encoded)
    #expect(again.peer == identity.peer && again.encoded == identity.encoded)
    #expect(again.presented == identity.presented)
    #expect(try PeerIdentity(decoding: identity.peer.encoded) == identity.peer)
    #expect(try PresentedIdentity(verifying: identity.presented.encoded) == identity.presented)
    #expect(try MessagingIdentity(randomness: randomness).peer != identity.peer)
  }

  @Test func otherBytesAreRefused() throws {
    let identity = try MessagingIdentity(randomness: randomness)
    let bytes = identity.encoded.bytes
    for wrong in [[], Array(bytes.dropLast()), bytes + [0], [2] + bytes.dropFirst()] {
      #expect(throws: MessagingError.identity(.invalid)) {
        try MessagingIdentity(decoding: SharedSecretBytes(wrong))
      }
    }
    let peer = identity.peer.encoded
    for wrong in [[], Array(peer.dropLast()), peer + [0], [0] + peer.dropFirst()] {
      #expect(throws: MessagingError.identity(.invalid)) { try PeerIdentity(decoding: wrong) }
    }
  }

  @Test func everyChangedBitOfAPresentedIdentityIsRefused() throws {
    let bytes = try MessagingIdentity(randomness: randomness).presented.encoded
    for bit in 0..<(bytes.count * 8) {
      #expect(throws: MessagingError.identity(.invalid)) {
        try PresentedIdentity(verifying: bytes.flipping(bit))
      }
    }
  }

  @Test func aSignatureServesOnePurpose() throws {
    let identity = try MessagingIdentity(randomness: randomness)
    let content = identity.peer.agreementKey
    let signature = try identity.signature(for: .oneTimeKey(content))
    #expect(identity.peer.isValid(signature, for: .oneTimeKey(content)))
    #expect(!identity.peer.isValid(signature, for: .keyBundle(content)))
    #expect(!identity.peer.isValid(signature, for: .identity(agreementKey: content)))
  }

  /// Points of order 1, 2, 4 and 8, with and without the high bit, and the same ones spelled above the prime.
  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])
  func agreementKeysOfLowOrderAreRefused(text: String) throws {
    let key = [UInt8](hex: text)
    #expect(key.count == 32 && !CurveKeyRules.isAgreementKey(key))
    let own = try Curve25519.KeyAgreement.PrivateKey.reading(.random(32, from: randomness))
    #expect(throws: MessagingError.prekey(.invalid)) { try own.agree(with: .reading(key)) }
    #expect(throws: MessagingError.prekey(.invalid)) { try OneTimeKey(decoding: [0, 0, 0, 1] + key) }
  }

  @Test func agreementKeysWithASecondSpellingAreRefused() throws {
    let key = try MessagingIdentity(randomness: randomness).peer.agreementKey
    #expect(CurveKeyRules.isAgreementKey(key) && !CurveKeyRules.isAgreementKey(key.flipping(255)))
    for low in UInt8(0xED)...0xFF {
      #expect(!CurveKeyRules.isAgreementKey([low] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]))
    }
    #expect(CurveKeyRules.isAgreementKey([0xEB] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]))
    #expect(!CurveKeyRules.isAgreementKey([]) && !CurveKeyRules.isAgreementKey(key + [0]))
  }

  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])
  func signingKeysOfLowOrderAreRefused(text: String) throws {
    let (key, identity) = ([UInt8](hex: text), try MessagingIdentity(randomness: randomness))
    for spelling in [key, key.flipping(255)] {
      #expect(spelling.count == 32 && !CurveKeyRules.isSigningKey(spelling))
      #expect(throws: MessagingError.identity(.invalid)) {
        try PeerIdentity(signingKey: spelling, agreementKey: identity.peer.agreementKey)
      }
    }
  }

  @Test func nothingOfItIsShown() throws {
    let marker = Array(LeakProbe().marker.utf8)
    let secret = Array((marker + marker + marker + marker)[..<64])
    let identity = try MessagingIdentity(decoding: SharedSecretBytes([1] + secret))
    #expect(LeakProbe().leaks(in: identity) == [])
  }
}
