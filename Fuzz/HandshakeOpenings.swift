import OmamoriCore

@testable import OmamoriMessaging

/// Openings of sessions are read as what they are or refused, and the codes of safety numbers match only one.
func fuzz(_ bytes: [UInt8]) {
  if let opening = try? HandshakeOpening(decoding: bytes) {
    expect(opening.encoded == bytes, "one spelling for each opening")
    expect(opening.suites.suites.contains(opening.suite), "a suite that the initiator takes")
    expect((opening.encapsulated == nil) == (opening.suite.encapsulation == nil), "what the suite needs")
  }
  if let presented = try? PresentedIdentity(verifying: bytes) {
    expect(presented.encoded == bytes, "one spelling for each presented identity")
  }
  expect(code.compare(with: bytes) != .match || bytes == peer, "only the code of the peer matches")
  _ = code.compare(withText: String(decoding: bytes, as: UTF8.self))
}

private let fingerprint = [UInt8](repeating: 7, count: SafetyFingerprint.byteCount)
private let peer = [1] + fingerprint + fingerprint
private let code = SafetyNumberCode(
  own: SafetyFingerprint(bytes: fingerprint), peer: SafetyFingerprint(bytes: fingerprint))
