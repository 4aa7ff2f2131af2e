import TestSupport
import Testing

/// The examples of Documentation/command-line-tls.md.
@Suite("Page on servers and pins", .enabled(if: Program.find("bash") != nil, "bash is not installed"))
struct TransportPageTests {
  @Test func showsWhatIsPrinted() throws {
    #expect(try DocumentationPage("command-line-tls.md").play() >= 8)
  }
}
