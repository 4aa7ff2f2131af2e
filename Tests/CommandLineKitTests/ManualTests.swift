import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite("Manual pages") struct ManualTests {
  @Test func hasAPageForEveryVisibleCommand() {
    let names = Demo.tool.manualPages().map(\.fileName)
    #expect(
      names == ["demo.1", "demo-audit.1", "demo-keychain.1", "demo-keychain-list.1", "demo-keychain-copy.1"]
    )
    #expect(Demo.tool.manualPage(for: ["keychain", "nothing"]) == nil)
  }

  @Test(
    .enabled(if: Program.areInstalled("mandoc"), "mandoc is not installed"),
    arguments: Demo.tool.manualPages(),
    [HelpLanguage.en]
  )
  func passesTheLint(page: ManualPage, language: HelpLanguage) throws {
    let folder = try TemporaryFolder()
    try page.text.write(to: folder.url.appending(path: page.fileName), atomically: true, encoding: .utf8)
    let result = try Program.runAlone(["mandoc", "-T", "lint", page.fileName], in: folder)
    // The pages it refers to are not installed here.
    let complaints = result.output.split(separator: "\n").filter {
      !$0.contains("referenced manual not found")
    }
    #expect(complaints.isEmpty, "\(complaints)")
    #expect(result.errors == "")
  }

  @Test(
    .enabled(if: Program.areInstalled("groff"), "groff is not installed"),
    arguments: HelpLanguage.allCases
  )
  func isShownByMan(language: HelpLanguage) throws {
    let page = try #require(Demo.tool.manualPage(for: ["audit"], language: language))
    let folder = try TemporaryFolder()
    try page.text.write(to: folder.url.appending(path: "page"), atomically: true, encoding: .utf8)
    let result = try Program.runAlone(
      ["groff", "-k", "-mdoc", "-Tutf8", "-P-cbou", "-ww", "page"], in: folder)
    #expect(result.errors == "")
    let text = result.output
    for word in ["demo audit", "--format", "DEMO_FORMAT", "EXIT STATUS", "demo audit App/ --format json"] {
      #expect(text.replacing("‐", with: "-").contains(word), "\(word) in \(text)")
    }
    #expect(!text.contains("--trace"))
    if language == .ja { #expect(text.contains("検出結果があります。")) }
  }

  @Test func takesNothingForAMacro() throws {
    let tool = CommandLineTool(
      "t",
      version: "1",
      released: ReleaseDate(year: 2026, month: 1, day: 2),
      summary: "T",
      shared: Demo.shared,
      commands: [Command("Ar", "A \\ B", discussion: ".Sh FAKE\n'quoted'. Next one.", commands: [])]
    )
    let page = try #require(tool.manualPage(for: ["Ar"])).text
    #expect(page.contains("\n\\&.Sh FAKE\n.Pp\n\\&'quoted'.\nNext one.\n"))
    #expect(page.contains(".Nd A \\e B\n"))
    #expect(try #require(tool.manualPage(for: [])).text.contains(".It Cm \\&Ar\n"))
  }
}
