import CommandLineKit
import Testing

@Suite("The parser") struct ParserTests {
  /// Runs the demo with its output in a pipe.
  private func run(_ words: String..., environment: [String: String] = [:]) async throws -> Outcome {
    try await Outcome(of: Demo.tool, words, environment: environment)
  }

  @Test(
    arguments: [
      ("audit", "|text|-|0||false|false|false"),
      ("audit -vf json", "|json|-|0||true|false|false"),
      ("audit -vfjson", "|json|-|0||true|false|false"),
      ("audit -f=json", "|json|-|0||false|false|false"),
      ("audit --format=sarif a b", "a,b|sarif|-|0||false|false|false"),
      ("audit a -o out b", "a,b|text|out|0||false|false|false"),
      ("audit --disable x --disable=y", "|text|-|0|x,y|false|false|false"),
      ("audit --minimum-score -5", "|text|-|-5||false|false|false"),
      ("audit -- --format -q", "--format,-q|text|-|0||false|false|false"),
      ("audit -5 -", "-5,-|text|-|0||false|false|false"),
      ("-q audit --trace", "|text|-|0||false|true|true"),
      ("audit --quiet --format text --format json", "|json|-|0||false|false|true"),
      ("keychain list", "list *"), ("keychain list web", "list web"),
      ("keychain copy -k a json /tmp", "copy a json /tmp"),
      ("keychain copy json /tmp --key=", "copy  json /tmp"),
      ("internal", "internal 3"), ("internal -4", "internal -4"),
    ])
  func reads(line: String, expected: String) async throws {
    let outcome = try await Outcome(of: Demo.tool, line.split(separator: " ").map(String.init))
    #expect(outcome.output == expected + "\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test(
    arguments: [
      ("audti", "unknown command 'audti'", "did you mean 'audit'?"),
      ("zzz", "unknown command 'zzz'", "see 'demo --help'"),
      ("intrnal", "unknown command 'intrnal'", "see 'demo --help'"),
      ("keychain lsit", "unknown command 'lsit'", "did you mean 'list'?"),
      ("audit --fromat json", "unknown option '--fromat'", "did you mean '--format'?"),
      ("audit --quite", "unknown option '--quite'", "did you mean '--quiet'?"),
      ("--nope audit", "unknown option '--nope'", "see 'demo --help'"),
      ("audit --tracee", "unknown option '--tracee'", "see 'demo audit --help'"),
      ("audit -vz", "unknown option '-z'", "see 'demo audit --help'"),
      (
        "audit --format jsno", "'jsno' is not a value of --format",
        "did you mean 'json'? (one of: text, json, sarif)"
      ),
      ("audit -f xml", "'xml' is not a value of -f", "use one of: text, json, sarif"),
      ("audit --minimum-score many", "'many' is not a value of --minimum-score", "give a whole number"),
      ("audit --output", "--output needs a value", "write --output PATH"),
      (
        "audit --output --format json", "--output needs a value",
        "write --output=--format if that really is the value"
      ),
      ("audit -format json", "unknown option '-format'", "did you mean '--format'?"),
      ("audit --verbose=yes", "--verbose takes no value", "write --verbose alone"),
      ("audit --help=yes", "--help takes no value", "write --help alone"),
      ("keychain list a b", "unexpected argument 'b'", "see 'demo keychain list --help'"),
      ("keychain copy json /tmp", "missing --key: Which key.", "see 'demo keychain copy --help'"),
      ("keychain copy -k a json", "missing FOLDER: The folder.", "see 'demo keychain copy --help'"),
      ("help audti", "unknown command 'audti'", "did you mean 'audit'?"),
      ("help audit more", "unexpected argument 'more'", "see 'demo audit --help'"),
    ])
  func refuses(line: String, message: String, hint: String) async throws {
    let outcome = try await Outcome(of: Demo.tool, line.split(separator: " ").map(String.init))
    #expect(outcome.errors == "error: \(message)\nhint: \(hint)\n")
    #expect(outcome.status == .usage)
    #expect(outcome.output.isEmpty)
  }

  @Test func speaksJapaneseInUsageErrors() async throws {
    let typed = try await run("audit", "--fromat", "--language=ja")
    #expect(typed.errors == "エラー: '--fromat' というオプションはありません\nヒント: '--format' ではありませんか?\n")
    let variable = try await run("audit", "--output", environment: ["DEMO_LANGUAGE": "ja"])
    #expect(variable.errors == "エラー: --output には値が必要です\nヒント: --output PATH の形で指定してください\n")
    let locale = try await run("zzz", environment: ["LANG": "ja_JP.UTF-8"])
    #expect(locale.errors.hasPrefix("エラー: 'zzz' というコマンドはありません\n"))
    let overruled = try await run("zzz", environment: ["LANG": "ja_JP.UTF-8", "LC_ALL": "C"])
    #expect(overruled.errors.hasPrefix("error: "))
  }

  @Test func readsTheEnvironmentWhenAnOptionIsLeftOut() async throws {
    let variable = ["DEMO_FORMAT": "json"]
    #expect(try await run("audit", environment: variable).output.hasPrefix("|json|"))
    #expect(try await run("audit", "-f", "text", environment: variable).output.hasPrefix("|text|"))
    let wrong = try await run("audit", environment: ["DEMO_FORMAT": "xml"])
    #expect(wrong.errors.hasPrefix("error: 'xml' is not a value of DEMO_FORMAT\n"))
    #expect(try await run("audit", environment: ["DEMO_FORMAT": ""]).output.hasPrefix("|text|"))
  }

  @Test func refusesTheHandleOfAnotherCommand() async throws {
    var foreign: Parameter<Bool>?
    let first = Command("first", "First") { declare in
      foreign = declare.flag("--mine", help: "Mine.")
      return { _ in .success }
    }
    let handle = try #require(foreign)
    let second = Command("second", "Second") { _ in
      {
        _ = try $0[handle]; return .success
      }
    }
    let tool = CommandLineTool(
      "t",
      version: "1",
      released: ReleaseDate(year: 2026, month: 1, day: 2),
      summary: "T",
      shared: Demo.shared,
      commands: [first, second]
    )
    let outcome = try await Outcome(of: tool, ["second"])
    #expect(outcome.errors.hasPrefix("error: the parameter '--mine' does not belong to this command\nhint: "))
    #expect(outcome.status == .failure)
  }

  @Test func passesOnTheStatusOfTheCommand() async throws {
    #expect(try await run("internal").status == ExitCode(rawValue: 7))
  }

  @Test(arguments: [
    ["--token=hunter2"], ["audit", "--token=hunter2"], ["audit", "--verbose=hunter2"],
    ["audit", "-output=hunter2"],
    ["audit", "--output", "--format=hunter2"], ["audit", "--help=hunter2"],
  ])
  func neverRepeatsTheValueOfAnOptionItDoesNotKnow(words: [String]) async throws {
    let outcome = try await Outcome(of: Demo.tool, words)
    #expect(outcome.status == .usage)
    #expect(!outcome.errors.contains("hunter2"))
  }

  @Test func neverRepeatsControlCharacters() async throws {
    let outcome = try await run("a\u{1B}[2Jb\u{202E}")
    #expect(outcome.errors.hasPrefix("error: unknown command 'a\\u{1b}[2Jb\\u{202e}'\n"))
  }
}
