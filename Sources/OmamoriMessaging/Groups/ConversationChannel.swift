/// Reaches members of groups through the conversations of an account.
///
/// Safe to use from any thread.
struct ConversationChannel: GroupChannel {
  let messenger: Messenger

  func seal(_ content: [UInt8], to address: MessagingAddress) async throws(MessagingError) -> [UInt8] {
    try await messenger.conversation(with: address).seal(content, as: .group)
  }

  func signingKey(of address: MessagingAddress) async throws(MessagingError) -> [UInt8]? {
    try await messenger.conversation(with: address).peerIdentity()?.signingKey
  }
}
