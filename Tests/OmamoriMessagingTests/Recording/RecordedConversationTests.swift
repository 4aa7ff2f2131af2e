import Foundation
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// A conversation that is recorded and read again by a script that knows the specification of the format alone.
@Suite("A recorded conversation")
struct RecordedConversationTests {
  private let clock = ManualClock()
  private let drawn = RecordingRandomness()

  /// Both sides with the envelopes between them.
  private struct Recording {
    let alice: Conversation
    let bob: Conversation
    var envelopes: [[String: String]] = []
    var expected: [String?] = []

    mutating func fromAlice(_ text: String, arrives: Bool = true) async throws -> [UInt8] {
      let envelope = try await alice.seal(Array(text.utf8))
      if arrives { try await deliverToBob(envelope, text) }
      return envelope
    }

    mutating func deliverToBob(_ envelope: [UInt8], _ text: String) async throws {
      #expect(try await bob.open(envelope).body == Array(text.utf8))
      record("peer", envelope, text)
    }

    mutating func fromBob(_ text: String) async throws {
      let envelope = try await bob.seal(Array(text.utf8))
      #expect(try await alice.open(envelope).body == Array(text.utf8))
      record("own", envelope, text)
    }

    mutating func record(_ sender: String, _ envelope: [UInt8], _ text: String?) {
      envelopes.append(["from": sender, "bytes": envelope.hex])
      expected.append(text)
    }
  }

  @Test(.enabled(if: HandshakeScript.hasKeyEncapsulation), arguments: [[HandshakeSuite.x25519], nil])
  func theScriptReadsIt(suites: [HandshakeSuite]?) async throws {
    let (aliceAddress, bobAddress) = (
      try MessagingAddress(name: "alice"), try MessagingAddress(name: "ボブ", device: 2)
    )
    let alice = try await Messenger.create(as: aliceAddress, in: InMemoryConversationStore(), clock: clock)
    let bob = try await Messenger.create(
      as: bobAddress, in: InMemoryConversationStore(), suites: suites, clock: clock, randomness: drawn)
    let publication = try await bob.publication(oneTimeKeys: 1)
    var recording = Recording(
      alice: alice.conversation(with: bobAddress), bob: bob.conversation(with: aliceAddress))

    let first = try #require(publication.oneTimeKeys.first).bytes
    try await recording.alice.start(
      with: KeyBundle(
        signedPart: publication.signedPart, oneTimeKey: first,
        oneTimeEncapsulationKey: publication.oneTimeEncapsulationKeys.first?.bytes, clock: clock))
    _ = try await recording.fromAlice("こんにちは")
    _ = try await recording.fromAlice("with the opening again")
    try await recording.fromBob("hello back")
    clock.advance(by: .seconds(60))
    let late = try await recording.fromAlice("overtaken", arrives: false)
    _ = try await recording.fromAlice("lost for ever", arrives: false)
    _ = try await recording.fromAlice(String(repeating: "long ", count: 300))
    try await recording.fromBob("one")
    try await recording.fromBob("two")
    _ = try await recording.fromAlice("next chain")
    try await recording.deliverToBob(late, "overtaken")
    recording.record("peer", late.flipping(late.count * 8 - 1), nil)
    recording.record("peer", late, nil)
    // A second session, without a one-time key.
    _ = try await recording.alice.start(with: KeyBundle(signedPart: publication.signedPart, clock: clock))
    _ = try await recording.fromAlice("a new session")
    try await recording.fromBob("taken up")

    let document: [String: Any] = [
      "own": [bobAddress.name, Int(bobAddress.device)],
      "peer": [aliceAddress.name, Int(aliceAddress.device)],
      "secrets": drawn.all.map(\.hex), "signedParts": [publication.signedPart.hex],
      "oneTimeKeys": publication.oneTimeKeys.map(\.bytes.hex),
      "oneTimeEncapsulationKeys": publication.oneTimeEncapsulationKeys.map(\.bytes.hex),
      "envelopes": recording.envelopes,
    ]
    let lines = try HandshakeScript.lines(of: "read_conversation.py", document)
    #expect(lines.map { $0["text"] as? String } == recording.expected)
    #expect(lines.map { $0["from"] as? String } == recording.envelopes.map { $0["from"] })
    #expect(lines.filter { $0["refused"] != nil }.count == 2)
    #expect(lines.allSatisfy { $0["refused"] != nil || $0["kind"] as? Int == 1 })
  }
}
