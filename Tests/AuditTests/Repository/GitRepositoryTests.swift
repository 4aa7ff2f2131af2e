import Foundation
import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Repositories that git itself made, read without it.
@Suite(.enabled(if: GitFixture.isThere)) struct GitRepositoryTests {
  // Written in two parts, so that no scanner takes this file for a leak.
  private static let key = "AKIA" + "M7A7XWZTSAQPVJLG"

  @Test(arguments: [false, true])
  func readsEveryObject(packed: Bool) throws {
    let fixture = try GitFixture()
    var text = (0..<400).map { "line \($0)" }
    for step in 0..<12 {
      text[step * 30] = "changed in \(step)"
      try fixture.write("Sources/long.txt", text.joined(separator: "\n"))
      try fixture.write("step\(step).txt", "\(step)")
      try fixture.commit("step \(step)")
    }
    if packed { try fixture.git("repack", "-adq", "--depth=50", "--window=50") }
    let repository = try GitRepository(containing: fixture.path)
    let names = try fixture.output("rev-list", "--objects", "--all").split(separator: "\n").map {
      $0.prefix(40)
    }
    #expect(names.count > 30)
    for name in names {
      let id = try #require(GitObjectID(name))
      let object = try #require(repository.object(id), "\(name)")
      let size = try fixture.output("cat-file", "-s", String(name)).trimmingCharacters(in: .newlines)
      #expect(object.bytes.count == Int(size))
      if object.kind == .blob {
        #expect(
          String(decoding: object.bytes, as: UTF8.self)
            == (try fixture.output("cat-file", "blob", String(name))))
      }
    }
  }

  @Test func resolvesNames() throws {
    let fixture = try GitFixture()
    for step in 0..<3 {
      try fixture.write("a.txt", "\(step)")
      try fixture.commit("step \(step)")
    }
    try fixture.git("tag", "-a", "v1", "-m", "one", "HEAD~1")
    try fixture.git("branch", "side")
    try fixture.git("pack-refs", "--all")
    let repository = try GitRepository(containing: fixture.path)
    for name in ["HEAD", "main", "v1", "side", "HEAD~1", "HEAD^", "HEAD~2", "v1~1", "refs/heads/side"] {
      let expected = try fixture.output("rev-parse", name + "^{commit}").trimmingCharacters(in: .newlines)
      #expect(try repository.resolve(name).description == expected, "\(name)")
      #expect(try repository.resolve(String(expected.prefix(9))).description == expected)
    }
    for name in ["nothing", "HEAD~9", "../config", "HEAD~x", "v1^2", ""] {
      #expect(throws: GitError.unknownRevision(name)) { try repository.resolve(name) }
    }
  }

  @Test func findsWhatWasRemoved() throws {
    let fixture = try GitFixture()
    try fixture.write("a.txt", "nothing")
    try fixture.commit("start")
    try fixture.write("deep/keys.txt", "id = \(Self.key)\n")
    try fixture.commit("a key")
    let leak = try fixture.output("rev-parse", "HEAD").prefix(10)
    try fixture.write("deep/keys.txt", "id = none\n")
    try fixture.commit("gone")
    try fixture.git("repack", "-adq")
    let history = try GitRepository(containing: fixture.path).historySecrets()
    #expect(history.commits == 3)
    let finding = try #require(history.findings.first)
    #expect(history.findings.count == 1)
    #expect(finding.rule == ProviderToken.id)
    #expect(finding.file == "deep/keys.txt")
    #expect(finding.region.startLine == 1)
    #expect(finding.message.english.contains(leak) && finding.message.japanese.contains(leak))
    #expect(!finding.snippet.contains(Self.key) && finding.snippet.contains("AKIA…"))
  }

  @Test func whatIsStillThereIsTheBusinessOfTheAudit() throws {
    let fixture = try GitFixture()
    try fixture.write("keys.txt", "id = \(Self.key)\n")
    try fixture.commit("a key")
    #expect(try GitRepository(containing: fixture.path).historySecrets().findings.isEmpty)
  }

  @Test func tellsChangedLines() throws {
    let fixture = try GitFixture()
    try fixture.write("App/a.swift", "one\ntwo\nthree\nfour\n")
    try fixture.write("App/same.swift", "same\n")
    try fixture.write("App/ends.swift", "a\nb\n")
    try fixture.commit("start")
    try fixture.git("checkout", "-q", "-b", "work")
    try fixture.write("App/a.swift", "one\n2\nthree\nfour\nfive\n")
    try fixture.write("App/new.swift", "new\n")
    try fixture.write("App/ends.swift", "a\r\nb\r\n")
    try fixture.commit("work")
    // What others do meanwhile on the branch does not count.
    try fixture.git("checkout", "-q", "main")
    try fixture.write("App/same.swift", "other\n")
    try fixture.commit("meanwhile")
    try fixture.git("checkout", "-q", "work")
    let app = fixture.path + "/App"
    let repository = try GitRepository(containing: app)
    #expect(repository.prefix == "App")
    let changed = try repository.changedLines(since: "main", in: try Discovery().inventory(at: app))
    #expect(changed.paths == ["a.swift", "new.swift"])
    #expect(changed.files["a.swift"] == .ranges([2...2, 5...5]))
    #expect(changed.files["new.swift"] == .all)
    let region = { SourceRegion(startLine: $0, startColumn: 1, endLine: $0, endColumn: 2) }
    #expect(changed.contains("a.swift", region(2)) && !changed.contains("a.swift", region(3)))
    #expect(!changed.contains("same.swift", region(1)))
  }

  @Test func aFolderOfItsOwnHasNone() throws {
    let folder = try TemporaryFolder()
    #expect(throws: GitError.noRepository) { try GitRepository(containing: folder.path) }
  }

  /// What cannot be searched must not pass for searched: objects of another repository, broken ones, missing ones.
  @Test(arguments: ["commit", "tree", "blob", "packed-refs", "nothing"])
  func gapsAreTold(_ kind: String) throws {
    let fixture = try GitFixture()
    try fixture.write("a/keys.txt", "id = \(Self.key)\n")
    try fixture.commit("start")
    let names = [
      "commit": try fixture.output("rev-parse", "HEAD"), "tree": try fixture.output("rev-parse", "HEAD:a"),
      "blob": try fixture.output("rev-parse", "HEAD:a/keys.txt"),
    ]
    try fixture.write("a/keys.txt", "none\n")
    try fixture.commit("gone")
    #expect(try GitRepository(containing: fixture.path).historySecrets().isIncomplete == false)
    if let name = names[kind] {
      let file = "objects/\(name.prefix(2))/\(name.dropFirst(2).trimmingCharacters(in: .newlines))"
      try FileManager.default.removeItem(atPath: fixture.path + "/.git/" + file)
    } else if kind == "packed-refs" {
      try FileManager.default.createSymbolicLink(
        atPath: fixture.path + "/.git/packed-refs", withDestinationPath: "/etc/hostname")
    }
    let history = try GitRepository(containing: fixture.path).historySecrets()
    #expect(history.isIncomplete == (kind != "nothing"))
    #expect(history.findings.isEmpty == ["commit", "tree", "blob"].contains(kind))
  }

  /// The part of a history that was not fetched is no gap, and neither is a tag that names a file.
  @Test func whatIsNoGapIsNotTold() throws {
    let fixture = try GitFixture()
    for step in 0..<3 {
      try fixture.write("a.txt", "\(step)")
      try fixture.commit("step \(step)")
    }
    try fixture.git("tag", "file", "HEAD:a.txt")
    #expect(try !GitRepository(containing: fixture.path).historySecrets().isIncomplete)
    let clone = try TemporaryFolder()
    try fixture.git("clone", "-q", "--depth=1", "file://" + fixture.path, clone.path + "/c")
    let history = try GitRepository(containing: clone.path + "/c").historySecrets()
    #expect(!history.isIncomplete && history.commits == 1)
  }

  @Test func aRevisionIsQuotedHarmlessly() {
    let message = GitError.unknownRevision("\u{1B}[31m\n").message
    #expect(message.english.contains("“\\x1B[31m\\x0A”") && message.japanese.contains("「\\x1B[31m\\x0A」"))
  }

  @Test func aFileInItsPlaceIsNotFollowed() throws {
    let fixture = try GitFixture()
    try fixture.write("inner/.git", "gitdir: \(fixture.path)/.git")
    #expect(throws: GitError.unsupported) { try GitRepository(containing: fixture.path + "/inner") }
  }

  @Test func aHostileConfigurationRunsNothing() throws {
    let fixture = try GitFixture()
    try fixture.write("a.txt", "x")
    try fixture.commit("start")
    try fixture.git("config", "core.fsmonitor", "touch \(fixture.path)/ran")
    let repository = try GitRepository(containing: fixture.path)
    _ = try repository.changedLines(since: "HEAD", in: try Discovery().inventory(at: fixture.path))
    #expect(!FileManager.default.fileExists(atPath: fixture.path + "/ran"))
  }
}

/// A repository made by git, removed after the test.
struct GitFixture {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  static let isThere: Bool = {
    do { return try run(["--version"], in: "/") != nil } catch { return false }
  }()

  init() throws {
    folder = try TemporaryFolder()
    try git("init", "-q", "-b", "main")
  }

  func write(_ name: String, _ text: String) throws { try folder.write(name, text) }

  func commit(_ message: String) throws {
    try git("add", "-A")
    try git("commit", "-q", "-m", message)
  }

  func git(_ arguments: String...) throws {
    _ = try #require(try Self.run(arguments, in: path), "\(arguments)")
  }

  func output(_ arguments: String...) throws -> String {
    try #require(try Self.run(arguments, in: path), "\(arguments)")
  }

  private static func run(_ arguments: [String], in path: String) throws -> String? {
    let ended = try Program.run(
      ["git", "-c", "user.name=Mika", "-c", "user.email=mika@example.jp", "-c", "commit.gpgsign=false"]
        + arguments,
      environment: Program.environment(adding: [
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
      ]), at: path)
    return ended.status == 0 ? ended.output : nil
  }
}
