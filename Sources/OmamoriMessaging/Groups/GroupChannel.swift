import OmamoriCore
import OmamoriCrypto

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

/// A member's sending chain as another member gets it: from the present message on, never from an earlier one.
///
/// It travels inside the conversation of the two.
struct GroupDistribution: Sendable {
  static let byteCount = 32 + 8 + 2 + 4 + 32 + 32

  /// The change that began the epoch.
  let head: [UInt8]
  /// The number of the epoch.
  let epoch: UInt64
  /// The member whose chain it is.
  let sender: UInt16
  /// The number of the first message that it opens.
  let counter: UInt32
  /// The chain key of that message.
  let chainKey: SymmetricKey
  /// What the messages are verified with, 32 bytes.
  let verificationKey: [UInt8]

  /// Describes the chain of a sender as it stands.
  init(_ chain: SenderKeyChain, head: [UInt8], epoch: UInt64, sender: UInt16) {
    (self.head, self.epoch, self.sender) = (head, epoch, sender)
    (counter, chainKey, verificationKey) = (chain.counter, chain.chainKey, chain.verificationKey)
  }

  /// Writes the fields.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(raw: head)
    writer.write(epoch)
    writer.write(sender)
    writer.write(counter)
    writer.write(chainKey)
    writer.write(raw: verificationKey)
  }

  /// Reads the fields.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    head = try reader.bytes(32)
    epoch = try reader.number()
    sender = try reader.number()
    counter = try reader.number()
    chainKey = try reader.key()
    verificationKey = try reader.bytes(GroupCipher.keySize)
  }
}
