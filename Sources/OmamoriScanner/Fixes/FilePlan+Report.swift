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
          let lineStarts = [region.startLine, region.endLine].map { lines.offset(ofLine: $0) }
          let isASCII =
            bytes[lineStarts[0]..<replacement.range.lowerBound].allSatisfy { $0 < 0x80 }
            && bytes[lineStarts[1]..<replacement.range.upperBound].allSatisfy { $0 < 0x80 }
          return FindingFix.Replacement(
            region: region, old: replacement.old, new: replacement.new, hasExactColumns: isASCII)
        },
        state: repair.refusal.map { .refused($0.message) } ?? state)
    }
  }
}
