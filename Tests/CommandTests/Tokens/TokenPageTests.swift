import TestSupport
import Testing

/// The examples of Documentation/command-line-tokens.md.
@Suite("Page on tokens", .enabled(if: Program.find("bash") != nil, "bash is not installed"))
struct TokenPageTests {
  @Test func showsWhatIsPrinted() throws {
    #expect(try DocumentationPage("command-line-tokens.md").play() >= 8)
  }
}
