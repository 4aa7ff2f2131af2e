import Foundation
import OmamoriCore
import TestSupport
import Testing

/// What an attacker who takes the memory of a log's agent can read of the log.
@Suite("Log memory", .timeLimit(.minutes(2))) struct LogMemoryTests {
  private static let script = Repository.root.appending(
    path: "Tests/OmamoriAuditLogTests/Python/keys_in_memory.py"
  ).path

  private static let isPossible = getuid() == 0 && Python.has("cryptography")

  /// Only the key of the next frame is there: neither the seed nor the key of any frame that was written.
  @Test(.enabled(if: isPossible, "needs root and Python's cryptography")) func earlierKeysAreGone() throws {
    let home = try LogHome()
    let agent = try home.startAgent()
    for _ in 0..<5 { #expect(try home.run("append", "session.started").status == 0) }
    try home.folder.write(
      """
      {"folder": "\(home.log)", "key": "\(home.key)", "auditor": "auditor.key", "process": \(agent.number)}
      """, to: "request")
    let search = try Program(
      Python.interpreter, ["-B", Self.script], in: home.folder, input: "request")
    let ended = try search.wait(seconds: 60)
    let found = try StrictJSON.parse(ended.output)
    let frames = try #require(found["frames"]?.intValue, "\(ended.errors)")
    #expect(frames >= 5 && found["seed"]?.intValue == 0)
    #expect(found["keys"] == [.integer(frames)])
    agent.signal(SIGTERM)
    #expect(try agent.wait(seconds: 30).status == 130)
  }
}
