import Foundation
import OmamoriCore
import Testing

@testable import OmamoriChat

/// The command line of the program: its help in both languages, and how words are read.
@Suite("Command line", .timeLimit(.minutes(5))) struct CommandLineTests {
  /// Each command, with the ones above it.
  private static let paths: [[Command]] = {
    func paths(_ above: [Command], _ command: Command) -> [[Command]] {
      let own = above + [command]
      return [own] + command.commands.flatMap { paths(own, $0) }
    }
    return paths([], ChatTool.command)
  }()

  private static func texts(of command: Command) -> [LocalizedText] {
    [command.summary, command.discussion] + command.definitions.map(\.help) + command.examples.map(\.meaning)
      + command.exitCodes.map(\.meaning)
  }

  /// `OMAMORI_UPDATE_TRANSCRIPTS=1` writes the help that there is instead.
  @Test func helpIsTheRecordedOne() throws {
    let file = URL(filePath: #filePath).appending(path: "../Help/help.txt").standardizedFileURL
    let text = Self.paths.flatMap { path in
      Language.allCases.map { language in
        let line = path.map(\.name).joined(separator: " ") + " --help --language " + language.rawValue
        return "$ \(line)\n\(HelpPage(path, language).text)\n"
      }
    }.joined()
    if ProcessInfo.processInfo.environment["OMAMORI_UPDATE_TRANSCRIPTS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == text)
  }

  @Test func everythingIsSaidInBothLanguages() {
    for command in Self.paths.compactMap(\.last) {
      for text in Self.texts(of: command) where text != "" {
        #expect(text.japanese.unicodeScalars.contains { 0x3040...0x9FFF ~= $0.value }, "\(text)")
        #expect(!text.english.unicodeScalars.contains { 0x3040...0x9FFF ~= $0.value }, "\(text)")
      }
      let names = command.definitions.flatMap(\.names) + command.commands.map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
    }
  }

  @Test func examplesCanBeTyped() throws {
    for example in Self.paths.compactMap(\.last).flatMap(\.examples) {
      let line = example.line.split(separator: " < ")[0]
      let pin = "sha256//" + Data(repeating: 7, count: 32).base64EncodedString()
      let words = line.replacingOccurrences(of: "sha256//…", with: pin)
        .split(separator: " ").map { String($0.filter { $0 != "'" }) }
      guard !example.line.contains("'") else { continue }
      var reader = CommandReader(ChatTool.command, Array(words.dropFirst()), environment: [:])
      guard words.first == ChatTool.name, case .run = try reader.read() else {
        Issue.record("\(example.line)")
        continue
      }
    }
  }

  private static let sample = Command("sample", "") { declare in
    _ = declare.option("-n", "--number", value: "N", as: Int.self, environment: "NUMBER", help: "")
    _ = declare.flag("-f", "--flag", help: "")
    _ = declare.argument("FIRST", as: String.self, help: "")
    _ = declare.arguments("REST", as: Int.self, help: "")
    return { _ in .success }
  }

  /// What was typed, by the names of the parameters.
  private static func read(
    _ words: [String], _ environment: [String: String] = [:]
  ) throws -> [String: [String]] {
    let root = Command("tool", "", commands: [sample])
    var reader = CommandReader(root, ["sample"] + words, environment: environment)
    guard case .run(_, let table) = try reader.read() else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: table.map { index, words in (sample.definitions[index].displayName, words) })
  }

  @Test(arguments: [
    (["-n", "5", "a"], ["--number": ["5"], "FIRST": ["a"]]),
    (
      ["a", "--number=5", "-f", "7", "-8"],
      ["--number": ["5"], "FIRST": ["a"], "--flag": [""], "REST": ["7", "-8"]]
    ),
    (["-n5", "-n-6", "--", "--flag"], ["--number": ["5", "-6"], "FIRST": ["--flag"]]),
    (["-", "-q"], ["FIRST": ["-"], "--quiet": [""]]),
  ])
  func readsWords(words: [String], expected: [String: [String]]) throws {
    #expect(try Self.read(words) == expected)
  }

  @Test(arguments: [
    [], ["a", "b"], ["a", "-n", "x"], ["a", "-n"], ["a", "--number", "--flag"], ["a", "--flag=1"],
    ["a", "--other"],
    ["a", "-x"], ["a", "-fq"], ["a", "--help=1"],
  ])
  func refusesWords(words: [String]) { #expect(throws: ChatFault.self) { try Self.read(words) } }

  @Test func aVariableStandsForAnOption() throws {
    #expect(try Self.read(["a"], ["NUMBER": "5"])["--number"] == ["5"])
    #expect(try Self.read(["a", "-n", "6"], ["NUMBER": "5"])["--number"] == ["6"])
    #expect(try Self.read(["a"], ["NUMBER": ""])["--number"] == nil)
    #expect(throws: ChatFault.self) { try Self.read(["a"], ["NUMBER": "x"]) }
  }

  @Test(arguments: [
    (["--help"], 0, "Usage:", ""), (["send", "--help"], 0, "omamori-chat send", ""),
    (["--language", "ja", "send", "-h"], 0, "使い方:", ""), (["--version"], 0, "omamori-chat 0", ""),
    ([], 0, "Usage:", ""), (["group"], 2, "", "Usage:"), (["walk"], 2, "", "unknown command 'walk'"),
    (["walk", "--language=ja"], 2, "", "'walk' というコマンドはありません"),
    (["verify"], 2, "", "missing PEER"), (["verify", "bob", "--cod"], 2, "", "unknown option '--cod'"),
    (["verify", "bob", "eve"], 2, "", "unexpected argument 'eve'"),
  ])
  func endsWithTheRightCode(words: [String], code: Int32, output: String, errors: String) throws {
    let ended = try Program(ChatProgram.path, words, in: Sandbox()).wait(seconds: 20)
    #expect(ended.status == code)
    for (printed, expected) in [(ended.output, output), (ended.errors, errors)] {
      #expect(expected.isEmpty ? printed.isEmpty : printed.contains(expected), "\(printed)")
    }
  }
}
