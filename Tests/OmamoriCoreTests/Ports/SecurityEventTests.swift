@_spi(Testing) import OmamoriCore
import Testing

@Suite struct SecurityEventTests {
  @Test func carriesHarmlessAttributes() {
    let events = RecordedSecurityEvents()
    let event = SecurityEvent("transport.pin.mismatch", .transport, .critical)
      .with("host", .publicName("example.com"))
      .with("attempts", .integer(2))
      .with("state", .label("old"))
      .with("state", .label("refused"))
      .with("spki", .fingerprint([0xAB]))
    events.record(event)
    let sink: any SecurityEvents = .discarded
    sink.record(event)
    #expect(events.events == [event])
    #expect(event.name == "transport.pin.mismatch")
    #expect(event.attributes["state"] == .label("refused"))
    #expect(event.attributes.count == 4)
    #expect(SecurityEvent.Severity.notice < .warning)
  }

  @Test func publicNamesCannotForgeLines() {
    #expect(SafeText(publicName: "a\nb\r\u{1B}[2J\u{202E}c\u{2028}d").description == "a�b��[2J�c�d")
    #expect(SafeText(publicName: "例え.jp").description == "例え.jp")
    let long = SafeText(publicName: String(repeating: "x", count: 10_000))
    #expect(long.description.unicodeScalars.count == SafeText.greatestLength)
  }

  @Test func onlySuccessAdmits() {
    #expect(AuthenticationOutcome.allCases.filter(\.admits) == [.success])
    #expect(AuthenticationOutcome.allCases.count == 10)
  }
}
