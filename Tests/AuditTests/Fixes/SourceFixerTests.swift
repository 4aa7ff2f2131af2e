import Foundation
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Repairing files on the disk.
@Suite struct SourceFixerTests {
  private static let weak = "import Foundation\nconfiguration.tlsMinimumSupportedProtocolVersion = .TLSv10\n"
  private static let sound = "import Foundation\nconfiguration.tlsMinimumSupportedProtocolVersion = .TLSv12\n"

  private func plans(_ path: String) async throws -> (SourceFixer, [FilePlan]) {
    let inventory = try Discovery().inventory(at: path)
    let report = try await Auditor(options: Auditor.Options(jobs: 1)).audit(inventory)
    let fixer = SourceFixer(inventory)
    return (fixer, try await fixer.plans(for: report.findings, jobs: 2))
  }

  /// The folders of real apps; `OMAMORI_CORPUS` may also name an archive, which is left to the benchmark.
  private static let realApps: [URL] = {
    guard let corpus = ProcessInfo.processInfo.environment["OMAMORI_CORPUS"] else { return [] }
    let all =
      (try? FileManager.default.contentsOfDirectory(
        at: URL(filePath: corpus), includingPropertiesForKeys: nil))
      ?? []
    return all.sorted { $0.path < $1.path }
  }()

  /// Whatever is repaired in a copy of a real app parses, is no longer found, and brings nothing new.
  @Test(.enabled(if: realApps.count > 2, "OMAMORI_CORPUS names no folder of apps"))
  func repairsOfARealAppHold() async throws {
    var repaired = 0
    for app in Self.realApps.prefix(4) {
      let folder = try TemporaryFolder()
      let copy = folder.path + "/App"
      try FileManager.default.copyItem(atPath: app.path, toPath: copy)
      let before = try await Auditor(options: Auditor.Options()).audit(Discovery().inventory(at: copy))
      let (fixer, plans) = try await plans(copy)
      let made = plans.map(fixer.write).flatMap(\.made)
      repaired += made.count
      let after = try await Auditor(options: Auditor.Options()).audit(Discovery().inventory(at: copy))
      func counts(_ report: AuditReport) -> [RuleID: Int] {
        report.findings.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 }
      }
      var expected = counts(before)
      for repair in made { expected[repair.finding.rule, default: 0] -= 1 }
      for (rule, count) in counts(after) { #expect(count <= expected[rule] ?? 0, "\(rule)") }
      #expect(after.files.parseErrors == before.files.parseErrors)
    }
    #expect(repaired > 0)
  }

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func writesWithTheSamePermissions() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("Sources/A.swift", Self.weak)
    try folder.write("B.swift", "let one = 1\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    let (fixer, plans) = try await plans(folder.path)
    #expect(plans.map(\.file.path) == ["Sources/A.swift"])
    #expect(try folder.bytes(of: "Sources/A.swift") == Array(Self.weak.utf8))
    let written = plans.map(fixer.write)
    #expect(written.flatMap(\.made).map(\.finding.rule.rawValue) == ["tls-minimum-too-low"])
    #expect(try folder.bytes(of: "Sources/A.swift") == Array(Self.sound.utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Sources") == ["A.swift"])
    // Once is enough.
    #expect(try await self.plans(folder.path).1.isEmpty)
  }

