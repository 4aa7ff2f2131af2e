import Foundation
import TestSupport
import Testing

/// Reports that `.omamori.json` has written at each run, and what it must never reach with them.
@Suite("Reports that a configuration names") struct ConfiguredReportTests {
  private static let all = """
    {"reports": {"json": "out/a.json", "sarif": "out/a.sarif", "html": "out/a.html", "sbom": "out/bill.json"}}
    """

  private func app(_ configuration: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Material.oldTLS, to: "App/One.swift")
    try folder.write("", to: "App/out/.keep")
    try folder.write(configuration, to: "App/.omamori.json")
    return folder
  }

  private func isThere(_ name: String, in folder: TemporaryFolder) -> Bool {
    FileManager.default.fileExists(atPath: folder.path(name))
  }

  @Test func areWrittenAtEachRunBesideTheText() throws {
    let folder = try app(Self.all)
    for _ in 0..<2 {
      let ended = try Omamori.run("audit", "App", in: folder)
      #expect(ended.status == 1 && ended.output.contains(Material.rule))
      #expect(ended.errors.contains("writes and leaves out: out/a.json, out/a.sarif"))
      // A report of the run before is not part of the app: its source and its configuration are.
      #expect(ended.errors.contains("2 examined"))
    }
    #expect(try folder.read("App/out/a.json").contains("\"schemaVersion\""))
    #expect(try folder.read("App/out/a.sarif").contains("sarif-schema-2.1.0"))
    #expect(try folder.read("App/out/a.html").hasPrefix("<!DOCTYPE html>"))
    #expect(try folder.read("App/out/bill.json").contains("CycloneDX"))
  }

  @Test func theCommandLineComesFirst() throws {
    let folder = try app(Self.all)
    let words = ["App", "-o", "mine.html", "--sbom", "mine.json", "-q"]
    let ended = try Program(Omamori.path, ["audit"] + words, in: folder).wait(seconds: 120)
    #expect(ended.status == 1)
    #expect(isThere("mine.html", in: folder) && isThere("mine.json", in: folder))
    #expect(!isThere("App/out/a.html", in: folder) && !isThere("App/out/bill.json", in: folder))
    #expect(isThere("App/out/a.json", in: folder))
  }

  @Test(arguments: [["--no-config"], ["--fix", "--dry-run"]])
  func nothingIsWritten(_ words: [String]) throws {
    let folder = try app(Self.all)
    _ = try Program(Omamori.path, ["audit", "App"] + words, in: folder).wait(seconds: 120)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("App/out")) == [".keep"])
  }

  /// Somebody's report may be called as a pattern would be, and takes no other file out of the audit.
  @Test func namesAreNoPatterns() throws {
    let folder = try app("{}")
    let words = ["App", "-f", "json", "-o", "App/*.swift", "-q"]
    let ended = try Program(Omamori.path, ["audit"] + words, in: folder).wait(seconds: 120)
    #expect(ended.status == 1)
    #expect(try folder.read("App/*.swift").contains(Material.rule))
  }

  /// A configuration of strangers does not take away what the command line asks for.
  @Test func whatFailsIsShown() throws {
    let folder = try app("{\"minSeverity\": \"critical\"}")
    #expect(try Omamori.run("audit", "App", in: folder).status == 0)
    let words = ["App", "--fail-on", "high"]
    let ended = try Program(Omamori.path, ["audit"] + words, in: folder).wait(seconds: 120)
    #expect(ended.status == 1 && ended.output.contains(Material.rule))
  }

  @Test func nothingElseIsReplaced() throws {
    let folder = try app("{\"reports\": {\"json\": \"package.json\"}}")
    try folder.write("{\"name\": \"omamori\", \"scripts\": {}}", to: "App/package.json")
    let ended = try Omamori.run("audit", "App", in: folder)
    #expect(ended.status == 2 && ended.errors.contains("'package.json'"))
    #expect(ended.errors.contains("is no report of Omamori"))
    #expect(try folder.read("App/package.json").contains("scripts"))
  }

  @Test(arguments: ["out", "out/a.json"])
  func linksAreNotFollowed(_ link: String) throws {
    let folder = try app("{\"reports\": {\"json\": \"out/a.json\"}}")
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("Other"), withIntermediateDirectories: false)
    if link == "out" { try files.removeItem(atPath: folder.path("App/out")) }
    // A link to a file that is not there yet would make one.
    try files.createSymbolicLink(
      atPath: folder.path("App/" + link),
      withDestinationPath: link == "out" ? "../Other" : "../../Other/a.json")
    let ended = try Omamori.run("audit", "App", in: folder)
    #expect(ended.status == 2 && ended.errors.contains("is reached through a link"))
    #expect(try files.contentsOfDirectory(atPath: folder.path("Other")).isEmpty)
  }

  @Test func theFolderHasToBeThere() throws {
    let folder = try app("{\"reports\": {\"json\": \"nowhere/a.json\"}}")
    let ended = try Omamori.run("audit", "App", in: folder)
    #expect(ended.status == 3 && ended.errors.contains("nowhere/a.json"))
  }

  /// What is not shown does not fail either; the option comes before the file.
  @Test func theLeastSeverity() throws {
    let folder = try app("{\"minSeverity\": \"critical\"}")
    let quiet = try Omamori.run("audit", "App", in: folder)
    #expect(quiet.status == 0 && quiet.output.isEmpty)
    #expect(quiet.errors.contains("(not shown: 1 of lower severity)"))
    #expect(quiet.errors.contains("least severity: critical"))
    let loud = try Omamori.run("audit", "App", "-q", "--min-severity", "high", in: folder)
    #expect(loud.status == 1 && loud.output.contains(Material.rule))
  }
}
