import Foundation
import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// An audit that takes from a cache says the same as one that does not.
@Suite struct AuditCacheTests {
  private static let sources = [
    "Keys.swift": "enum Keys { static let entry = \"access\" + \"_token\" }",
    "Save.swift": "func save(_ v: String) { UserDefaults.standard.set(v, forKey: Keys.entry) }",
    "Login.swift":
      "// omamori:ignore log-sensitive -- seen\nfunc f(password: String) { print(password)\n let n = nameField.text!\n NSLog(Texts.of(n)) }",
    "Texts.swift":
      "enum Texts { static func of(_ t: String) -> String { t }; static let q: [String: Any] = [\"a\": [1, true, \"x\"]] }",
    "Weak.swift": "import CryptoKit\nlet d = Insecure.MD5.hash(data: password)\nlet n = \"\\(canOpenURL(a))",
    "Link.swift": "func scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) { pay(c.first!.url) }",
  ]

  private func inventory(_ sources: [String: String] = Self.sources) -> Inventory {
    let files = sources.sorted { $0.key < $1.key }.map {
      SourceFile(path: $0.key, contents: Array($0.value.utf8))
    }
    return Inventory(
      target: AuditTarget(path: "/cache/App", kind: .sourceTree, isApp: true), layout: ProjectLayout(files),
      files: files, others: [], skipped: [])
  }

  private func audit(_ folder: String?, _ sources: [String: String] = Self.sources, engine: String = "1")
    async throws -> AuditReport
  {
    var options = Auditor.Options(jobs: 2)
    options.cache = folder.map { AuditCache(folder: $0, engine: engine) }
    return try await Auditor(options: options).audit(inventory(sources))
  }

  private func file(in folder: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count == 1, "one file a tree, and nothing left over: \(names)")
    return folder + "/" + (try #require(names.first))
  }

  @Test func aWarmAuditSaysTheSame() async throws {
    let folder = try TemporaryFolder()
    let place = folder.path + "/a/b"
    let cold = try await audit(nil)
    #expect(cold.findings.count >= 5 && cold.findings.contains { !$0.flow.isEmpty && $0.suppression == nil })
    for _ in 0..<3 {
      let report = try await audit(place)
      #expect(report.findings == cold.findings)
      #expect(report.findings.map(\.excerpt) == cold.findings.map(\.excerpt))
      #expect(report.findings.map(\.suppression) == cold.findings.map(\.suppression))
      #expect(report.evidence == cold.evidence && report.files == cold.files)
    }
    let path = try file(in: place)
    let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(rights == 0o600)
  }

  @Test func whatIsKeptIsUsed() async throws {
    let folder = try TemporaryFolder()
    _ = try await audit(folder.path)
    let entries = AuditCache(folder: folder.path, engine: "1")
      .entries(for: "/cache/App", rules: RuleSelection(), flags: inventory().layout.compilationConditions)
    let text = TextSource(path: "Texts.swift", bytes: Array((Self.sources["Texts.swift"] ?? "").utf8))
    let key = entries.key(of: text, knowledge: [])
    let kept = try #require(entries.result(for: key))
    #expect(kept.wasScanned && kept.exports.functions.map(\.key.name) == ["of"])
    #expect(
      entries.result(for: entries.key(of: text, knowledge: [1])) == nil, "other files say something else")
    let other = TextSource(path: "Texts.swift", bytes: text.bytes + [0x20])
    #expect(entries.result(for: entries.key(of: other, knowledge: [])) == nil)
    let newer = AuditCache(folder: folder.path, engine: "2")
      .entries(for: "/cache/App", rules: RuleSelection(), flags: [])
    #expect(newer.result(for: newer.key(of: text, knowledge: [])) == nil, "another program")
  }

  @Test func aChangeInOneFileChangesWhatIsFoundInAnother() async throws {
    let folder = try TemporaryFolder()
    var sources = Self.sources
    _ = try await audit(folder.path, sources)
    sources["Keys.swift"] = "enum Keys { static let entry = \"theme\" }"
    let warm = try await audit(folder.path, sources)
    let cold = try await audit(nil, sources)
    #expect(warm.findings == cold.findings)
    #expect(!warm.findings.contains { $0.rule == PreferencesSecret.id })
    #expect(try await audit(folder.path).findings.contains { $0.rule == PreferencesSecret.id })
  }

  @Test func aBrokenCacheIsAsGoodAsNone() async throws {
    let folder = try TemporaryFolder()
    let cold = try await audit(folder.path)
    let path = try file(in: folder.path)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    for broken in [
      [], Array(bytes.prefix(40)), Array(bytes.dropLast()), bytes.map { $0 ^ 1 }, [0xFF] + bytes,
    ] {
      try Data(broken).write(to: URL(fileURLWithPath: path))
      #expect(try await audit(folder.path).findings == cold.findings)
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(try await audit(folder.path).findings == cold.findings, "a folder stands there")
  }

  /// Whatever is changed or left out, reading ends with an answer or an error.
  @Test func changedBytesAreReadWithinBounds() throws {
    let text = TextSource(path: "Texts.swift", bytes: Array((Self.sources["Texts.swift"] ?? "").utf8))
    var writer = CacheWriter()
    writer.write(
      FileAuditor(rules: RuleSelection(), flags: []).audit(SourceFile(path: "A.swift", contents: text.bytes)))
    let bytes = writer.bytes
    var broken = 0
    for index in bytes.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] where value != bytes[index] {
        var changed = bytes
        changed[index] = value
        var reader = CacheReader(changed[...])
        if (try? reader.value(FileResult.self)) == nil || !reader.isAtEnd { broken += 1 }
      }
      var reader = CacheReader(bytes[..<index])
      #expect(throws: CacheError.malformed) { try reader.value(FileResult.self) }
    }
    #expect(broken > 0)
    let nested = Array(repeating: [14, 2] as [UInt8], count: 1 << 16).flatMap { $0 }
    var deep = CacheReader(nested[...])
    #expect(throws: CacheError.malformed) { try deep.value(Value.self) }
  }

  @Test(arguments: [0, 1, -1, 63, 64, -64, 300, Int.max, Int.min]) func numbersComeBack(_ number: Int) throws
  {
    var writer = CacheWriter()
    writer.write(number)
    var reader = CacheReader(writer.bytes[...])
    #expect(try reader.number() == number && reader.isAtEnd)
  }

  /// A property that is not kept would be lost in a warm audit; nothing is asked for fixes of what comes from a cache.
  @Test func everyPropertyOfAResultIsKeptOrBelongsToOtherFiles() {
    let names = Set(Mirror(reflecting: FileResult()).children.compactMap(\.label))
    let others: Set = ["fixes", "interface", "propertyList", "machO", "mask", "madeFunctions"]
    let kept: Set = [
      "findings", "evidence", "hasSecrets", "skipped", "imports", "uses", "apiUses", "exports", "wants",
      "flow",
      "syntaxErrors", "suppressions", "wasScanned",
    ]
    #expect(names == kept.union(others))
  }
}
