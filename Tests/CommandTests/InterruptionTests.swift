import Foundation
import TestSupport
import Testing

/// Stopping the tool, and running it twice at once.
@Suite("Interruption", .timeLimit(.minutes(5)), .serialized) struct InterruptionTests {
  /// A folder whose audit takes far longer than a test waits.
  private func longAudit() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for number in 0..<400 { try folder.write(Material.long, to: "App/File\(number).swift") }
    try folder.write("before\n", to: "old.json")
    return folder
  }

  @Test(arguments: [SIGINT, SIGTERM]) func leavesNothingBehind(signal: Int32) throws {
    let folder = try longAudit()
    let before = try folder.names()
    let program = try Program(
      Omamori.path, ["audit", "App", "-o", "new.json", "-o", "old.json", "--jobs", "2"], in: folder)
    usleep(600_000)
    try #require(program.isRunning)
    program.signal(signal)
    let ended = try program.wait(seconds: 20)
    #expect(ended.status == 130)
    #expect(ended.output == "")
    #expect(ended.errors == "")
    #expect(try folder.names() == before)
    #expect(try folder.read("old.json") == "before\n")
  }

  @Test func leavesIgnoredSignalsAlone() throws {
    let folder = try TemporaryFolder()
    try folder.write("let one = 1\n", to: "One.swift")
    let command = "trap '' INT; omamori audit One.swift -q & pid=$!; kill -INT $pid; wait $pid"
    let ended = try Program(Program.find("bash") ?? "/bin/bash", ["-c", command], in: folder).wait()
    #expect(ended.status == 0)
  }

  @Test func severalProcessesMayWriteOneFile() throws {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "App/One.swift")
    let words = ["audit", "App", "-o", "report.json", "-q", "--fail-on", "none"]
    let programs = try (0..<4).map { _ in try Program(Omamori.path, words, in: folder) }
    for program in programs { #expect(try program.wait().status == 0) }
    #expect(try folder.names() == ["App", "report.json"])
    let text = try folder.read("report.json")
    #expect(text.hasSuffix("}\n"))
    let single = try Omamori.run("audit", "App", "--json", "-q", "--fail-on", "none", in: folder).output
    #expect(Volatile.removed(from: text) == Volatile.removed(from: single))
  }
}
