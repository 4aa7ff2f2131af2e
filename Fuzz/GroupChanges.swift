@testable import OmamoriMessaging

/// A change of a group has one spelling, and none is taken that its author has not signed.
func fuzz(_ bytes: [UInt8]) {
  guard let change = try? GroupChange(decoding: bytes) else { return }
  expect(change.encoded == bytes, "one spelling for each change")
  guard let state = try? GroupState(creation: change) else { return }
  expect(state.identifier.bytes == change.digest, "a group is named by its creation")
  expect(change.isSigned(by: state.members[0].signingKey), "the creator signed")
}
