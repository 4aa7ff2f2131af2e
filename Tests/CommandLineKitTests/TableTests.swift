import CommandLineKit
import Testing

@Suite("The table") struct TableTests {
  @Test func ofTheDemoIsSound() {
    #expect(Demo.tool.problems == [])
  }

  @Test func isCheckedForContradictions() {
    let tool = CommandLineTool(
      "t",
      version: "1",
      released: ReleaseDate(year: 2026, month: 1, day: 2),
      summary: "T",
      shared: Demo.shared,
      commands: [
        Command("help", "H", commands: []),
        Command("bad name", "") { declare in
          _ = declare.flag("-q", help: "Taken.")
          _ = declare.flag("--x", help: "")
          _ = declare.option("no-dash", value: "", as: String.self, help: "N")
          _ = declare.arguments("MANY", as: String.self, help: "M")
          _ = declare.argument("LAST", as: String.self, help: "L")
          return { _ in .success }
        },
      ]
    )
    #expect(
      tool.problems == [
        "t: two commands 'help'", "t help: a group without commands",
        "t bad name: the name cannot be completed",
        "t bad name: no summary", "t bad name: two options '-q'", "t bad name: --x has no help",
        "t bad name: '--x' is not the name of an option",
        "t bad name: 'no-dash' is not the name of an option",
        "t bad name: no-dash has no word for its value", "t bad name: LAST comes after MANY...",
        "t bad name: LAST is required but MANY before it is not",
      ]
    )
  }
}
