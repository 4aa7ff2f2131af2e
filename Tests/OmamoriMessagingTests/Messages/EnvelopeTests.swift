import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// The form of envelopes.
@Suite("Envelope")
struct EnvelopeTests {
  private static let opening = [UInt8](repeating: 5, count: 200)

  private static func all() throws -> [Envelope] {
    [
      try Envelope(.opening, suite: 3, opening: opening, sealed: [1, 2, 3]),
      try Envelope(.normal, suite: 1, sealed: [9]), try Envelope(.group, suite: 1, sealed: [0, 0]),
    ]
  }

  @Test func isReadAsItWasWritten() throws {
    for envelope in try Self.all() {
      #expect(try Envelope(decoding: envelope.encoded) == envelope)
      #expect(envelope.encoded == envelope.prefix + envelope.sealed)
    }
  }

  @Test func noPartOfAnEnvelopeIsOne() throws {
    let bytes = try Self.all()[0].encoded
    for count in 0..<(5 + Self.opening.count + 1) {
      #expect(throws: MessagingError.self) { try Envelope(decoding: Array(bytes.prefix(count))) }
    }
  }

  @Test(arguments: [
    ([2, 2, 1, 0], MessageFault.unsupported), ([1, 9, 1, 0], .unsupported), ([1, 0, 1, 0], .unsupported),
    ([1, 2, 0, 0], .malformed), ([1, 2, 1], .malformed), ([1, 1, 1, 0, 0, 7], .malformed),
    ([1, 1, 1, 0, 2, 7, 7], .malformed), ([1, 1, 1, 0xFF, 0xFF, 7], .malformed), ([], .malformed),
  ])
  func refusesOthers(bytes: [UInt8], fault: MessageFault) {
    #expect(throws: MessagingError.message(fault)) { try Envelope(decoding: bytes) }
  }

  @Test func hasABound() throws {
    let bytes = [1, 2, 1] + [UInt8](repeating: 0, count: Envelope.greatestByteCount - 4)
    #expect(throws: MessagingError.message(.tooLarge)) { try Envelope(decoding: bytes + [0, 0]) }
    #expect(throws: MessagingError.message(.tooLarge)) { try Envelope(decoding: bytes) }
    #expect(try Envelope(decoding: bytes.dropLast()).sealed.count == Envelope.greatestByteCount - 5)
    let long = [1, 1, 1, 0x20, 0x01] + [UInt8](repeating: 0, count: 0x2002)
    #expect(throws: MessagingError.message(.tooLarge)) { try Envelope(decoding: long) }
  }
}
