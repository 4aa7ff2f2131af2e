import OmamoriCore
@testable import OmamoriMessaging

/// What members tell each other has one spelling, and stays within its bounds.
func fuzz(_ bytes: [UInt8]) {
  let secret = SharedSecretBytes(SecretBytes(copying: bytes))
  if let content = try? GroupContent(decoding: secret) {
    expect(content.encoded() == secret, "one spelling for each content")
    if case .welcome(let history) = content.kind {
      expect(history.path.count <= GroupLimits.window + 1, "a history is bounded")
      expect(history.head.members.count <= GroupLimits.members, "members are bounded")
    }
  }
  if let machine = try? GroupMachine(record: secret) {
    let record = machine.record
    let again = try? GroupMachine(record: record)
    expect(again?.record == record, "a state that is written is read again")
  }
}
