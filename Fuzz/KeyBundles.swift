import OmamoriCore

@testable import OmamoriMessaging

/// Key bundles and their parts are read as what they are or refused.
func fuzz(_ bytes: [UInt8]) {
  if let bundle = try? KeyBundle(decoding: bytes, clock: Beginning()) {
    expect(bundle.encoded == bytes, "one spelling for each bundle")
    expect(!bundle.suites.isEmpty && bundle.suites == bundle.suites.sorted(), "suites in order")
  }
  if let part = try? SignedPart(reading: bytes) {
    expect(part.encoded == bytes, "one spelling for each signed part")
    expect(
      (try? PeerIdentity(decoding: part.identity.encoded)) == part.identity, "an identity that is read again")
  }
  if let key = try? OneTimeKey(decoding: bytes) {
    expect(key.encoded == bytes && CurveKeyRules.isAgreementKey(key.key), "a key that can be used")
  }
  if let identity = try? PeerIdentity(decoding: bytes) {
    expect(identity.encoded == bytes, "one spelling for each identity")
  }
}

/// A time at which no bundle has expired.
private struct Beginning: WallClock {
  var date: Date { Date(timeIntervalSince1970: 0) }
}
