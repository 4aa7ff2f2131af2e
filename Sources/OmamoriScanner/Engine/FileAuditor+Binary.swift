import OmamoriCore
import OmamoriReport

extension FileAuditor {
  /// Audits a file of machine code; parts that cannot be read are recorded.
  func auditMachO(_ file: SourceFile) -> FileResult {
    var result = FileResult()
    do {
      let bytes = try file.bytes()
      let source = try MachOSource(path: file.path, context: file.context, bytes: bytes)
      var report = FileReport(TextSource(path: file.path, context: file.context, bytes: []))
      for rule in rules.binary { rule.check(source, &report) }
      result.wasScanned = true
      (result.findings, result.hasSecrets) = (report.maskedFindings, report.hasSecrets)
      result.evidence = report.evidence
      let summary = source.file
      result.machO = summary
      if !summary.problems.isEmpty {
        let parts = summary.problems.joined(separator: ", ")
        result.skipped = SkippedFile(
          file: file.path, reason: .malformed,
          message: LocalizedText(
            "parts that cannot be read were passed over: \(parts); build the file again",
            ja: "読み取れない部分を飛ばしました: \(parts)。もう一度ビルドしてください"))
      }
    } catch let failure as FileReadFailure {
      result.skipped = failure.skipped
    } catch let error as MachOError {
      result.skipped = SkippedFile(file: file.path, reason: .malformed, message: error.message)
    } catch {
      result.skipped = SkippedFile(file: file.path, reason: .malformed, message: MachOError.malformed.message)
    }
    return result
  }
}

extension SourceRegion {
  /// The region of a finding about a file that has no lines.
  static let wholeFile = SourceRegion(startLine: 1, startColumn: 1, endLine: 1, endColumn: 1)
}
