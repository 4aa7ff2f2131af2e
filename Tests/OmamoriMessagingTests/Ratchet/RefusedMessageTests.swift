@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging

/// Messages that must not open, and that a refused message leaves no trace.
@Suite("Refused messages of a ratchet")
struct RefusedMessageTests {
  /// Requires that a side refuses a message and stays as it was, byte for byte.
  private func expectRefused(
    _ message: [UInt8],
    by side: inout DoubleRatchet,
    with error: MessagingError,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try side.encoded()
    #expect(throws: error, comment, sourceLocation: sourceLocation) {
      try side.open(message, authenticating: [], now: RatchetPair.now)
    }
    #expect(try side.encoded() == before, comment, sourceLocation: sourceLocation)
  }

  @Test func aFlippedBitAnywhereIsRefused() throws {
    var pair = try RatchetPair()
    try pair.roundTrip()
    let skipped = try pair.fromAlice("late")
    #expect(try pair.toBob(pair.fromAlice("early")) == "early")
    let next = try pair.fromAlice("next")
    _ = try pair.toAlice(pair.fromBob("step"))
    let first = try pair.fromAlice("in a new chain")
    for message in [skipped, next, first] {
      for bit in 0..<message.count * 8 {
        var changed = message
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        // A header that opens proves it, in a chain whose keys are known.
        let isProven = bit >= (DoubleRatchet.overhead - 16) * 8 && message != first
        let fault: MessageFault = isProven ? .forged : .unreadable
        try expectRefused(changed, by: &pair.bob, with: .message(fault), "bit \(bit)")
      }
    }
    #expect(try pair.toBob(first) == "in a new chain")
    #expect(try pair.toBob(skipped) == "late")
    #expect(try pair.toBob(next) == "next")
  }

  @Test func everyOtherLengthIsRefused() throws {
    var pair = try RatchetPair()
    let message = try pair.fromAlice("whole")
    for count in 0..<message.count {
      let error: MessageFault = count < DoubleRatchet.overhead ? .malformed : .unreadable
      try expectRefused(Array(message.prefix(count)), by: &pair.bob, with: .message(error))
    }
    try expectRefused(message + [0], by: &pair.bob, with: .message(.unreadable))
  }

  @Test func aMessageOpensOnce() throws {
    var pair = try RatchetPair()
    let messages = try (0..<4).map { try pair.fromAlice("\($0)") }
    for index in [1, 0, 3] {
      #expect(try pair.toBob(messages[index]) == "\(index)")
      try expectRefused(messages[index], by: &pair.bob, with: .message(.replayed))
    }
    #expect(try pair.toAlice(pair.fromBob("step")) == "step")
    #expect(try pair.toBob(pair.fromAlice("new chain")) == "new chain")
    #expect(try pair.toBob(messages[2]) == "2")
    for message in messages { try expectRefused(message, by: &pair.bob, with: .message(.replayed)) }
  }

  @Test func aChainIsKnownAsLongAsAMessageOfItIsMissing() throws {
    var pair = try RatchetPair()
    let (old, late) = (try pair.fromAlice("old"), try pair.fromAlice("late"))
    #expect(try pair.toBob(late) == "late")
    for _ in 0..<20 { try pair.turn() }
    try expectRefused(late, by: &pair.bob, with: .message(.replayed))
    #expect(try pair.bob.machine.receiving.count == 6)
    #expect(try pair.toBob(old) == "old")
    #expect(try pair.bob.machine.receiving.count == 5, "nothing of the chain is missing any more")
    for message in [old, late] { try expectRefused(message, by: &pair.bob, with: .message(.unreadable)) }
  }

  @Test func aChainWhoseKeysAreTooOldIsForgotten() throws {
    var pair = try RatchetPair()
    let old = try pair.fromAlice("old")
    for _ in 0..<20 { try pair.turn() }
    let month = RatchetPair.now + Double(SkippedKeys.lifetime)
    #expect(try !pair.bob.forgetOldKeys(at: month) && pair.bob.machine.receiving.count == 6)
    #expect(try pair.bob.forgetOldKeys(at: month + 1) && pair.bob.machine.receiving.count == 5)
    try expectRefused(old, by: &pair.bob, with: .message(.unreadable))
  }

  /// A network that loses a message of each turn makes neither the state nor the work larger than the bound.
  @Test func chainsAndTheWorkForNoiseHaveABound() throws {
    var pair = try RatchetPair()
    let capacity = RatchetCore<SealedHeaders>.chainCapacity
    var missing: [[UInt8]] = []
    for turn in 0..<capacity + 20 {
      missing.append(try pair.fromAlice("\(turn)"))
      try pair.turn()
    }
    let state = try pair.bob.encoded()
    #expect(try pair.bob.machine.receiving.count == capacity)
    #expect(state.count <= RatchetCore<SealedHeaders>.greatestEncoding)
    #expect(try DoubleRatchet(decoding: state).encoded() == state)

    var counting = try RatchetCore<CountedHeaders>(
      decoding: SharedSecretBytes([state.bytes[0], CountedHeaders.code] + state.bytes[2...]))
    let noise = try pair.randomness.bytes(count: 300)
    #expect(throws: MessagingError.message(.unreadable)) {
      try counting.open(noise, authenticating: [], at: 1)
    }
    #expect(CountedHeaders.trials.current == capacity + 1)

    try expectRefused(missing[19], by: &pair.bob, with: .message(.unreadable))
    for turn in 20..<missing.count { #expect(try pair.toBob(missing[turn]) == "\(turn)") }
    #expect(try pair.bob.machine.receiving.count == 5)
  }

  @Test func aMessageComingBackIsForeign() throws {
    var pair = try RatchetPair()
    try pair.roundTrip()
    let message = try pair.fromAlice("reflected")
    try expectRefused(message, by: &pair.alice, with: .message(.unreadable))
  }

  @Test func partsOfTwoMessagesDoNotFit() throws {
    var pair = try RatchetPair()
    #expect(try pair.toBob(pair.fromAlice("first")) == "first")
    let (one, two) = (try pair.fromAlice("one"), try pair.fromAlice("two"))
    let headerEnd = DoubleRatchet.overhead - 16
    try expectRefused(
      Array(one[..<headerEnd] + two[headerEnd...]), by: &pair.bob, with: .message(.forged))
    try expectRefused(
      Array(two[..<headerEnd] + one[headerEnd...]), by: &pair.bob, with: .message(.forged))
  }

  @Test func headersHaveOneLengthAndNothingInCommon() throws {
    var pair = try RatchetPair()
    try pair.roundTrip()
    let state = pair.alice
    var messages: [[UInt8]] = []
    for _ in 0..<200 { messages.append(try pair.fromAlice("same")) }
    // The same state again, as an old copy would: not even then do two messages share bytes.
    pair.alice = state
    for _ in 0..<200 { messages.append(try pair.fromAlice("same")) }
    #expect(Set(messages.map(\.count)) == [DoubleRatchet.overhead + 4])
    for place in stride(from: 0, to: DoubleRatchet.overhead + 4 - 7, by: 8) {
      #expect(Set(messages.map { Array($0[place..<place + 8]) }).count == messages.count)
    }
    let publicKey = try #require(pair.alice.ratchetPublicKey)
    for message in messages {
      #expect(!message.indices.dropLast(31).contains { Array(message[$0..<$0 + 32]) == publicKey })
    }
  }

  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0900000000000000000000000000000000000000000000000000000000000080",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  ])
  func pointsOfSmallOrderAndOtherEncodingsAreRefused(hexadecimal: String) throws {
    let bytes = try #require([UInt8](hexadecimal: hexadecimal))
    #expect(!CurveKeyRules.isAgreementKey(bytes))
    let randomness = SeededRandomness(seed: 3)
    let secrets = try RatchetPair.secrets(randomness)
    #expect(throws: MessagingError.prekey(.invalid)) {
      try DoubleRatchet.initiator(secrets, remoteRatchetKey: .init(rawRepresentation: bytes))
    }
    // The same in a header that the peer has sealed as it should.
    var pair = try RatchetPair()
    let message = try pair.alice.forge(
      RatchetHeader(ratchetKey: bytes, previousCount: 0, number: 0), randomness: randomness)
    try expectRefused(message, by: &pair.bob, with: .message(.malformed))
  }

  @Test func theLargestCanonicalKeyIsTaken() {
    #expect(CurveKeyRules.isAgreementKey([0xEB] + Array(repeating: 0xFF, count: 30) + [0x7F]))
    #expect(CurveKeyRules.isAgreementKey([9] + Array(repeating: 0, count: 31)))
    #expect(!CurveKeyRules.isAgreementKey([9] + Array(repeating: 0, count: 30)))
  }
}

