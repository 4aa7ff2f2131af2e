// seeds: Examples
// environment: ASAN_OPTIONS=detect_leaks=0 (constants of enumerations with payloads look lost to it)
import OmamoriCore
@testable import OmamoriReport
@testable import AuditEngine
@testable import AuditRules

/// Auditing any text as Objective-C ends, gives the same answer twice, and points into the text.
func fuzzObjectiveC(_ bytes: [UInt8]) {
  let text = TextSource(path: "App.m", bytes: Array(String(decoding: bytes, as: UTF8.self).utf8))
  let source = ObjectiveCSource(text)
  for token in source.tokens {
    expect(token.range.upperBound <= text.bytes.count && !token.range.isEmpty, "a token is in the text")
  }
  for (before, after) in zip(source.tokens, source.tokens.dropFirst()) {
    expect(before.range.upperBound <= after.range.lowerBound, "tokens follow each other")
  }
  for function in source.functions {
    expect(function.body.upperBound <= source.tokens.count, "a body is among the tokens")
  }
  for message in source.messages {
    let count = message.selector.utf8.count { $0 == 0x3A }
    expect(message.arguments.count >= count, "every part of a selector has an argument")
    expect(message.arguments.allSatisfy { message.tokens.contains($0.lowerBound) }, "arguments are inside")
    _ = source.value(message.receiver, in: message.function)
  }
  for assignment in source.assignments {
    _ = source.value(assignment.value, in: assignment.function)
    _ = source.dictionary(assignment.value, in: assignment.function)
  }
  let findings = audit(source)
  expect(findings == audit(ObjectiveCSource(text)), "auditing is deterministic")
  for finding in findings {
    expect(finding.region.endLine <= text.lines.count, "a place is in the text")
    expect(!finding.message.english.isEmpty && !finding.message.japanese.isEmpty, "a finding says what it is")
  }
}

private func audit(_ source: ObjectiveCSource) -> [Finding] {
  var report = FileReport(source.text)
  for rule in RuleCatalog.objectiveC { rule.check(source, &report) }
  return report.maskedFindings
}
