import Foundation
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// A second look at files costs as much as the first, so few files may need one.
@Suite struct LooksTests {
  private func looks(_ files: [SourceFile]) async throws -> Int {
    let auditor = FileAuditor(rules: RuleSelection(), flags: [])
    let first = files.map { auditor.audit($0) }
    return try await Looks(auditor: auditor).complete(first) { auditor, places in
      places.map { auditor.audit(files[$0]) }
    }
    .again
  }

  /// Measured on code that nobody wrote for this test: libraries of the toolkit's own.
  @Test func fewFilesOfLibrariesAreLookedAtAgain() async throws {
    let root = Repository.root.appending(path: "Sources")
    var files: [SourceFile] = []
    for library in ["CommandLineKit", "OmamoriATS", "OmamoriCore", "OmamoriDBus", "OmamoriTPM"] {
      let folder = root.appending(path: library).path
      files += try Discovery().inventory(at: folder).files.filter { $0.kind == .swift }
    }
    #expect(files.count > 100)
    let again = try await looks(files)
    #expect(again > 0)
    #expect(again * 5 < files.count, "\(again) of \(files.count)")
  }
}
