import CommandLineKit
import Foundation
import Testing

@Suite("The documentation") struct DocumentationTests {
  @Test func showsAnExampleThatCompiles() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    let example = try String(contentsOf: tests.appending(path: "GreetingExample.swift"), encoding: .utf8)
    let page = try String(
      contentsOf: root.appending(path: "Sources/CommandLineKit/CommandLineKit.docc/CommandLineKit.md"),
      encoding: .utf8
    )
    #expect(page.contains("```swift\n\(example)```\n"))
  }

  @Test func showsAnExampleThatRuns() async throws {
    #expect(greet.problems == [])
    let formal = try await Outcome(of: greet, ["hello", "Mina", "-t", "formal"])
    #expect(formal.output == "Good day, Mina.\n")
    let nobody = try await Outcome(of: greet, ["hello"])
    #expect(nobody.errors == "error: missing NAME: Whom.\nhint: see 'greet hello --help'\n")
  }
}
