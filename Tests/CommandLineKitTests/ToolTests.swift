import CommandLineKit
import Foundation
import TestSupport
import Testing

/// An error that knows its exit code.
private struct Locked: ExitCodeProviding {
  var exitCode: ExitCode { ExitCode(rawValue: 3) }
  var message: HelpText { HelpText("the keychain is locked", ja: "キーチェーンがロックされています") }
}

/// An error that does not.
private struct Plain: Error, CustomStringConvertible {
  var description: String { "plain words" }
}

@Suite("The tool") struct ToolTests {
  private let tool = CommandLineTool(
    "t",
    version: "2.0",
    released: ReleaseDate(year: 2026, month: 1, day: 2),
    summary: "T",
    shared: Demo.shared,
    language: Demo.shared.language,
    commands: [
      .completions, .manual,
      Command("locked", "L") { _ in { _ in throw Locked() } },
      Command("plain", "P") { _ in { _ in throw Plain() } },
      Command("cancelled", "C") { _ in { _ in throw CancellationError() } },
      Command("closed", "C") { _ in { _ in throw CommandLineError.outputClosed } },
    ]
  )

  @Test func mapsErrorsToExitCodees() async throws {
    let locked = try await Outcome(of: tool, ["locked", "--language", "ja"])
    #expect(locked.errors == "エラー: キーチェーンがロックされています\n")
    #expect(locked.status.rawValue == 3)
    let plain = try await Outcome(of: tool, ["plain"])
    #expect(plain.errors == "error: plain words\n")
    #expect(plain.status == .failure)
    let cancelled = try await Outcome(of: tool, ["cancelled"])
    #expect(cancelled.errors == "")
    #expect(cancelled.status == .interrupted)
    let closed = try await Outcome(of: tool, ["closed"])
    #expect(closed.errors == "")
    #expect(closed.status == .failure)
  }

  @Test(arguments: [["--version"], ["locked", "--version"]])
  func printsItsVersion(words: [String]) async throws {
    let outcome = try await Outcome(of: tool, words)
    #expect(outcome.output == "t 2.0\n")
    #expect(outcome.status == .success)
  }

  @Test func printsCompletionsAndManuals() async throws {
    let script = try await Outcome(of: tool, ["completions", "fish"])
    #expect(script.output == tool.completionScript(for: .fish))
    let page = try await Outcome(of: tool, ["manual", "locked"])
    #expect(page.output == tool.manualPage(for: ["locked"])?.text)
    let none = try await Outcome(of: tool, ["manual", "locked", "x"])
    #expect(none.errors == "error: there is no page of 'locked x'\nhint: see 't --help'\n")
    #expect(none.status == .usage)
    let folder = try TemporaryFolder()
    let saved = try await Outcome(of: tool, ["manual", "-o", folder.url.path])
    #expect(saved.status == .success)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(files == tool.manualPages().map(\.fileName).sorted())
    let made = try await Outcome(of: tool, ["manual", "-o", folder.url.path + "/new"])
    #expect(made.status == .success)
    #expect(FileManager.default.fileExists(atPath: folder.url.path + "/new/t.1"))
    let nowhere = try await Outcome(of: tool, ["manual", "-o", folder.url.path + "/none/deeper"])
    #expect(nowhere.errors.contains("No such file or directory\nhint: check that the folder exists"))
    #expect(nowhere.status == .failure)
  }

  @Test func describesEveryErrorInBothLanguages() {
    let errors: [CommandLineError] = [
      .usage(HelpText("wrong", ja: "誤り"), hint: HelpText("right", ja: "正解")), .foreignParameter("--x"),
      .outputClosed, .writeFailed(path: nil, code: ENOSPC), .writeFailed(path: "/a", code: EACCES),
      .system(code: EAGAIN),
    ]
    for error in errors {
      #expect(!error.message.english.isEmpty)
      #expect(error.message.japanese.unicodeScalars.contains { $0.value > 0x3000 })
      #expect(error.description.hasPrefix(error.message.english))
      #expect(error.exitCode == (error == errors[0] ? .usage : .failure))
    }
    #expect(errors[3].message.english == "could not write the output: No space left on device")
    #expect(CommandLineError.writeFailed(path: nil, code: 99_999).message.english.contains("99999"))
  }

  @Test func answersHelpEverywhere() async throws {
    for words in [[], ["help"], ["-h"], ["--help"], ["-qh"], ["help", "--quiet"]] {
      let outcome = try await Outcome(of: Demo.tool, words, environment: ["COLUMNS": "72"])
      #expect(outcome.output == Demo.tool.help(width: 72))
      #expect(outcome.status == .success)
    }
    for words in [["help", "keychain", "copy"], ["keychain", "copy", "-k", "x", "--help"]] {
      let outcome = try await Outcome(of: Demo.tool, words)
      #expect(outcome.output == Demo.tool.help(for: ["keychain", "copy"]))
    }
    let group = try await Outcome(of: Demo.tool, ["keychain"])
    #expect(group.errors == Demo.tool.help(for: ["keychain"]))
    #expect(group.output == "")
    #expect(group.status == .usage)
    let value = try await Outcome(of: Demo.tool, ["audit", "--disable", "-h"])
    #expect(value.output.hasPrefix("|text|-|0|-h|"))
  }
}
