import Foundation
import OmamoriCore
import OmamoriMessaging

/// How many messages a conversation seals and opens in a second of processor time, as an application has it: each step
/// is encoded and committed to a store in memory before its envelope or its message is there.
struct ConversationRates {
  private static let count = 10_000

  private let alice: Conversation
  private let bob: Conversation
  private let plaintext = [UInt8](repeating: 7, count: 64)

  /// Two accounts whose session was answered.
  init() async throws {
    let addresses = (try MessagingAddress(name: "alice"), try MessagingAddress(name: "bob"))
    let first = try await Messenger.create(as: addresses.0, in: InMemoryConversationStore())
    let second = try await Messenger.create(as: addresses.1, in: InMemoryConversationStore())
    let publication = try await second.publication()
    (alice, bob) = (first.conversation(with: addresses.1), second.conversation(with: addresses.0))
    try await alice.start(
      with: KeyBundle(signedPart: publication.signedPart, oneTimeKey: publication.oneTimeKeys[0].bytes))
    _ = try await bob.open(alice.seal(plaintext))
    _ = try await alice.open(bob.seal(plaintext))
  }

  /// Messages in one direction: sealed one after the other, then opened in order.
  func chain() async throws -> (seals: Double, opens: Double) {
    var envelopes: [[UInt8]] = []
    envelopes.reserveCapacity(Self.count)
    let start = clock()
    for _ in 0..<Self.count { envelopes.append(try await alice.seal(plaintext)) }
    let middle = clock()
    for envelope in envelopes { _ = try await bob.open(envelope) }
    return (Self.rate(middle - start), Self.rate(clock() - middle))
  }

  /// Messages that answer each other, so that each brings a new ratchet key.
  func pingPong() async throws -> Double {
    let start = clock()
    for _ in 0..<Self.count / 2 {
      _ = try await bob.open(alice.seal(plaintext))
      _ = try await alice.open(bob.seal(plaintext))
    }
    return Self.rate(clock() - start)
  }

  private static func rate(_ time: clock_t) -> Double {
    Double(count) / (Double(time) / Double(CLOCKS_PER_SEC))
  }
}
