import CommandLineKit
import Testing

/// `tool group` runs the group's default command.
@Suite("Default commands") struct DefaultCommandTests {
  private static let shared = SharedOptions { (declare: inout Declaration) in
    declare.flag("-q", "--quiet", help: "Say less.")
  }

  private static let list = Command("list", "List") { declare in
    let json = declare.flag("--json", help: "As JSON.")
    return { arguments in
      try arguments.output.write("list \(try arguments[json])\n")
      return .success
    }
  }

  private static let tool = CommandLineTool(
    "tool", version: "1.0.0", released: ReleaseDate(year: 2026, month: 11, day: 21), summary: "A tool",
    shared: shared,
    commands: [
      Command(
        "rules", "Rules", default: "list",
        commands: [list, Command("explain", "Explain") { _ in { _ in .success } }])
    ])

  @Test(arguments: [("rules", "list false\n"), ("rules --json", "list true\n"), ("rules -q", "list false\n")])
  func runs(line: String, expected: String) async throws {
    let outcome = try await Outcome(of: Self.tool, line.split(separator: " ").map(String.init))
    #expect(outcome.output == expected)
    #expect(outcome.status == .success)
  }

  @Test func leavesHelpAndMistakesAlone() async throws {
    let help = try await Outcome(of: Self.tool, ["rules", "--help"])
    #expect(help.output.contains("explain"))
    let mistake = try await Outcome(of: Self.tool, ["rules", "explian"])
    #expect(mistake.status == .usage)
    #expect(mistake.errors.contains("explain"))
    let unknown = try await Outcome(of: Self.tool, ["rules", "--jsno"])
    #expect(unknown.status == .usage)
  }
}

/// A flag that may carry a value behind `=`.
@Suite("Flags with a value") struct FlagValueTests {
  private enum Colour: String, CaseIterable, CommandLineValue { case red, green }

  private static let tool = CommandLineTool(
    "tool", version: "1.0.0", released: ReleaseDate(year: 2026, month: 11, day: 21), summary: "A tool",
    shared: SharedOptions { (declare: inout Declaration) in declare.flag("-q", "--quiet", help: "Say less.")
    },
    commands: [
      Command("paint", "Paint") { declare in
        let paint = declare.flag("-p", "--paint", value: "COLOUR", as: Colour.self, help: "Paint something.")
        let name = declare.optionalArgument("NAME", as: String.self, help: "What.")
        return { arguments in
          let colour =
            switch try arguments[paint] {
            case .off: "off"
            case .on: "on"
            case .value(let colour): colour.rawValue
            }
          try arguments.output.write("\(colour) \(try arguments[name] ?? "-")\n")
          return .success
        }
      }
    ])

  @Test(arguments: [
    ("paint", "off -\n"), ("paint --paint red", "on red\n"), ("paint --paint=red", "red -\n"),
    ("paint -p green", "on green\n"), ("paint --paint=red --paint=green wall", "green wall\n"),
    ("paint --paint=red --paint", "on -\n"),
  ])
  func isRead(line: String, expected: String) async throws {
    let outcome = try await Outcome(of: Self.tool, line.split(separator: " ").map(String.init))
    #expect(outcome.output == expected)
  }

  @Test func mistakesAreExplained() async throws {
    let wrong = try await Outcome(of: Self.tool, ["paint", "--paint=rde"])
    #expect(wrong.status == .usage && wrong.errors.contains("did you mean 'red'?"))
    let empty = try await Outcome(of: Self.tool, ["paint", "--paint="])
    #expect(empty.status == .usage && empty.errors.contains("write --paint alone or --paint=COLOUR"))
  }

  @Test func helpAndManualShowTheValue() async throws {
    #expect(Self.tool.problems == [])
    #expect(try await Outcome(of: Self.tool, ["paint", "--help"]).output.contains("-p, --paint[=COLOUR]"))
  }
}
