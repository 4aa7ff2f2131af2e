import Foundation
import TestSupport
import Testing

/// Tests of `omamori log agent` and of commands that go on until they are told to end.
@Suite("Log agent", .serialized, .timeLimit(.minutes(5))) struct LogAgentTests {
  @Test func servesUntilItIsToldToEnd() throws {
    let home = try LogHome()
    let agent = try home.startAgent()
    let socket = try #require(home.socket)
    let permissions = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
    let second = try home.run("agent")
    #expect(second.status == 1 && second.errors.contains("runs already"))
    let before = try home.segments().count
    #expect(try home.run("append", "session.started").status == 0)
    let lines = (0..<300).map { "{\"name\": \"data-access.read\", \"fields\": {\"number\": \($0)}}\n" }
    let many = try home.run("append", "-", "--json", input: lines.joined())
    #expect(try LogHome.object(many.output)["recorded"] as? Int == 300)
    // The agent keeps one segment for all of them.
    #expect(try home.segments().count == before)
    let bad = try home.run("append", "NOT-A-NAME")
    #expect(bad.status == 2 && bad.errors.contains("error:"))
    let note = try home.run("checkpoint")
    #expect(note.status == 0 && note.output.hasPrefix("omamori-audit-log/"))
    agent.signal(SIGTERM)
    let ended = try agent.wait(seconds: 30)
    #expect(ended.status == 130 && ended.output == socket + "\n" && ended.errors == "")
    #expect(home.socket == nil)
    #expect(try home.run("verify", "--auditor-key", "auditor.key").status == 0)
    let shown = try home.run("show", "--auditor-key", "auditor.key", "--json")
    #expect(shown.output.components(separatedBy: "\"data-access.read\"").count == 301)
  }

  @Test func aKilledAgentLeavesAnOpenTailThatIsRecovered() throws {
    let home = try LogHome()
    let agent = try home.startAgent()
    #expect(try home.run("append", "session.started").status == 0)
    agent.signal(SIGKILL)
    #expect(try agent.wait(seconds: 30).status == -SIGKILL)
    let open = try home.run("verify")
    #expect(open.status == 1 && !open.output.contains("complete"))
    // Without an agent the next event opens the log, tells of the recovery and closes it.
    #expect(try home.run("append", "session.ended").status == 0)
    let shown = try home.run("show", "--auditor-key", "auditor.key")
    #expect(shown.output.contains("session.started") && shown.output.contains("session.ended"))
    #expect(try home.run("verify", "--auditor-key", "auditor.key").status == 0)
  }

  @Test func anInterruptedAppendClosesTheLog() throws {
    let home = try LogHome()
    // A pipe that stays open: the command waits for more events.
    let (pipe, line) = (home.folder.path("pipe"), Array("{\"name\": \"session.started\"}\n".utf8))
    // because the name is a string that outlives the call
    _ = unsafe mkfifo(pipe, 0o600)
    // because the same holds here
    let keeper = unsafe open(pipe, O_RDWR)
    defer { close(keeper) }
    let program = try home.start(["append", "-"], input: "pipe")
    // because exactly the array is read
    let count = unsafe write(keeper, line, line.count)
    #expect(count == line.count)
    for _ in 0..<500 {
      if try home.segments().count > 1 { break }
      usleep(10_000)
    }
    // A second writer waits, and says who is in its way.
    let locked = try home.run("append", "session.ended", "--wait", "0")
    #expect(locked.status == 3 && locked.errors.contains("error:"), "\(locked)")
    usleep(300_000)
    program.signal(SIGINT)
    let ended = try program.wait(seconds: 30)
    #expect(ended.status == 130, "\(ended)")
    #expect(try home.run("verify").status == 0)
    let shown = try home.run("show", "--auditor-key", "auditor.key")
    #expect(shown.output.contains("session.started"))
  }

  @Test func followShowsWhatComes() throws {
    let home = try LogHome()
    let program = try home.start(["follow", "--auditor-key", "auditor.key"])
    usleep(700_000)
    #expect(try home.run("append", "session.started").status == 0)
    usleep(700_000)
    program.signal(SIGINT)
    let ended = try program.wait(seconds: 30)
    #expect(ended.status == 130)
    #expect(ended.output.contains("session.started"))
  }

  @Test func aCollectorOutOfReachLosesNothing() throws {
    let home = try LogHome()
    #expect(try home.run("append", "session.started").status == 0)
    let refused = try home.run("deliver", "--https", "https://127.0.0.1:9/log")
    #expect(refused.status == 3 && refused.errors.contains("error:"))
    #expect(try home.run("deliver").status == 2)
    let plain = try home.run("deliver", "--syslog", "127.0.0.1:9")
    #expect(plain.status == 2 && plain.errors.contains("log agent"))
    let two = try home.run("deliver", "--https", "https://a.example/", "--syslog", "b.example")
    #expect(two.status == 2)
    let clear = try home.run("deliver", "--https", "http://127.0.0.1:9/log")
    #expect(clear.status == 2)
    #expect(try home.run("verify").status == 0)
  }

  /// The certificate of the collector comes from an authority that nobody here trusts.
  @Test func aRefusedCertificateIsNamed() throws {
    let (home, lab) = (try LogHome(), try TLSLab())
    let server = try lab.server("ec")
    let url = "https://127.0.0.1:\(server.port)/log"
    #expect(try home.run("append", "session.started").status == 0)
    let delivered = try home.run("deliver", "--https", url, "--language", "en")
    #expect(
      delivered.status == 3 && delivered.errors.contains("no chain leads to a trusted root"),
      "\(delivered.errors)")
    for option in ["--https", "--otlp"] {
      let agent = try home.startAgent(option, url, "--language", "en")
      #expect(try home.run("append", "session.ended").status == 0)
      for _ in 0..<1_000 where try agent.errorsSoFar().isEmpty { usleep(10_000) }
      agent.signal(SIGTERM)
      let ended = try agent.wait(seconds: 30)
      #expect(
        ended.status == 130 && ended.errors.contains("no chain leads to a trusted root"), "\(ended.errors)")
      // The same reason is not repeated with every attempt.
      #expect(ended.errors.components(separatedBy: "warning:").count == 2, "\(ended.errors)")
    }
  }

  @Test func theAgentSaysThatItsCollectorIsOutOfReach() throws {
    let home = try LogHome()
    let agent = try home.startAgent("--https", "https://127.0.0.1:9/log", "--language", "en")
    #expect(try home.run("append", "session.started").status == 0)
    for _ in 0..<1_000 where try agent.errorsSoFar().isEmpty { usleep(10_000) }
    agent.signal(SIGTERM)
    let ended = try agent.wait(seconds: 30)
    #expect(ended.status == 130 && ended.errors.contains("cannot be reached"), "\(ended.errors)")
  }

  @Test func anAgentWhoseWitnessIsGoneSaysSo() throws {
    let home = try LogHome()
    let agent = try home.startAgent("--language", "en")
    #expect(try home.run("append", "session.started").status == 0)
    // However the log is written, it is the same agent.
    let verified = try home.run("verify", "--log", home.folder.path("state/../state//omamori/log"))
    #expect(verified.status == 0, "\(verified.output)")
    #expect(try home.run("verify").status == 0)
    try FileManager.default.removeItem(atPath: home.folder.path("witness"))
    _ = try home.run("checkpoint")
    let appended = try home.run("append", "session.ended", "--language", "en")
    #expect(appended.status == 1 && appended.errors.contains("witness of this log is gone"))
    agent.signal(SIGTERM)
    let ended = try agent.wait(seconds: 30)
    #expect(ended.errors.contains("witness of this log is gone"), "\(ended.errors)")
    let delivered = try home.run("deliver", "--https", "https://127.0.0.1:9/log")
    #expect(delivered.status == 3)
  }

  /// What an event becomes when secrets are taken out and private values are sealed is known before anything is written.
  @Test(arguments: [
    #"{"name": "app.big", "fields": {"a": "\#(String(repeating: " a@b.cc", count: 9_000))"}}"#,
    #"{"name": "app.big", "fields": {\#((0..<16).map { "\"f\($0)\": {\"private\": \"\(String(repeating: "x", count: 4_080))\", \"subject\": \"u\"}" }.joined(separator: ", "))}}"#,
    #"{"name": "app.long", "fields": {"a": "\#(String(repeating: "x", count: 200_000))"}}"#,
  ])
  func aRefusedEventOfAFileLeavesNothing(event: String) throws {
    let home = try LogHome()
    #expect(try home.run("append", "session.started").status == 0)
    let before = try home.segments()
    let good = #"{"name": "app.good", "category": "application", "severity": "notice"}"#
    let text = Array(repeating: good, count: 3_000).joined(separator: "\n") + "\n" + event + "\n"
    let refused = try home.run(["append", "-", "--language", "en"], input: text)
    #expect(refused.status == 2 && refused.errors.contains("event 3001"), "\(refused.errors)")
    #expect(refused.errors.contains("recorded before it: 0"), "\(refused.errors)")
    #expect(try home.segments() == before)
  }
}
