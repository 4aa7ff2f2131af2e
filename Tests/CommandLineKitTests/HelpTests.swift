import CommandLineKit
import Testing

@Suite("Help") struct HelpTests {
  @Test func showsTheExamples() throws {
    let help = try #require(Demo.tool.help(for: ["audit"]))
    #expect(help.contains("\nExamples:\n  demo audit App/ --format json\n      Audit a folder and print JSON.\n"))
  }
}
