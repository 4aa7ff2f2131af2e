// environment: ASAN_OPTIONS=detect_leaks=0 (constants of enumerations with payloads look lost to it)
import OmamoriCore
import OmamoriReport
@testable import AuditEngine
@testable import AuditRules

/// Configurations, baselines, reports and suppressions come from strangers: each is read or refused, and what is read
/// is the same again.
func fuzzConfiguration(_ bytes: [UInt8]) {
  if let configuration = try? AuditConfiguration(bytes, rules: RuleCatalog.metadata.map(\.id)) {
    expect(configuration.baseline?.contains("..") != true, "a baseline lies below the configuration")
    expect(configuration.suppressions.allSatisfy { !$0.reason.isEmpty }, "a suppression has a reason")
    _ = configuration.changes
  }
  if let baseline = try? Baseline(bytes) {
    expect((try? Baseline(Array(baseline.text.utf8))) == baseline, "a baseline reads back")
  }
  if let same = try? AuditComparison(old: bytes, new: bytes) {
    expect(same.before == same.after, "a report has the scores that it has")
    _ = ComparisonRenderer(language: .ja).text(same)
  }
  let text = TextSource(path: "A", bytes: bytes)
  for style in [CommentScanner.Style.slashes, .hash, .markup] {
    let comments = CommentScanner.comments(in: bytes, style: style)
    expect(
      zip(comments, comments.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound },
      "comments do not overlap")
    for suppression in SuppressionReader.suppressions(in: text, comments) {
      expect(suppression.lines.lowerBound >= 1, "lines are counted from 1")
      expect(suppression.lines.upperBound <= text.lines.count, "a suppression ends with its file")
      expect(suppression.rules.count <= 32, "the number of rules is bounded")
    }
  }
}
