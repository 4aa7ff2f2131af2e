import Foundation
import TestSupport
import Testing

/// `omamori audit --watch` audits again when something changes, and only then.
@Suite("Watching", .timeLimit(.minutes(5)), .serialized) struct WatchTests {
  /// Waits until the program has written `count` lines that hold `part`.
  private func wait(_ program: Program, for count: Int, _ part: String) throws -> Bool {
    for _ in 0..<1500 where program.isRunning {
      let lines = try program.outputSoFar().split(separator: "\n")
      if lines.count(where: { $0.contains(part) }) >= count { return true }
      usleep(20_000)
    }
    return false
  }

  /// Waits until the program has complained `count` times.
  private func waitForErrors(_ program: Program, _ count: Int) throws -> Bool {
    for _ in 0..<1500 where program.isRunning {
      let lines = try program.errorsSoFar().split(separator: "\n")
      if lines.count(where: { $0.hasPrefix("warning:") }) >= count { return true }
      usleep(20_000)
    }
    return false
  }

  @Test func aChangeIsAudited() throws {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "App/One.swift")
    let program = try Program(
      Omamori.path, ["audit", "App", "--watch", "-q", "-f", "text", "-o", "-", "-o", "App/report.json"],
      in: folder)
    #expect(try wait(program, for: 1, "One.swift"))
    try folder.write(Material.oldTLS, to: "App/Two.swift")
    #expect(try wait(program, for: 1, "Two.swift"))
    try folder.write("import Foundation\n", to: "App/One.swift")
    #expect(try wait(program, for: 1, "- One.swift"))
    program.signal(SIGINT)
    let ended = try program.wait(seconds: 20)
    #expect(ended.status == 130 && ended.errors == "")
    // Its own report is no change: three audits, no more, and of the later two only what changed.
    let lines = ended.output.split(separator: "\n")
    #expect(lines.count == 1 + 4 + 4)
    #expect(lines.count { $0.wholeMatch(of: /[0-2]\d:[0-5]\d:[0-6]\d/) != nil } == 2)
    #expect(lines.contains("Findings  1 new, 0 fixed, 1 unchanged"))
    #expect(lines.contains("Findings  0 new, 1 fixed, 1 unchanged"))
    #expect(lines.count { $0.hasPrefix("+ Two.swift:") } == 1)
    #expect(try folder.read("App/report.json").contains("Two.swift"))
  }

  /// An editor reads all lines each time.
  @Test func linesAreWrittenWhole() throws {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "App/One.swift")
    let program = try Program(
      Omamori.path, ["audit", "App", "--watch", "-q", "--format", "lines"], in: folder)
    #expect(try wait(program, for: 1, "One.swift"))
    try folder.write(Material.oldTLS, to: "App/Two.swift")
    #expect(try wait(program, for: 2, "One.swift"))
    program.signal(SIGINT)
    let ended = try program.wait(seconds: 20)
    #expect(ended.output.split(separator: "\n").count == 3)
  }

  @Test(arguments: ["App/.omamori.json", "settings.json"])
  func aBrokenConfigurationIsSaidAndWaitedFor(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "App/One.swift")
    try folder.write("{\"exclud\": []}", to: name)
    let options = name == "settings.json" ? ["--config", name] : []
    let program = try Program(
      Omamori.path, ["audit", "App", "--watch", "-q", "-f", "text"] + options, in: folder)
    #expect(try waitForErrors(program, 1))
    // Repaired, broken again, and repaired again.
    try folder.write("{}", to: name)
    #expect(try wait(program, for: 1, "One.swift"))
    try folder.write("{\"exclude\": ", to: name)
    #expect(try waitForErrors(program, 2))
    try folder.write("{\"exclude\": []}", to: name)
    #expect(try wait(program, for: 1, "1 unchanged"))
    program.signal(SIGINT)
    let ended = try program.wait(seconds: 20)
    #expect(ended.status == 130)
    #expect(ended.errors.contains("Did you mean “exclude”?"))
  }

  /// A log beside the sources must not keep their changes waiting for ever.
  @Test func whatIsAlwaysWrittenKeepsNothingWaiting() throws {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "App/One.swift")
    let program = try Program(
      Omamori.path, ["audit", "App", "--watch", "-q", "-f", "text", "--no-cache"], in: folder)
    #expect(try wait(program, for: 1, "One.swift"))
    let loop = "while :; do echo line >> App/build.log; sleep 0.05; done"
    let writer = try Program(Program.find("sh") ?? "/bin/sh", ["-c", loop], in: folder)
    try folder.write(Material.oldTLS, to: "App/Two.swift")
    #expect(try wait(program, for: 1, "Two.swift"))
    writer.signal(SIGKILL)
    _ = try writer.wait(seconds: 20)
    program.signal(SIGINT)
    #expect(try program.wait(seconds: 20).status == 130)
  }

  /// What waiting cannot repair ends it.
  @Test func aWrongCommandLineEnds() throws {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "App/One.swift")
    let program = try Program(Omamori.path, ["audit", "App", "--watch", "--jobs", "0"], in: folder)
    #expect(try program.wait(seconds: 60).status == 2)
  }
}
