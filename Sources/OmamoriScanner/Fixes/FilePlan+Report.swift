package import OmamoriReport

extension FilePlan {
  /// The fixes as a report shows them; those that are not refused are `state`.
  package func fixes(_ state: FindingFix.State) -> [FindingFix] {
    let bytes = FilePlanner.divided(old).text
    let lines = LineTable(bytes)
    return repairs.map { repair in
      FindingFix(
        finding: repair.finding, title: repair.fix.title,
        replacements: repair.fix.replacements.map { replacement in
          let region = lines.region(of: replacement.range)
          // A line that goes on for ever is no line of a person.
          let isASCII =
            max(region.startColumn, region.endColumn) <= 10_000
            && [region.startLine, region.endLine].allSatisfy { line in
              let end = line == region.endLine ? replacement.range.upperBound : replacement.range.lowerBound
              return bytes[lines.offset(ofLine: line)..<end].allSatisfy { $0 < 0x80 }
            }
          return FindingFix.Replacement(
            region: region, old: replacement.old, new: replacement.new, hasExactColumns: isASCII)
        },
        state: repair.refusal.map { .refused($0.message) } ?? state)
    }
  }
}
