import OmamoriCore
import OmamoriReport
import Testing

@testable import OmamoriScanner

@Suite struct ZZTemporary {
  @Test func time() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let paths = environment["OMAMORI_TRY"] else { return }
    for path in paths.split(separator: ":") {
      let url = URL(filePath: String(path))
      let bytes = try Array(Data(contentsOf: url))
      let file = SourceFile(path: url.lastPathComponent, contents: bytes)
      let clock = ContinuousClock()
      var result = FileResult()
      let t = clock.measure {
        result = FileAuditor(rules: RuleSelection(without: []), flags: []).audit(file)
      }
      print("REVIEW", url.lastPathComponent, t, "findings", result.findings.count, result.skipped.map { "\($0)" } ?? "-")
    }
  }

  @Test func whole() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment["OMAMORI_WHOLE"] else { return }
    let inventory = try Discovery(options: DiscoveryOptions()).inventory(at: path)
    let report = try await Auditor().audit(inventory)
    var options = ReportOptions(tool: ToolIdentity(version: "1"))
    options.minimumConfidence = .low
    for format in ReportFormat.allCases {
      try Data(format.renderer(options).render(report).utf8).write(
        to: URL(filePath: "/tmp/rv/out." + format.fileExtension))
    }
    try Data(Baseline(of: report).text.utf8).write(to: URL(filePath: "/tmp/rv/out.baseline"))
    print("REVIEW findings", report.findings.count)
  }

  @Test func history() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment["OMAMORI_HISTORY"] else { return }
    let repository = try GitRepository(containing: path)
    let clock = ContinuousClock()
    var h = GitRepository.History()
    let t = try clock.measure { h = try repository.historySecrets() }
    print("REVIEW history", t, h.commits, h.findings.count, h.isCutShort)
  }
}
