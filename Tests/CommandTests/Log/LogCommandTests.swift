import Foundation
import TestSupport
import Testing

/// Tests of `omamori log`.
@Suite("Log commands", .serialized, .timeLimit(.minutes(5))) struct LogCommandTests {
  /// Puts another byte into a file, `offset` from its end.
  private static func change(_ path: String, fromEnd offset: UInt64) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    defer { try? file.close() }
    let place = try file.seekToEnd() - offset
    try file.seek(toOffset: place)
    let byte = try file.read(upToCount: 1)?.first ?? 0
    try file.seek(toOffset: place)
    try file.write(contentsOf: [byte ^ 0xFF])
  }

  @Test func whatIsAppendedIsReadByTheAuditorAlone() throws {
    let home = try LogHome()
    #expect(home.key.hasPrefix("omamori-audit-log/"))
    let one = try home.run("append", "authentication.failed", "-f", "attempts=3", "-f", "way=pam")
    #expect(one.status == 0 && one.output == "" && one.errors == "")
    let events = """
      {"name": "account.closed", "category": "administration", "severity": "warning", "correlation": "r-1", \
      "fields": {"user": {"private": "ann@example.org", "subject": "u1"}, "address": {"hashed": "192.0.2.7"}, \
      "done": true, "secret": {"dropped": true}}}
      {"name": "session.expired"}

      """
    let many = try home.run("append", "-", "--json", input: events)
    #expect(many.status == 0)
    #expect(try LogHome.object(many.output)["recorded"] as? Int == 2)
    let refused = try home.run("show")
    #expect(refused.status == 2 && refused.errors.contains("--auditor-key"))
    let shown = try home.run("show", "--auditor-key", "auditor.key")
    #expect(shown.status == 0)
    #expect(shown.output.contains("authentication.failed  attempts=3  way=pam"))
    #expect(shown.output.contains("user=<private>") && !shown.output.contains("ann@"))
    let revealed = try home.run("show", "--auditor-key", "auditor.key", "--reveal")
    #expect(revealed.output.contains("user=ann@example.org") && !revealed.output.contains("192.0.2.7"))
    let lines = try home.run("show", "--auditor-key", "auditor.key", "--json").output.split(separator: "\n")
    let names = try lines.map { try LogHome.object($0)["name"] as? String }
    #expect(names.suffix(1) == ["session.expired"] || names.contains("session.expired"))
    #expect(!lines.joined().contains("ann@"))
    let last = try home.run("show", "--auditor-key", "auditor.key", "--json", "--last", "1")
    #expect(last.output.split(separator: "\n").count == 1)
    for form in ["ocsf", "cef", "syslog", "otlp"] {
      let exported = try home.run("export", "--auditor-key", "auditor.key", "--format", form, "-o", form)
      #expect(exported.status == 0 && exported.output == "", "\(form) \(exported.errors)")
      #expect(try home.folder.read(form).contains("account.closed"))
      #expect(try home.run("export", "--auditor-key", "auditor.key", "-o", form).status == 2)
    }
    #expect(try home.folder.names().allSatisfy { !$0.hasSuffix(".part") })
    // Nothing of it can be read in the files.
    for segment in try home.segments() {
      let bytes = try Data(contentsOf: URL(filePath: segment))
      #expect(bytes.range(of: Data("account.closed".utf8)) == nil)
    }
    let japanese = try home.run("show", "--auditor-key", "auditor.key", "--language", "ja")
    #expect(japanese.output.contains("警告") && japanese.output.contains("<非公開>"))
    // Another auditor's key opens nothing.
    #expect(try home.run("keygen", "-o", "other.key").status == 0)
    let other = try home.run("show", "--auditor-key", "other.key")
    #expect(other.status == 2 && other.output == "")
    let torn = try home.run("show", "--auditor-key", "auditor.pub")
    #expect(torn.status == 2 && torn.errors.contains("no auditor's key"))
  }

  @Test func verifySaysCompleteOnlyWithAnAnchor() throws {
    let home = try LogHome()
    #expect(try home.run("append", "session.started").status == 0)
    let complete = try home.run("verify")
    #expect(complete.status == 0 && complete.output.contains("The log is complete."), "\(complete)")
    let asAuditor = try home.run("verify", "--auditor-key", "auditor.key", "--json")
    let found = try LogHome.object(asAuditor.output)
    #expect(asAuditor.status == 0 && found["verdict"] as? String == "complete")
    #expect(found["contentAuthenticated"] as? Bool == true)
    // On another machine, without the witness, nothing proves the end.
    let copy = ["verify", "--log", home.log, "--keys", home.folder.path("none"), "--log-key", home.key]
    let open = try home.run(copy + ["--json"])
    #expect(open.status == 1)
    #expect(try LogHome.object(open.output)["verdict"] as? String == "open-tail")
    let witnessed = try home.run(copy + ["--anchor", "witness"])
    #expect(witnessed.status == 0)
    let nobody = try home.run("verify", "--log", home.log, "--keys", home.folder.path("none"))
    #expect(nobody.status == 2 && nobody.errors.contains("--log-key"))
    let japanese = try home.run(copy + ["--language", "ja"])
    #expect(japanese.status == 1 && japanese.output.contains("アンカー"))
    let missing = try home.run("verify", "--log", "nowhere", "--log-key", home.key)
    #expect(missing.status == 3)
    let wrong = try home.run("verify", "--anchor", "auditor.pub")
    #expect(wrong.status == 2 && wrong.errors.contains("no checkpoint"))
  }

  @Test func changesAreFoundAndNamed() throws {
    let home = try LogHome()
    for _ in 0..<2 { #expect(try home.run("append", "session.started").status == 0) }
    let files = try home.segments()
    let last = try #require(files.last)
    let original = try Data(contentsOf: URL(filePath: last))
    try Self.change(last, fromEnd: 200)
    let changed = try home.run("verify", "--auditor-key", "auditor.key")
    #expect(changed.status == 1 && changed.output.contains("was changed"), "\(changed)")
    #expect(changed.output.contains("evidence"))
    #expect(try home.run("show", "--auditor-key", "auditor.key").status != 0)
    try original.dropLast(20).write(to: URL(filePath: last))
    let short = try home.run("verify", "--json")
    #expect(short.status == 1)
    #expect(try LogHome.object(short.output)["complete"] as? Bool == false)
    try original.write(to: URL(filePath: last))
    #expect(try home.run("verify").status == 0)
    // The log is put back to what it was before the last event: the witness knows better.
    try FileManager.default.removeItem(atPath: last)
    let old = try home.run("verify", "--json")
    #expect(old.status == 1)
    #expect(try LogHome.object(old.output)["verdict"] as? String == "rolled-back")
    let later = try home.run("append", "session.started")
    #expect(later.status == 1 && later.errors.contains("anchor"), "\(later)")
    try FileManager.default.removeItem(atPath: last)
    try original.write(to: URL(filePath: last))
    try FileManager.default.removeItem(atPath: files[1])
    let gap = try home.run("verify")
    #expect(gap.status == 1 && gap.output.contains("Segment 1 is missing."), "\(gap)")
  }

  @Test func hostileEventsAreRefusedWithTheirPlace() throws {
    let home = try LogHome()
    let deep = String(repeating: "[", count: 10_000)
    let inputs: [(String, String)] = [
      ("{\"name\": \"session.started\"}\nnot json\n", "event 2"),
      ("{\"name\": \"a\", \"name\": \"b\"}\n", "event 1"),
      ("{\"name\": \"x\", \"token\": \"hunter2hunter2\"}\n", "event 1"),
      ("{\"fields\": {}}\n", "event 1"), ("{\"name\": \"x\", \"fields\": {\"a\": [1]}}\n", "event 1"),
      ("{\"name\": \"x\", \"fields\": \(deep)}\n", "event 1"),
      ("{\"name\": \"x\", \"severity\": \"loud\"}\n", "severity"),
      ("{\"name\": \"\\u001b[2J\"}\n", "event 1"),
      ("{\"name\": \"session.started\"}\n{\"name\": \"Not A Name\"}\n", "event 2"),
      (String(repeating: "x", count: 300_000), "too large"),
    ]
    for (input, problem) in inputs {
      let ended = try home.run("append", "-", input: input)
      #expect(ended.status == 2, "\(input.prefix(60)) \(ended)")
      #expect(ended.errors.contains(problem), "\(ended.errors)")
      #expect(!ended.errors.contains("hunter2") && !ended.errors.contains("\u{1B}"))
    }
    // A file with a bad line leaves nothing behind, not even a segment.
    #expect(try home.run("verify").status == 0)
    let shown = try home.run("show", "--auditor-key", "auditor.key", "--json")
    #expect(!shown.output.contains("\"session.started\""))
    #expect(try home.segments().count == 1)
    let name = try home.run("append", "Not A Name")
    #expect(name.status == 2)
    let field = try home.run("append", "session.started", "-f", "novalue")
    #expect(field.status == 2 && field.errors.contains("--field"))
  }

  @Test func setupIsSafeASecondTime() throws {
    let home = try LogHome()
    let again = try home.run("init", "--auditor", "auditor.pub")
    #expect(again.status == 2 && again.errors.contains("there is a log already"))
    let secret = try home.folder.read("auditor.key").split(separator: "\n").last.map(String.init) ?? ""
    let leaked = try home.run("init", "--auditor", secret)
    #expect(leaked.status == 2 && leaked.errors.contains("secret half") && !leaked.errors.contains(secret))
    #expect(try home.run("keygen", "-o", "auditor.key").status == 2)
    #expect(try home.run("keygen", "-y", "auditor.key").output == home.folder.read("auditor.pub"))
    let keys = home.log + ".keys"
    for name in try FileManager.default.contentsOfDirectory(atPath: keys) {
      let attributes = try FileManager.default.attributesOfItem(atPath: keys + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    // because the name is a string that outlives the call
    _ = unsafe chmod(keys, 0o755)
    let open = try home.run("append", "session.started")
    #expect(open.status == 3 && open.errors.contains("chmod 700"))
    let none = try LogHome(isEmpty: true)
    let nothing = try none.run("append", "session.started")
    #expect(nothing.status == 3 && nothing.errors.contains("omamori log init"))
  }

  @Test func localReadingIsChosenAtTheBeginning() throws {
    let home = try LogHome(options: ["--local-reading"])
    #expect(try home.run("append", "session.started").status == 0)
    let shown = try home.run("show")
    #expect(shown.status == 0 && shown.output.contains("session.started"))
    let open = try home.run("verify")
    #expect(open.status == 1 && open.output.contains("no anchor"))
  }

  @Test func proofsConvinceWithoutTheLog() throws {
    let home = try LogHome()
    #expect(try home.run("append", "session.started").status == 0)
    let first = try home.run("checkpoint")
    #expect(first.status == 0 && first.output.hasPrefix("omamori-audit-log/"))
    try home.folder.write(first.output, to: "first")
    let size = try LogHome.object(try home.run("checkpoint", "--json").output)["size"] as? Int ?? 0
    #expect(size > 2)
    #expect(try home.run("append", "session.ended").status == 0)
    let second = try home.run("checkpoint", "--json")
    let later = try LogHome.object(second.output)
    try home.folder.write(later["note"] as? String ?? "", to: "second")
    let secondSize = later["size"] as? Int ?? 0
    let inclusion = try home.run("prove", "inclusion", "2", "--size", "\(secondSize)")
    #expect(inclusion.status == 0)
    try home.folder.write(inclusion.output, to: "inclusion")
    let away = ["--keys", "none", "--log-key", home.key]
    let right = try home.run(["prove", "check", "inclusion", "--checkpoint", "second"] + away)
    #expect(right.status == 0 && right.output.contains("right"))
    let other = try home.run(["prove", "check", "inclusion", "--checkpoint", "first"] + away)
    #expect(other.status == 2 && !other.output.contains("wrong"))
    #expect(other.errors.contains("this checkpoint covers \(size) entries, the proof is for \(secondSize)"))
    try home.folder.write(
      inclusion.output.replacingOccurrences(of: "\"entry\": 2", with: "\"entry\": 3"), to: "forged")
    #expect(try home.run(["prove", "check", "forged", "--checkpoint", "second"] + away).status == 1)
    try home.folder.write(
      try home.run("prove", "consistency", "\(size)", "--size", "\(secondSize)").output, to: "consistency")
    let grown = ["prove", "check", "consistency", "--checkpoint", "second", "--earlier", "first"] + away
    #expect(try home.run(grown).status == 0)
    let swapped = ["prove", "check", "consistency", "--checkpoint", "first", "--earlier", "second"] + away
    #expect(try home.run(swapped).status == 2)
    #expect(try home.run("prove", "inclusion", "999999").status == 1)
    #expect(try home.run(["prove", "check", "first", "--checkpoint", "second"] + away).status == 2)
  }
}
