import OmamoriCore
import Testing

@testable import OmamoriMessaging

/// The form of what is inside the encryption.
@Suite("MessageContent")
struct MessageContentTests {
  private let identifier: MessageIdentifier

  init() throws { identifier = try MessageIdentifier(Array(1...16)) }

  @Test(arguments: MessageKind.allCases)
  func isReadAsItWasWritten(kind: MessageKind) throws {
    let date = Date(timeIntervalSince1970: 1_790_000_000.25)
    for body in [[], [7], [UInt8](repeating: 1, count: MessageContent.greatestBodyByteCount)] {
      let content = try MessageContent(kind, identifier: identifier, sentAt: date, body: body)
      #expect(try MessageContent(decoding: content.encoded) == content)
      let address = try MessagingAddress(name: "a")
      #expect(ReceivedMessage(content, from: address, isVerified: true).sentAt == date)
    }
  }

  @Test func refusesOthers() throws {
    let bytes = try MessageContent(.control, identifier: identifier, sentAt: Date(), body: []).encoded
    for count in bytes.indices {
      #expect(throws: MessagingError.message(.malformed)) {
        try MessageContent(decoding: Array(bytes.prefix(count)))
      }
    }
    #expect(throws: MessagingError.message(.unsupported)) {
      try MessageContent(decoding: [9] + bytes.dropFirst())
    }
    let late = bytes.prefix(17) + [UInt8](repeating: 0xFF, count: 8)
    #expect(throws: MessagingError.message(.malformed)) { try MessageContent(decoding: Array(late)) }
    let long = bytes + [UInt8](repeating: 0, count: MessageContent.greatestBodyByteCount + 1)
    #expect(throws: MessagingError.message(.tooLarge)) { try MessageContent(decoding: long) }
    #expect(throws: MessagingError.message(.tooLarge)) {
      try MessageContent(.application, identifier: identifier, sentAt: Date(), body: long)
    }
    #expect(throws: MessagingError.message(.malformed)) { try MessageIdentifier([1]) }
  }

  @Test func timesStayWithinTheRange() {
    #expect(MessageTime.milliseconds(.distantPast) == 0)
    #expect(MessageTime.milliseconds(Date(timeIntervalSince1970: .infinity)) == MessageTime.greatest)
    #expect(MessageTime.milliseconds(Date(timeIntervalSince1970: .nan)) == 0)
  }

  @Test func sayNothingWhenPrinted() throws {
    let content = try MessageContent(
      .application, identifier: identifier, sentAt: Date(), body: Array("secret words".utf8))
    let message = ReceivedMessage(content, from: try MessagingAddress(name: "mika"), isVerified: false)
    var text = ""
    dump(message, to: &text)
    #expect(text.contains("redacted") && !text.contains("115") && !text.contains("mika"))
    #expect("\(message) \(String(reflecting: message))" == "<redacted> <redacted>")
  }
}
