import OmamoriReport

@testable import AuditEngine
@testable import AuditRules

/// Machine code is read within its bounds, and the rules about it end.
func fuzzMachO(_ bytes: [UInt8]) {
  guard let source = try? MachOSource(path: "App", bytes: bytes) else { return }
  expect(source.images.count <= MachOSource.sliceLimit, "the number of slices is limited")
  for image in source.images {
    let slice = image.slice
    expect(slice.commands.count <= MachOCommand.limit, "the number of commands is limited")
    expect(slice.commands.allSatisfy { $0.range.upperBound <= bytes.count }, "a command lies in the file")
    expect(image.symbols.count <= bytes.count, "the number of symbols is limited by the file")
    expect(image.objectiveC.classes.count <= bytes.count, "the number of classes is limited by the file")
    for section in slice.sections {
      guard let own = section.bytes(in: image.bytes) else { continue }
      expect(own.count == Int(section.size), "a section has its size")
    }
  }
  var report = FileReport(TextSource(path: "App", bytes: []))
  for rule in RuleCatalog.binary { rule.check(source, &report) }
  expect(report.findings.allSatisfy { !$0.snippet.isEmpty }, "a finding says what it found")
}
