import OmamoriCore

/// How a group reaches one member: through the conversation with it.
///
/// Safe to use from any thread.
protocol GroupChannel: Sendable {
  /// Seals content in the conversation with a member, and keeps the conversation's step.
  ///
  /// - Throws: ``MessagingError/conversation(_:)`` with ``ConversationFault/noSession``,
  ///   ``MessagingError/identity(_:)``, and others.
  func seal(_ content: [UInt8], to address: MessagingAddress) async throws(MessagingError) -> [UInt8]

  /// The signing key of the identity that the conversation with somebody trusts; `nil` when there is none.
  func signingKey(of address: MessagingAddress) async throws(MessagingError) -> [UInt8]?
}
