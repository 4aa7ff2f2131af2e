import Foundation
import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Documents that steer an audit or keep what it found, changed at random: each is read or refused, and always alike.
///
/// `OMAMORI_DEEP` makes ten thousand of each, `OMAMORI_SEED` other ones.
@Suite(.serialized) struct DocumentMutationTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isDeep = environment["OMAMORI_DEEP"] != nil
  private static let rounds = isDeep ? 10_000 : 200
  private static let seed = environment["OMAMORI_SEED"].flatMap(UInt64.init) ?? 20_261_122

  /// Calls `read` with changed documents; it says what was read, or `nil` when it was refused.
  private func change<Answer: Equatable>(_ sound: [[UInt8]], _ read: ([UInt8]) throws -> Answer?) throws {
    try #require(!sound.isEmpty)
    var random = Mutator(seed: Self.seed)
    var refused = 0
    for round in 0..<Self.rounds {
      let other = sound[random.next(below: sound.count)]
      let bytes = random.mutated(sound[random.next(below: sound.count)], other)
      let answer = try read(bytes)
      #expect(try read(bytes) == answer, "\(round) of seed \(Self.seed)")
      if answer == nil { refused += 1 }
    }
    print("\(Self.rounds) documents, \(refused) refused, seed \(Self.seed)")
  }

  private func corpus(_ names: String...) throws -> [[UInt8]] {
    let root = Repository.root.appending(path: "Fuzz/corpus")
    return try names.map { [UInt8](try Data(contentsOf: root.appending(path: $0))) }
  }

  @Test func configurations() throws {
    let rules = RuleCatalog.metadata.map(\.id)
    try change(corpus("Configuration/configuration.json")) { bytes in
      (try? AuditConfiguration(bytes, rules: rules)).map { "\($0.changes) \($0.suppressions.count)" }
    }
  }

  @Test func baselines() throws {
    try change(corpus("Configuration/baseline.json")) { bytes in
      guard let baseline = try? Baseline(bytes) else { return nil as String? }
      let again = try Baseline(Array(baseline.text.utf8))
      #expect(again == baseline)
      return baseline.text
    }
  }

  @Test func reportsToCompare() throws {
    let sound = try corpus("Configuration/report.json")
    try change(sound) { bytes in
      (try? AuditComparison(old: sound[0], new: bytes)).map { ComparisonRenderer(language: .en).json($0) }
    }
  }

  @Test func caches() throws {
    var report = FileReport(TextSource(path: "A.swift", bytes: Array("let a = 1\n".utf8)))
    report.add(WeakHash.self, at: 0..<3, LocalizedText("a", ja: "あ"))
    var result = FileResult()
    result.take(report)
    var writer = CacheWriter()
    writer.write(result)
    try change([writer.bytes]) { bytes in
      var reader = CacheReader(bytes[...])
      return (try? reader.value(FileResult.self)).map { "\($0.findings) \($0.exports) \($0.wants)" }
    }
  }

  /// Every file that a repository keeps its history in, one after another.
  @Test(.enabled(if: GitFixture.isThere)) func repositories() throws {
    let fixture = try GitFixture()
    for step in 0..<6 {
      try fixture.write(
        "keys.txt", (0..<60).map { "line \($0 == step * 7 ? step : $0)" }.joined(separator: "\n"))
      try fixture.write("folder/step\(step).txt", "id = \("AKIA" + "M7A7XWZTSAQPVJLG")\n")
      try fixture.commit("step \(step)")
      if step == 3 { try fixture.git("repack", "-adq", "--depth=50", "--window=50") }
    }
    try fixture.git("pack-refs", "--all")
    let place = fixture.path + "/.git/"
    let names = (FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []).sorted()
      .filter { name in
        name.hasSuffix(".pack") || name.hasSuffix(".idx") || name == "packed-refs" || name == "HEAD"
          || name.hasPrefix("objects/") && name.utf8.count == 49
      }
    try #require(names.contains { $0.hasSuffix(".pack") } && names.contains { $0.utf8.count == 49 })
    var sound: [String: [UInt8]] = [:]
    for name in names {
      sound[name] = [UInt8](try Data(contentsOf: URL(filePath: place + name)))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place + name)
    }
    var random = Mutator(seed: Self.seed)
    var (refused, findings) = (0, 0)
    for round in 0..<Self.rounds / 4 {
      let name = names[random.next(below: names.count)]
      let bytes = random.mutated(sound[name] ?? [], sound[names[random.next(below: names.count)]] ?? [])
      try Data(bytes).write(to: URL(filePath: place + name))
      let first = Self.history(fixture.path)
      #expect(Self.history(fixture.path) == first, "\(round) of seed \(Self.seed): \(name)")
      findings += first?.count ?? 0
      refused += first == nil ? 1 : 0
      try Data(sound[name] ?? []).write(to: URL(filePath: place + name))
    }
    #expect(findings > 0)
    print("\(Self.rounds / 4) repositories, \(refused) refused, \(findings) findings, seed \(Self.seed)")
  }

  private static func history(_ path: String) -> [Finding]? {
    guard let repository = try? GitRepository(containing: path) else { return nil }
    return try? repository.historySecrets().findings
  }
}