extension RatchetPair {
  /// A message of each side.
  fileprivate mutating func turn() throws {
    #expect(try toBob(fromAlice("a")) == "a")
    #expect(try toAlice(fromBob("b")) == "b")
  }
}

/// The profile of the library, which counts how often a header was tried.
private enum CountedHeaders: RatchetProfile {
  static let code: UInt8 = 201
  static let trials = Protected(0)

  static func step(root: SharedSecretBytes, agreed: borrowing SecretBytes) -> RootStep {
    SealedHeaders.step(root: root, agreed: agreed)
  }

  static func step(chain: SharedSecretBytes) -> ChainStep { SealedHeaders.step(chain: chain) }

  static func seal(
    _ plaintext: [UInt8], _ header: RatchetHeader, messageKey: SharedSecretBytes,
    headerKey: SharedSecretBytes, in context: RatchetContext, randomness: some Randomness
  ) throws(MessagingError) -> [UInt8] {
    try SealedHeaders.seal(
      plaintext, header, messageKey: messageKey, headerKey: headerKey, in: context, randomness: randomness)
  }

  static func header(of message: [UInt8], headerKey: SharedSecretBytes, binding: [UInt8]) -> RatchetHeader? {
    trials.withLock { $0 += 1 }
    return SealedHeaders.header(of: message, headerKey: headerKey, binding: binding)
  }

  static func open(
    _ message: [UInt8], messageKey: SharedSecretBytes, in context: RatchetContext
  ) throws(MessagingError) -> [UInt8] {
    try SealedHeaders.open(message, messageKey: messageKey, in: context)
  }
}
