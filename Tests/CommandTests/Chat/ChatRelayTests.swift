import Foundation
import OmamoriCore
import OmamoriMessaging
import OmamoriRelay
import Testing

/// The relay of a chat: what it takes of the library.
@Suite("The relay of a chat", .serialized, .timeLimit(.minutes(5))) struct ChatRelayTests {
  @Test func theLargestMessageOfTheLibraryFits() async throws {
    let limit = RelayLimits().envelopeSize
    #expect(limit == Envelope.greatestByteCount)
    let (alice, bob) = (
      try await Messenger.create(as: MessagingAddress(name: "alice"), in: InMemoryConversationStore()),
      try await Messenger.create(as: MessagingAddress(name: "bob"), in: InMemoryConversationStore())
    )
    let keys = try await bob.publication(oneTimeKeys: 1)
    let conversation = alice.conversation(with: bob.address)
    try await conversation.start(
      with: KeyBundle(signedPart: keys.signedPart, oneTimeKey: keys.oneTimeKeys.first?.bytes))
    let largest = [UInt8](repeating: 1, count: 256 << 10)
    let envelope = try await conversation.seal(largest)
    #expect(envelope.count > largest.count && envelope.count <= limit)
    await #expect(throws: MessagingError.self) { _ = try await conversation.seal(largest + [1]) }
  }
}
