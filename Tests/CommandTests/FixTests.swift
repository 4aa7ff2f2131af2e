import Foundation
import OmamoriCore
import TestSupport
import Testing

/// `omamori audit --fix` with the real tool.
@Suite("Repairs") struct FixTests {
  private static let sound = Material.oldTLS.replacingOccurrences(of: ".TLSv10", with: ".TLSv12")

  /// Two files: one that can be repaired as a whole, one of whose findings is a person's business.
  private func app() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "App/One.swift")
    try folder.write(
      "let hash = Insecure.MD5.hash(data: password)\nweb.isInspectable = true\n", to: "App/Two.swift")
    return folder
  }

  @Test func writesAndReportsWhatRemains() throws {
    let folder = try app()
    let first = try Omamori.run("audit", "App", "--fix", in: folder)
    #expect(first.output.hasPrefix("One.swift:5:3: fixed: TLSv10 → TLSv12 [tls-minimum-too-low]\n"))
    #expect(first.output.contains("Two.swift:2:1: fixed: + #if DEBUG, + #endif [webview-inspectable]\n"))
    #expect(first.output.contains("Two.swift:1:"))
    #expect(!first.output.contains("error: tlsMinimum"))
    #expect(first.errors.contains("2 repairs in 2 files."))
    #expect(first.status == 1)
    #expect(try folder.read("App/One.swift") == Self.sound)
    let second = try Omamori.run("audit", "App", "--fix", in: folder)
    #expect(second.errors.contains("There is nothing to repair automatically."))
    #expect(!second.output.contains("fixed:"))
    #expect(try folder.read("App/One.swift") == Self.sound)
  }

  @Test func theExitCodeIsThatOfWhatRemains() throws {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "One.swift")
    #expect(try Omamori.run("audit", "One.swift", "--fix", "--dry-run", in: folder).status == 1)
    #expect(try Omamori.run("audit", "One.swift", "--fix", in: folder).status == 0)
    #expect(try folder.names() == ["One.swift"])
  }

  @Test(.enabled(if: Program.find("git") != nil, "git is not installed"))
  func aDryRunWritesNothingAndGitCanApplyIt() throws {
    let folder = try app()
    let dry = try Omamori.run("audit", "App", "--fix", "--dry-run", "-q", in: folder)
    #expect(dry.errors == "")
    #expect(try folder.read("App/One.swift") == Material.oldTLS)
    try folder.write(dry.output, to: "changes")
    let git = Program.find("git") ?? "git"
    let applied = try Program(git, ["apply", "--directory=App", "changes"], in: folder).wait()
    #expect(applied.status == 0, "\(applied.errors)")
    let patched = try ["One", "Two"].map { try folder.read("App/\($0).swift") }
    let other = try app()
    _ = try Omamori.run("audit", "App", "--fix", in: other)
    #expect(try ["One", "Two"].map { try other.read("App/\($0).swift") } == patched)
  }

  @Test func leavesAloneWhatIsKnownOrSuppressed() throws {
    let folder = try app()
    #expect(try Omamori.run("audit", "App", "--write-baseline", "known", in: folder).status == 0)
    try folder.write(
      "// omamori:ignore webview-inspectable -- a kiosk\nweb.isInspectable = true\n"
        + "configuration.httpCookieAcceptPolicy = .always\n", to: "App/Three.swift")
    let ended = try Omamori.run("audit", "App", "--fix", "--baseline", "known", in: folder)
    #expect(ended.output.contains("Three.swift:3:1: fixed:"))
    #expect(ended.errors.contains("1 repair in 1 file."))
    #expect(try folder.read("App/One.swift") == Material.oldTLS)
    #expect(
      try folder.read("App/Three.swift")
        == "// omamori:ignore webview-inspectable -- a kiosk\nweb.isInspectable = true\n"
        + "configuration.httpCookieAcceptPolicy = .onlyFromMainDocumentDomain\n")
  }

  @Test(.enabled(if: Program.find("git") != nil, "git is not installed"))
  func leavesUnchangedLinesAlone() throws {
    let folder = try app()
    let git = """
      cd App && git init -q . && git add -A && git -c user.name=a -c user.email=a@example commit -q -m a
      printf 'web.isInspectable = true\\n' > Three.swift
      """
    #expect(try Program(Program.find("bash") ?? "bash", ["-c", git], in: folder).wait().status == 0)
    let ended = try Omamori.run("audit", "App", "--fix", "--diff", "HEAD", in: folder)
    #expect(ended.errors.contains("1 repair in 1 file."), "\(ended.errors)")
    #expect(try folder.read("App/One.swift") == Material.oldTLS)
    #expect(try folder.read("App/Three.swift") == "#if DEBUG\nweb.isInspectable = true\n#endif\n")
  }

  @Test func machinesAreToldToo() throws {
    let folder = try app()
    let dry = try StrictJSON.parse(
      Omamori.run("audit", "App", "--fix", "--dry-run", "--json", "-q", in: folder).output)
    #expect(dry["fixes"]?.arrayValue?.compactMap { $0["state"]?.stringValue } == ["offered", "offered"])
    let sarif = try StrictJSON.parse(Omamori.run("audit", "App", "-f", "sarif", "-q", in: folder).output)
    let change = (sarif["runs"]?[0]?["results"]?.arrayValue ?? []).compactMap { result in
      result["ruleId"]?.stringValue == Material.rule ? result["fixes"]?[0]?["artifactChanges"]?[0] : nil
    }.first
    #expect(change?["artifactLocation"]?["uri"]?.stringValue == "One.swift")
    let replacement = change?["replacements"]?[0]
    #expect(replacement?["insertedContent"]?["text"]?.stringValue == "TLSv12")
    #expect(replacement?["deletedRegion"]?["startLine"]?.intValue == 5)
    #expect(replacement?["deletedRegion"]?["startColumn"]?.intValue == 55)
    #expect(replacement?["deletedRegion"]?["endColumn"]?.intValue == 61)
    let written = try StrictJSON.parse(Omamori.run("audit", "App", "--fix", "--json", in: folder).output)
    let first = written["fixes"]?[0]
    #expect(first?["state"]?.stringValue == "applied")
    #expect(first?["replacements"]?[0]?["old"]?.stringValue == "TLSv10")
    #expect(written["findings"]?.arrayValue?.contains { $0["rule"]?.stringValue == Material.rule } == false)
    // Without --fix nobody asked.
    let plain = try StrictJSON.parse(Omamori.run("audit", "App", "--json", "-q", in: folder).output)
    #expect(plain["fixes"] == nil)
  }

  @Test func saysWhatCannotBeWritten() throws {
    let folder = try app()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: folder.path("App/One.swift"))
    let ended = try Omamori.run("audit", "App", "--fix", in: folder)
    #expect(
      ended.output.contains(
        "One.swift:5:3: not fixed: the file may not be written; allow it with `chmod u+w`"))
    #expect(ended.output.contains("One.swift:5:3: error: "))
    #expect(ended.errors.contains("1 repair in 1 file."))
    #expect(ended.status == 1)
    #expect(try folder.read("App/One.swift") == Material.oldTLS)
  }

  /// `chmod` would be no help there.
  @Test(.enabled(if: geteuid() == 0 && Program.find("unshare") != nil, "only root may mount"))
  func saysThatAFileSystemMayOnlyBeRead() throws {
    let folder = try app()
    let command =
      "mount --bind App App && mount -o remount,bind,ro App && exec \"$0\" audit App --fix --no-cache"
    let ended = try Program(
      Program.find("unshare") ?? "unshare", ["-m", "bash", "-c", command, Omamori.path], in: folder
    ).wait()
    #expect(ended.output.contains("not fixed: the file system may only be read; work on a copy elsewhere"))
    #expect(ended.status == 1)
  }

  /// The limit for the size of files stands for a full disk.
  @Test func aFullDiskLeavesTheFileAsItWas() throws {
    let folder = try TemporaryFolder()
    let long = Material.oldTLS + String(repeating: "// much to say\n", count: 5_000)
    try folder.write(long, to: "App/One.swift")
    let command = "trap '' XFSZ; ulimit -f 40; \"$0\" audit App --fix --no-cache"
    let ended = try Program(
      Program.find("bash") ?? "/bin/bash", ["-c", command, Omamori.path], in: folder
    ).wait()
    #expect(
      ended.output.contains("not fixed: there is no room to write the file; make some"), "\(ended.output)")
    #expect(ended.status == 1)
    #expect(try folder.read("App/One.swift") == long)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("App")) == ["One.swift"])
  }

  @Test func anInterruptionLeavesEachFileOldOrNew() throws {
    let folder = try TemporaryFolder()
    let names = (100..<400).map { "File\($0).swift" }
    for name in names { try folder.write(Material.oldTLS, to: "App/" + name) }
    let program = try Program(Omamori.path, ["audit", "App", "--fix", "-q", "--no-cache"], in: folder)
    for _ in 0..<60_000 where program.isRunning {
      if try folder.read("App/File100.swift") != Material.oldTLS { break }
      usleep(1_000)
    }
    program.signal(SIGINT)
    // It may have come to its end before.
    let ended = try program.wait(seconds: 60)
    #expect([0, 130].contains(ended.status))
    for name in names {
      let text = try folder.read("App/" + name)
      #expect([Material.oldTLS, Self.sound].contains(text))
      #expect((ended.output + ended.errors).contains(name + ":5:3: fixed:") == (text == Self.sound))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("App")).sorted() == names)
    // Another run does the rest.
    #expect(try Omamori.run("audit", "App", "--fix", "-q", in: folder).status == 0)
    for name in names { #expect(try folder.read("App/" + name) == Self.sound) }
  }

  @Test(arguments: [
    ["--dry-run"], ["--fix", "--watch"], ["--fix", "--compare", "old.json"], ["--fix", "-n", "--watch"],
  ])
  func refusesWhatDoesNotGoTogether(_ words: [String]) throws {
    let folder = try app()
    let ended = try Program(Omamori.path, ["audit", "App"] + words, in: folder).wait()
    #expect(ended.status == 2)
    #expect(ended.errors.contains("--fix"))
    #expect(try folder.read("App/One.swift") == Material.oldTLS)
  }

  /// An address without TLS is a person's decision: the server has to answer over TLS.
  private func appWithChoice() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.address, to: "App/Three.swift")
    try folder.write(Material.oldTLS, to: "App/One.swift")
    return folder
  }

  private static let address = "let request = URLRequest(url: URL(string: \"http://api.example.org/v1\")!)\n"
  private static let safeAddress = address.replacingOccurrences(of: "http:", with: "https:")

  @Test func aRepairWithAChoiceIsMadeOnRequestOnly() throws {
    let folder = try appWithChoice()
    let plain = try Omamori.run("audit", "App", "--fix", in: folder)
    #expect(plain.errors.contains("1 repair in 1 file."))
    #expect(plain.errors.contains("1 more repair needs a decision: cleartext-url (1)."))
    #expect(plain.errors.contains("--fix=cleartext-url or --fix=all makes it."))
    #expect(try folder.read("App/Three.swift") == Self.address)
    let asked = try Omamori.run("audit", "App", "--fix=cleartext-url", in: folder)
    #expect(asked.output.contains("fixed: "))
    #expect(try folder.read("App/Three.swift") == Self.safeAddress)
    #expect(!asked.errors.contains("needs a decision"))
  }

  @Test func allOrOneRuleIsRepaired() throws {
    let all = try appWithChoice()
    #expect(try Omamori.run("audit", "App", "--fix=all", in: all).errors.contains("2 repairs in 2 files."))
    #expect(try all.read("App/Three.swift") == Self.safeAddress && all.read("App/One.swift") == Self.sound)
    let one = try appWithChoice()
    #expect(
      try Omamori.run("audit", "App", "--fix=cleartext-url", in: one).errors.contains("1 repair in 1 file."))
    #expect(try one.read("App/One.swift") == Material.oldTLS)
  }

  @Test func aCommentAboutTheOldCodeIsQuoted() throws {
    let folder = try TemporaryFolder()
    let duration = "context.touchIDAuthenticationAllowableReuseDuration = 300\n"
    try folder.write(
      "import LocalAuthentication\nlet context = LAContext()\n"
        + "// Readers asked us not to ask twice.\n// MARK: Durations\n\(duration)"
        + "// Five minutes, as the product team decided.\n\(duration)"
        + "let url = \"https://example.org\"\n\(duration)", to: "One.swift")
    let dry = try Omamori.run("audit", "One.swift", "--fix", "--dry-run", in: folder)
    let said = dry.errors.split(separator: "\n").filter { $0.contains("a comment may give a reason") }
    #expect(said.count == 1 && said.first?.hasPrefix("One.swift:7: ") == true, "\(dry.errors)")
    #expect(said.first?.hasSuffix(": Five minutes, as the product team decided.") == true)
    let report = try StrictJSON.parse(
      Omamori.run("audit", "One.swift", "--fix", "-n", "--json", "-q", in: folder).output)
    let comments = report["fixes"]?.arrayValue?.map { $0["comment"]?.stringValue }
    #expect(comments == [nil, "Five minutes, as the product team decided.", nil])
  }

  @Test(arguments: [
    ("--fix=weak-hsah", "did you mean 'weak-hash'?"), ("--fix=weak-hash", "'omamori rules list' marks"),
    ("--fix=", "write --fix alone or --fix=RULES"), ("--fix=a,,b", "names of rules with commas"),
  ])
  func refusesRepairsThatAreNotThere(_ option: String, _ hint: String) throws {
    let folder = try app()
    let ended = try Omamori.run("audit", "App", option, in: folder)
    #expect(ended.status == 2 && ended.errors.contains(hint), "\(ended.errors)")
    #expect(try folder.read("App/One.swift") == Material.oldTLS)
  }

  @Test func speaksJapanese() throws {
    let folder = try app()
    let ended = try Omamori.run("audit", "App", "--fix", "--language", "ja", in: folder)
    #expect(ended.output.contains("One.swift:5:3: 修正済み: TLSv10 → TLSv12 [tls-minimum-too-low]"))
    #expect(ended.errors.contains("2 個のファイルで 2 件を修正しました。"))
  }
}
