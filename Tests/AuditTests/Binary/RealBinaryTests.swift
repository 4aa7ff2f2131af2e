import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Both readers agree on files that others built; `OMAMORI_BINARIES` names a folder with such files.
@Suite(.enabled(if: LIEFPeer.isThere && LIEFPeer.binaries != nil)) struct RealBinaryTests {
  private static func sources() throws -> [MachOSource] {
    let folder = try #require(LIEFPeer.binaries)
    let inventory = try Discovery().inventory(at: folder)
    return try (inventory.files + inventory.others).filter { $0.kind == .machO }.map { file in
      try MachOSource(path: file.path, bytes: file.bytes())
    }
  }

  @Test func bothReadersAgreeOnEverySlice() throws {
    let sources = try Self.sources()
    #expect(!sources.isEmpty)
    for source in sources {
      let theirs = try LIEFPeer.slices(ofFileAt: "\(LIEFPeer.binaries ?? "")/\(source.path)")
      #expect(source.images.map(LIEFPeer.Slice.init) == theirs, "\(source.path)")
      #expect(source.file.problems.isEmpty, "\(source.path): \(source.file.problems)")
    }
  }

  /// The list of classes that the runtime reads has every class whose symbol the slice shows.
  @Test func classesOfTheRuntimeAreThoseOfTheSymbols() throws {
    for image in try Self.sources().flatMap(\.images) {
      let prefix = "_OBJC_CLASS_$_"
      let shown = image.symbols.filter { $0.section > 0 && !$0.isDebugging }
        .map { image.symbols.name(of: $0) }.filter { $0.hasPrefix(prefix) }.map {
          String($0.dropFirst(prefix.count))
        }
      #expect(Set(shown).isSubset(of: image.objectiveC.classes.map(\.name)))
    }
  }

  /// What is found at the confidence that people see, one line a finding, for somebody to judge.
  @Test func findingsAreListedOnce() throws {
    for source in try Self.sources() {
      var report = FileReport(TextSource(path: source.path, bytes: []))
      for rule in RuleCatalog.binary { rule.check(source, &report) }
      for finding in report.findings where finding.confidence != .low {
        print("\(source.path): \(finding.rule.rawValue): \(finding.message.english)")
      }
      let places = report.findings.map { "\($0.rule.rawValue) \($0.snippet)" }
      #expect(Set(places).count == places.count, "\(source.path)")
    }
  }
}
