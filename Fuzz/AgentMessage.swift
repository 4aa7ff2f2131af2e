@testable import OmamoriCore
@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// What an agent and its client read of each other is refused or has one spelling.
func fuzzAgentMessage(_ bytes: [UInt8]) {
  let message = SharedSecretBytes(SecretBytes(copying: bytes))
  if let request = try? AgentRequest(decoding: message) {
    let again = request.message
    let isSame = message.withBytes { again.isEqual(to: $0) }
    // Of attributes that come twice the last counts, and their order is that of their names.
    if !isSame {
      let second = try? AgentRequest(decoding: SharedSecretBytes(again.copy()))
      expect(second.map { $0.message.isEqual(to: again) } == true, "a request that is written is read again")
    }
  }
  if let reply = try? AgentReply(decoding: message) {
    let again = reply.message
    let second = try? AgentReply(decoding: SharedSecretBytes(again.copy()))
    expect(second.map { $0.message.isEqual(to: again) } == true, "a reply that is written is read again")
  }
}
