import OmamoriCore

@testable import OmamoriMessaging

/// What begins a session is read as what it is or refused: openings, bundles, identities, prekeys, safety codes.
///
/// The first byte chooses the reader, and the rest is its input.
func fuzzHandshakes(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let content = Array(bytes.dropFirst())
  switch choice % 9 {
  case 0: fuzzOpening(content)
  case 1: fuzzPresentedIdentity(content)
  case 2: fuzzSafetyCode(content)
  case 3: fuzzBundle(content)
  case 4: fuzzSignedPart(content)
  case 5: fuzzOneTimeKey(content)
  case 6: fuzzPeerIdentity(content)
  case 7: fuzzPrekeys(SharedSecretBytes(SecretBytes(copying: content)))
  default: fuzzIdentity(SharedSecretBytes(SecretBytes(copying: content)))
  }
}

private func fuzzOpening(_ bytes: [UInt8]) {
  guard let opening = try? HandshakeOpening(decoding: bytes) else { return }
  expect(opening.encoded == bytes, "one spelling for each opening")
  expect(opening.suites.suites.contains(opening.suite), "a suite that the initiator takes")
  expect((opening.encapsulated == nil) == (opening.suite.encapsulation == nil), "what the suite needs")
}

private func fuzzPresentedIdentity(_ bytes: [UInt8]) {
  guard let presented = try? PresentedIdentity(verifying: bytes) else { return }
  expect(presented.encoded == bytes, "one spelling for each presented identity")
}

private func fuzzSafetyCode(_ bytes: [UInt8]) {
  expect(code.compare(with: bytes) != .match || bytes == peer, "only the code of the peer matches")
  _ = code.compare(withText: String(decoding: bytes, as: UTF8.self))
}

private func fuzzBundle(_ bytes: [UInt8]) {
  guard let bundle = try? KeyBundle(decoding: bytes, clock: Beginning()) else { return }
  expect(bundle.encoded == bytes, "one spelling for each bundle")
  expect(!bundle.suites.isEmpty && bundle.suites == bundle.suites.sorted(), "suites in order")
}

private func fuzzSignedPart(_ bytes: [UInt8]) {
  guard let part = try? SignedPart(reading: bytes) else { return }
  expect(part.encoded == bytes, "one spelling for each signed part")
  let identity = try? PeerIdentity(decoding: part.identity.encoded)
  expect(identity == part.identity, "an identity that is read again")
}

private func fuzzOneTimeKey(_ bytes: [UInt8]) {
  guard let key = try? OneTimeKey(decoding: bytes) else { return }
  expect(key.encoded == bytes && CurveKeyRules.isAgreementKey(key.key), "a key that can be used")
}

private func fuzzPeerIdentity(_ bytes: [UInt8]) {
  guard let identity = try? PeerIdentity(decoding: bytes) else { return }
  expect(identity.encoded == bytes, "one spelling for each identity")
}

private func fuzzPrekeys(_ record: SharedSecretBytes) {
  guard let prekeys = try? Prekeys(decoding: record) else { return }
  var reader = ByteReader(record.bytes)
  let version = try? reader.number(UInt8.self)
  expect(version == 1 || prekeys.encoded == record, "one spelling for each record")
  expect((try? Prekeys(decoding: prekeys.encoded)) == prekeys, "an older record is written anew")
  expect(1...Prekeys.greatestGenerations ~= prekeys.generations.count, "as many generations as are allowed")
}

private func fuzzIdentity(_ record: SharedSecretBytes) {
  guard let identity = try? MessagingIdentity(decoding: record) else { return }
  expect(identity.encoded == record, "one spelling for each identity")
}

private let fingerprint = [UInt8](repeating: 7, count: SafetyFingerprint.byteCount)
private let peer = [1] + fingerprint + fingerprint
private let code = SafetyNumberCode(
  own: SafetyFingerprint(bytes: fingerprint), peer: SafetyFingerprint(bytes: fingerprint))

/// A time at which no bundle has expired.
private struct Beginning: WallClock {
  var date: Date { Date(timeIntervalSince1970: 0) }
}
