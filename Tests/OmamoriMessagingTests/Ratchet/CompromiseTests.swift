@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// What somebody can read who copied the whole state of a side once.
@Suite("A stolen state")
struct CompromiseTests {
  @Test func doesNotOpenWhatWasOpenedBefore() throws {
    var pair = try RatchetPair()
    var wire: [[UInt8]] = []
    for round in 0..<4 {
      for _ in 0...round {
        wire.append(try pair.fromAlice("a"))
        #expect(try pair.toBob(wire[wire.count - 1]) == "a")
      }
      #expect(try pair.toAlice(pair.fromBob("b")) == "b")
      let stolen = try pair.bob.encoded()
      for message in wire {
        var thief = try DoubleRatchet(decoding: stolen)
        #expect(throws: MessagingError.message(.replayed)) {
          try thief.open(message, authenticating: [], now: RatchetPair.now)
        }
      }
    }
  }

  @Test func holdsNoKeyOfAMessageThatWasOpened() throws {
    var pair = try RatchetPair()
    try pair.roundTrip()
    let chain = try #require(try pair.bob.machine.receiving.last)
    let message = try pair.fromAlice("again and again")
    _ = try pair.toBob(message)
    // The next chain starts with a root step; the chain key before it gives the key of the message.
    let machine = try pair.bob.machine
    let old = try #require(machine.receiving.last { $0.serial == chain.serial }?.headerKey)
    let state = try pair.bob.encoded().bytes
    if let key = chain.chainKey { #expect(!state.contains(key.bytes)) }
    #expect(state.contains(old.bytes), "the search finds what is there")
  }

  @Test(arguments: [true, false])
  func doesNotOpenWhatFollowsARoundTrip(isOfReceiver: Bool) throws {
    var pair = try RatchetPair()
    try pair.roundTrip()
    #expect(try pair.toBob(pair.fromAlice("before")) == "before")
    let stolen = try isOfReceiver ? pair.bob.encoded() : pair.alice.encoded()
    // The thief follows everything that goes over the wire, in order.
    var thief = try DoubleRatchet(decoding: stolen)
    try pair.roundTrip(overheardBy: &thief, forBob: isOfReceiver)
    try pair.roundTrip(overheardBy: &thief, forBob: isOfReceiver)
    let later = try isOfReceiver ? pair.fromAlice("after") : pair.fromBob("after")
    #expect(throws: MessagingError.message(.unreadable)) {
      try thief.open(later, authenticating: [], now: RatchetPair.now)
    }
    #expect(try isOfReceiver ? pair.toBob(later) == "after" : pair.toAlice(later) == "after")
  }

  @Test func doesNotSpeakForItsOwnerAfterARoundTrip() throws {
    var pair = try RatchetPair()
    try pair.roundTrip()
    var thief = try DoubleRatchet(decoding: pair.alice.encoded())
    try pair.roundTrip()
    try pair.roundTrip()
    let forged = try thief.seal([1], authenticating: [], randomness: pair.randomness)
    #expect(throws: MessagingError.self) { try pair.toBob(forged) }
  }

  @Test func nothingPrintsAKey() throws {
    let probe = LeakProbe(marker: "0123456789abcdef0123456789abcdef")
    let marked = SharedSecretBytes(Array(probe.marker.utf8))
    let prekey = try Curve25519.KeyAgreement.PrivateKey(
      secret: SecretBytes(copying: Array(probe.marker.utf8)))
    let secrets = SessionSecrets(
      rootKey: marked, initiatorHeaderKey: marked, responderHeaderKey: marked, associatedData: [],
      identifier: [])
    var alice = try DoubleRatchet.initiator(secrets, remoteRatchetKey: prekey.publicKey)
    let bob = DoubleRatchet.responder(secrets, ratchetKey: prekey)
    #expect(probe.leaks(in: alice).isEmpty)
    #expect(probe.leaks(in: bob).isEmpty)
    _ = try alice.seal([1], authenticating: [])
    #expect(probe.leaks(in: alice).isEmpty)
    #expect(probe.leaks(in: try alice.encoded()).isEmpty)
    #expect(probe.leaks(in: try alice.machine).isEmpty)
  }
}

extension RatchetPair {
  /// A message there and one back; a thief tries to open what goes to the side that it stole from.
  fileprivate mutating func roundTrip(overheardBy thief: inout DoubleRatchet, forBob: Bool) throws {
    let there = try fromAlice("there")
    if forBob { _ = try? thief.open(there, authenticating: [], now: Self.now) }
    #expect(try toBob(there) == "there")
    let back = try fromBob("back")
    if !forBob { _ = try? thief.open(back, authenticating: [], now: Self.now) }
    #expect(try toAlice(back) == "back")
  }
}

extension [UInt8] {
  /// Whether the bytes occur anywhere.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    indices.dropLast(part.count - 1).contains { Array(self[$0..<$0 + part.count]) == part }
  }
}
