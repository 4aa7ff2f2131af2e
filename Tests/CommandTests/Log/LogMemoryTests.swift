import Foundation
import OmamoriCore
import Testing

/// What an attacker who takes the memory of a log's agent can read of the log.
@Suite("Log memory", .timeLimit(.minutes(2))) struct LogMemoryTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "OmamoriAuditLogTests/Python/keys_in_memory.py").path

  private static let isPossible: Bool = {
    guard getuid() == 0, let python = Program.find("python3"), let folder = try? Sandbox(),
      let probe = try? Program(python, ["-c", "import cryptography"], in: folder)
    else { return false }
    return (try? probe.wait().status) == 0
  }()

  /// Only the key of the next frame is there: neither the seed nor the key of any frame that was written.
  @Test(.enabled(if: isPossible, "needs root and Python's cryptography")) func earlierKeysAreGone() throws {
    let home = try LogHome()
    let agent = try home.startAgent()
    for _ in 0..<5 { #expect(try home.run("append", "session.started").status == 0) }
    try home.folder.write(
      """
      {"folder": "\(home.log)", "key": "\(home.key)", "auditor": "auditor.key", "process": \(agent.process.processIdentifier)}
      """, to: "request")
    let search = try Program(
      try #require(Program.find("python3")), ["-B", Self.script], in: home.folder, input: "request")
    let ended = try search.wait(seconds: 60)
    let found = try StrictJSON.parse(ended.output)
    let frames = try #require(found["frames"]?.intValue, "\(ended.errors)")
    #expect(frames >= 5 && found["seed"]?.intValue == 0)
    #expect(found["keys"] == [.integer(frames)])
    agent.signal(SIGTERM)
    #expect(try agent.wait(seconds: 30).status == 130)
  }
}
