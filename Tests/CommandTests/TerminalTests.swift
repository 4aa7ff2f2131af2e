import Foundation
import TestSupport
import Testing

/// What a person at a terminal sees: colours, progress, a line that fits.
@Suite("Terminal", .timeLimit(.minutes(5)), .serialized) struct TerminalTests {
  private static let escape = "\u{1B}["

  private func run(
    _ words: [String], in folder: TemporaryFolder, columns: UInt16 = 80, environment: [String: String] = [:]
  ) throws -> (shown: String, status: Int32) {
    let terminal = try PseudoTerminal(columns: columns)
    let program = try Program(Omamori.path, words, in: folder, environment: environment, terminal: terminal)
    var shown = ""
    let ended = try program.wait { shown += terminal.read() }
    return (shown, ended.status)
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "One.swift")
    return folder
  }

  @Test func coloursOnATerminalOnly() throws {
    let folder = try folder()
    #expect(try run(["audit", "One.swift"], in: folder).shown.contains(Self.escape))
    #expect(try run(["audit", "nothing"], in: folder).shown.contains(Self.escape))
    #expect(try !Omamori.run("audit", "One.swift", in: folder).errors.contains(Self.escape))
  }

  @Test func findingsStandByRuleOnATerminalOnly() throws {
    let folder = try folder()
    let shown = try run(["audit", "One.swift", "--no-color", "--language", "en"], in: folder).shown
    #expect(shown.contains("  One.swift:5:3\r\n") && shown.contains("Fix  ") && shown.contains("~~~~"))
    #expect(shown.contains("Failed  1 finding at or above high (--fail-on high)"))
    #expect(shown.contains("Next\r\n") && shown.contains("omamori audit One.swift -o report.html"))
    let lines = try run(["audit", "One.swift", "-f", "lines", "-q", "--no-color"], in: folder).shown
    let piped = try Omamori.run("audit", "One.swift", "-q", in: folder)
    #expect(lines == piped.output.replacing("\n", with: "\r\n"))
  }

  @Test(arguments: [
    (["audit", "One.swift", "--no-color"], [:]), (["audit", "One.swift"], ["NO_COLOR": "1"]),
    (["audit", "One.swift"], ["TERM": "dumb"]), (["audit", "nothing", "--no-color"], [:]),
    (["rules", "--no-color"], [:]),
  ])
  func writesWithoutColour(words: [String], environment: [String: String]) throws {
    #expect(try !run(words, in: folder(), environment: environment).shown.contains(Self.escape))
  }

  @Test(arguments: ["json", "sarif"]) func machineFormatsAreNeverColoured(format: String) throws {
    let folder = try folder()
    let shown = try run(["audit", "One.swift", "-f", format], in: folder).shown
    #expect(!shown.contains(Self.escape))
    try #expect(run(["audit", "One.swift", "-o", "a.txt"], in: folder).status == 1)
    #expect(try !folder.read("a.txt").contains(Self.escape))
  }

  @Test func showsProgressAfterASecond() throws {
    let folder = try TemporaryFolder()
    for number in 0..<24 { try folder.write(Material.long, to: "App/File\(number).swift") }
    let slow = try run(
      ["audit", "App", "-f", "json", "-o", "a.json", "--jobs", "1", "--language", "en"], in: folder)
    #expect(slow.shown.contains("\rAuditing "))
    #expect(slow.shown.contains(" of 24 files…"))
    // The line is erased before anything else is written.
    #expect(
      slow.shown.contains("\r\u{1B}[K\r\nOmamori") || slow.shown.contains("\r\u{1B}[K\r\n\u{1B}[1mOmamori"))
    let quiet = try run(["audit", "App", "-f", "json", "-o", "a.json", "--jobs", "1", "-q"], in: folder)
    #expect(quiet.shown == "")
    try folder.write("let answer = 42\n", to: "Short.swift")
    let quick = try run(["audit", "Short.swift"], in: folder)
    #expect(!quick.shown.contains("\r\u{1B}[K"))
  }

  @Test(arguments: [80, 100, 120], ["en", "ja"])
  func summaryFits(columns: Int, language: String) throws {
    let app = Omamori.repository.appending(path: "Examples/Tsukimi").path
    let ended = try Omamori.run(
      "audit", app, "--language", language, in: TemporaryFolder(), environment: ["COLUMNS": "\(columns)"])
    #expect(ended.status == 1)
    let lines = ended.errors.split(separator: "\n")
    #expect(lines.count > 30)
    // The first line names the folder as it was given, which may be long.
    for line in lines.dropFirst() {
      #expect(Self.width(of: line) <= columns, "\(line)")
    }
  }

  /// Japanese letters and full-width marks take two columns.
  private static func width(of line: Substring) -> Int {
    line.unicodeScalars.reduce(0) { width, scalar in
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: width + 2
      default: width + 1
      }
    }
  }
}
