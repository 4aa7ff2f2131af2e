import Testing

@testable import OmamoriMessaging

/// Filling messages up, and what is taken as such.
@Suite("MessagePadding")
struct MessagePaddingTests {
  @Test func everyLengthComesBack() throws {
    for length in Array(0...700) + [1_023, 1_024, 4_095, 65_535, 1 << 20] {
      let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let padded = MessagePadding.pad(message)
      #expect(padded.count == MessagePadding.bucket(for: length))
      #expect(try MessagePadding.unpad(padded) == message)
    }
  }

  @Test func messagesOfMarkersAndZerosComeBack() throws {
    for message: [UInt8] in [[0x80], [0], [0x80, 0, 0], [0, 0x80], Array(repeating: 0x80, count: 159)] {
      #expect(try MessagePadding.unpad(MessagePadding.pad(message)) == message)
    }
  }

  @Test func bucketsAreFewAndCostLittle() {
    let buckets = Set((0...65_536).map(MessagePadding.bucket(for:)))
    #expect(buckets.count < 140)
    for length in 512...65_536 {
      let bucket = MessagePadding.bucket(for: length)
      #expect(bucket > length && bucket - length - 1 <= length / 16)
    }
  }

  @Test(
    arguments: [
      [], [0x80], Array(repeating: 0, count: 160), Array(repeating: 1, count: 160),
      [0x80] + Array(repeating: 0, count: 160), Array(repeating: 0, count: 159) + [0x81],
      Array(repeating: 1, count: 3) + [0x80] + Array(repeating: 0, count: 188),
    ] as [[UInt8]])
  func otherFillingsAreRefused(padded: [UInt8]) {
    #expect(throws: MessagingError.message(.malformed)) { try MessagePadding.unpad(padded) }
  }
}
