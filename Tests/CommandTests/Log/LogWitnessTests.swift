import Foundation
import TestSupport
import Testing

/// Tests of `omamori log` with a witness that is gone, and of what a monitor learns while an agent writes.
@Suite("Log witness", .serialized, .timeLimit(.minutes(5))) struct LogWitnessTests {
  private func shown(_ home: LogHome) throws -> String {
    try home.run("show", "--auditor-key", "auditor.key").output
  }

  @Test func anAppendDoesNotRepairWhatWasCutTogetherWithTheWitness() throws {
    let home = try LogHome()
    for _ in 0..<4 { #expect(try home.run("append", "session.started").status == 0) }
    for path in try home.segments().suffix(2) { try FileManager.default.removeItem(atPath: path) }
    try FileManager.default.removeItem(atPath: home.folder.path("witness"))
    #expect(try home.run("verify").status == 1)
    let appended = try home.run("append", "session.ended")
    #expect(appended.status == 1, "\(appended)")
    #expect(appended.errors.contains("warning: the witness of this log is gone"))
    #expect(appended.errors.contains("--accept-missing-witness"))
    #expect(!FileManager.default.fileExists(atPath: home.folder.path("witness")))
    let verified = try home.run("verify", "--auditor-key", "auditor.key")
    #expect(verified.status == 1 && !verified.output.contains("complete"), "\(verified)")
    let text = try shown(home)
    #expect(text.contains("log.anchor-missing") && text.contains("session.ended"))
    // The agent says the same, and does not make one either.
    let agent = try home.startAgent()
    #expect(try home.run("append", "session.ended").status == 1)
    let running = try home.run("verify")
    #expect(running.status == 1 && !running.output.contains("complete"), "\(running)")
    let held = try home.run("append", "session.ended", "--accept-missing-witness")
    #expect(held.status == 2 && held.errors.contains("omamori log agent"))
    agent.signal(SIGTERM)
    let ended = try agent.wait(seconds: 30)
    #expect(ended.status == 130 && ended.errors.contains("--accept-missing-witness"))
    #expect(!FileManager.default.fileExists(atPath: home.folder.path("witness")))
  }

  @Test func theOperatorAcceptsANewWitnessAndTheLogSaysSo() throws {
    let home = try LogHome()
    #expect(try home.run("append", "session.started").status == 0)
    try FileManager.default.removeItem(atPath: home.folder.path("witness"))
    let accepted = try home.run("append", "session.ended", "--accept-missing-witness")
    #expect(accepted.status == 0 && accepted.errors == "", "\(accepted)")
    #expect(try home.run("verify", "--auditor-key", "auditor.key").status == 0)
    let line = try shown(home).split(separator: "\n").first { $0.contains("log.anchor-missing") }
    #expect(line?.contains("accepted=true") == true)
    try FileManager.default.removeItem(atPath: home.folder.path("witness"))
    let agent = try home.startAgent("--accept-missing-witness")
    #expect(try home.run("verify").status == 0)
    agent.signal(SIGTERM)
    #expect(try agent.wait(seconds: 30).errors == "")
    #expect(try home.run("verify").status == 0)
  }

  @Test func verifySaysCompleteSoFarWhileTheAgentWritesAndRolledBackAfterACut() throws {
    let home = try LogHome()
    let agent = try home.startAgent()
    for _ in 0..<3 { #expect(try home.run("append", "session.started").status == 0) }
    let whole = try home.run("verify", "--auditor-key", "auditor.key")
    #expect(whole.status == 0 && whole.output.contains("complete so far"), "\(whole)")
    let json = try LogHome.object(try home.run("verify", "--json").output)
    #expect(json["verdict"] as? String == "complete-so-far" && json["complete"] as? Bool == true)
    #expect(json["recovery"] == nil)
    // The same folder without its witness proves nothing more, whatever the agent says.
    let witness = home.folder.path("witness")
    try FileManager.default.moveItem(atPath: witness, toPath: witness + ".away")
    let open = try home.run("verify")
    #expect(open.status == 1 && open.output.contains("no anchor outside of the log has it"), "\(open)")
    try FileManager.default.moveItem(atPath: witness + ".away", toPath: witness)
    #expect(try home.run("verify").status == 0)
    let last = try #require(try home.segments().last)
    let copy = try Data(contentsOf: URL(filePath: last))
    agent.signal(SIGKILL)
    #expect(try agent.wait(seconds: 30).status == -SIGKILL)
    try copy.dropLast(300).write(to: URL(filePath: last))
    let cut = try home.run("verify")
    #expect(cut.status == 1 && !cut.output.contains("complete"))
  }

  @Test(arguments: [false, true]) func theDocumentedFlowOfAProofSucceeds(hasAgent: Bool) throws {
    let home = try LogHome()
    let agent = hasAgent ? try home.startAgent() : nil
    for _ in 0..<3 { #expect(try home.run("append", "session.started").status == 0) }
    try home.folder.write(try home.run("checkpoint").output, to: "log.checkpoint")
    let proof = try home.run("prove", "inclusion", "3")
    #expect(proof.status == 0, "\(proof)")
    try home.folder.write(proof.output, to: "proof.json")
    let checked = try home.run("prove", "check", "proof.json", "--checkpoint", "log.checkpoint")
    #expect(checked.status == 0 && checked.output.contains("right"), "\(checked)")
    #expect(try home.run("append", "session.ended").status == 0)
    try home.folder.write(try home.run("checkpoint").output, to: "later.checkpoint")
    let size = try LogHome.object(proof.output)["size"] as? Int ?? 0
    try home.folder.write(try home.run("prove", "consistency", "\(size)").output, to: "grown.json")
    let grown = try home.run(
      "prove", "check", "grown.json", "--checkpoint", "later.checkpoint", "--earlier", "log.checkpoint")
    #expect(grown.status == 0, "\(grown)")
    // The witness covers one entry more than the note in the log: another size, which is no forgery.
    let other = try home.run(
      "prove", "check", "proof.json", "--checkpoint", "witness", "--language", "ja")
    #expect(other.status == 2 && other.errors.contains("--size"), "\(other)")
    agent?.signal(SIGTERM)
    if let agent { #expect(try agent.wait(seconds: 30).status == 130) }
  }

  @Test func aForgedNoteAboutRemovedSegmentsIsTampering() throws {
    let home = try LogHome()
    #expect(try home.run("append", "session.started").status == 0)
    try Data("forged\n".utf8).write(to: URL(filePath: home.log + "/pruned.note"))
    let found = try home.run("verify")
    #expect(found.status == 1 && found.output.contains("pruned.note"), "\(found)")
    let json = try LogHome.object(try home.run("verify", "--json").output)
    #expect(json["verdict"] as? String == "tampered" && json["file"] as? String == "pruned.note")
  }

  @Test func aPipeWithABadLineAmongSeveralRecordsNoneOfThem() throws {
    let home = try LogHome()
    let line = "{\"name\": \"session.started\"}"
    let script = "printf '%s\\n' '\(line)' '\(line)' 'no event' | '\(Omamori.path)' log append -"
    let ended = try Program(
      Program.find("bash") ?? "/bin/bash", ["-c", script], in: home.folder, environment: home.environment
    ).wait(seconds: 120)
    #expect(ended.status == 2 && ended.errors.contains("event 3"), "\(ended)")
    #expect(ended.errors.contains("recorded before it: 0"))
    #expect(try home.segments().count == 1)
    #expect(try home.run("append", "-", input: "\n").status == 0)
    #expect(try home.segments().count == 1)
    let many = Array(repeating: line + "\n", count: 5_000).joined()
    let late = try home.run("append", "-", input: many + "no event\n")
    #expect(late.status == 2 && late.errors.contains("event 5001"))
    #expect(try home.segments().count == 1)
    #expect(try home.run("append", "-", "--json", input: many).output.contains("\"recorded\":5000"))
  }

  @Test func aCollectorThatIsRefusedIsSaidWhy() throws {
    let (home, lab) = (try LogHome(), try TLSLab())
    #expect(try home.run("append", "session.started").status == 0)
    let server = try lab.server("ec")
    let url = "https://127.0.0.1:\(server.port)/log"
    let unknown = try home.run("deliver", "--https", url)
    #expect(unknown.status == 3 && unknown.errors.contains("the root is unknown"), "\(unknown)")
    #expect(unknown.errors.contains("127.0.0.1"))
    let name = try home.run(
      "deliver", "--https", "https://localhost:\(server.port)/log", "--ca", lab.folder.path("ca.pem"))
    #expect(name.status == 3 && name.errors.contains("not for this host"), "\(name)")
    #expect(try home.run("verify").status == 0)
  }
}