  @Test func repairsAFileThatAPersonNamed() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("A.swift", Self.weak)
    try folder.link("link.swift", to: "A.swift")
    let (fixer, plans) = try await plans(folder.path + "/link.swift")
    #expect(plans.map(fixer.write).flatMap(\.made).count == 1)
    #expect(try folder.bytes(of: "A.swift") == Array(Self.sound.utf8))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.swift") == "A.swift")
    #expect(try await self.plans(file).1.isEmpty)
  }

  @Test func followsNoLinkInTheTree() async throws {
    let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
    try outside.write("A.swift", Self.weak)
    try folder.write("App.swift", "let one = 1\n")
    try folder.link("A.swift", to: outside.path + "/A.swift")
    #expect(try await plans(folder.path).1.isEmpty)
    #expect(try outside.bytes(of: "A.swift") == Array(Self.weak.utf8))
  }

  /// What can happen between the audit and the writing, and what is said then.
  @Test(arguments: [
    ("echo >> App/A.swift", FixRefusal.changed), ("rm App/A.swift", .changed),
    ("sed s/import/Import/ App/A.swift > x; cat x > App/A.swift", .changed),
    ("cp App/A.swift B; mv B App/A.swift", .changed), ("mv App/A.swift B; ln -s ../B App/A.swift", .link),
    ("mv App Other; ln -s Other App", .link), ("ln App/A.swift B", .severalNames),
    ("chmod 444 App/A.swift", .readOnly), ("rm App/A.swift; mkdir App/A.swift", .changed),
    ("rm App/A.swift; mkfifo App/A.swift", .changed),
  ])
  func writesNothingElsewhere(_ command: String, _ refusal: FixRefusal) async throws {
    let folder = try TemporaryFolder()
    try folder.write("App/A.swift", Self.weak)
    let (fixer, plans) = try await plans(folder.path)
    let plan = try #require(plans.first)
    _ = try Program.run(["/bin/sh", "-c", command], in: folder)
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    #expect(fixer.write(plan).repairs.map(\.refusal) == [refusal])
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
    for name in ["B", "Other/A.swift"] where before.contains(name) {
      #expect(try folder.bytes(of: name) == Array(Self.weak.utf8))
    }
  }

  /// Whole apps: what was repaired is gone, nothing is new, and once is enough.
  @Test(arguments: ["Kumade", "Suzu", "Tsukimi"]) func repairsTheExamples(_ name: String) async throws {
    let examples = Repository.root.appending(path: "Examples")
    let folder = try TemporaryFolder()
    let app = folder.path + "/" + name
    try FileManager.default.copyItem(atPath: examples.appending(path: name).path, toPath: app)
    func counts() async throws -> [RuleID: Int] {
      let inventory = try Discovery().inventory(at: app)
      let report = try await Auditor(options: Auditor.Options(jobs: 2)).audit(inventory)
      return report.findings.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 }
    }
    let before = try await counts()
    let (fixer, plans) = try await plans(app)
    let made = plans.map(fixer.write).flatMap(\.made)
    #expect(made.count >= 3)
    let after = try await counts()
    for (rule, count) in after {
      let gone = made.count { $0.finding.rule == rule }
      #expect(count <= before[rule, default: 0] - gone, "\(rule)")
    }
    #expect(try await self.plans(app).1.flatMap(\.made).isEmpty)
  }

  @Test func changesNothingInAnArchive() async throws {
    guard Program.areInstalled("python3") else { return }
    let folder = try TemporaryFolder()
    try folder.write("A.swift", Self.weak)
    try folder.python("import zipfile\nz = zipfile.ZipFile('a.ipa', 'w'); z.write('A.swift'); z.close()")
    let before = try folder.bytes(of: "a.ipa")
    #expect(try await plans(folder.path + "/a.ipa").1.isEmpty)
    #expect(try folder.bytes(of: "a.ipa") == before)
  }

  @Test func showsDifferencesThatPatchReads() async throws {
    let folder = try TemporaryFolder()
    let lines = (1...20).map { "let number\($0) = \($0)\n" }.joined()
    let web = "func open() {\n  web.isInspectable = true\n}"
    try folder.write("A.swift", lines + Self.weak + lines + web)
    let (_, plans) = try await plans(folder.path)
    let text = plans.map { UnifiedDifference($0).description }.joined()
    #expect(
      text == """
        --- a/A.swift
        +++ b/A.swift
        @@ -19,7 +19,7 @@
         let number19 = 19
         let number20 = 20
         import Foundation
        -configuration.tlsMinimumSupportedProtocolVersion = .TLSv10
        +configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
         let number1 = 1
         let number2 = 2
         let number3 = 3
        @@ -41,5 +41,7 @@
         let number19 = 19
         let number20 = 20
         func open() {
        +  #if DEBUG
           web.isInspectable = true
        +  #endif
         }
        \\ No newline at end of file

        """)
  }

  /// For those who read differences a byte order mark is a part of the first line.
  @Test func differencesKeepTheByteOrderMark() async throws {
    let folder = try TemporaryFolder()
    try folder.write("A.swift", "\u{FEFF}c.tlsMinimumSupportedProtocolVersion = .TLSv10\r\n")
    try folder.write("B.swift", "\u{FEFF}web.isInspectable = true\n")
    let (_, plans) = try await plans(folder.path)
    #expect(
      plans.map { UnifiedDifference($0).description } == [
        "--- a/A.swift\n+++ b/A.swift\n@@ -1,1 +1,1 @@\n"
          + "-\u{FEFF}c.tlsMinimumSupportedProtocolVersion = .TLSv10\r\n"
          + "+\u{FEFF}c.tlsMinimumSupportedProtocolVersion = .TLSv12\r\n",
        "--- a/B.swift\n+++ b/B.swift\n@@ -1,1 +1,3 @@\n-\u{FEFF}web.isInspectable = true\n"
          + "+\u{FEFF}#if DEBUG\n+web.isInspectable = true\n+#endif\n",
      ])
  }

  @Test func masksSecretsInDifferences() async throws {
    let folder = try TemporaryFolder()
    try folder.write("A.swift", "let apiPassword = \"hunter2-Xy7!kkQ9\"\n" + Self.weak)
    let (_, plans) = try await plans(folder.path)
    let text = plans.map { UnifiedDifference($0).description }.joined()
    #expect(text.contains(" let apiPassword = "))
    #expect(!text.contains("Xy7!kkQ9"))
  }
}
