package import OmamoriReport

/// What is to become of one file: the fixes that are made, and those that are not.
package struct FilePlan: Sendable {
  /// A finding with the fix that its rule offers.
  package struct Repair: Sendable {
    /// What was found.
    package let finding: Finding
    /// How it is repaired.
    package let fix: SourceFix
    /// Why it is not made, if it is not.
    package internal(set) var refusal: FixRefusal?
  }

  /// The file.
  package let file: SourceFile
  /// The fixes that were offered, in the order of the report.
  package internal(set) var repairs: [Repair]
  /// The bytes of the file as it was audited.
  package let old: [UInt8]
  /// The bytes of the file when everything is repaired.
  package let new: [UInt8]
  /// What goes and what comes, in the order of the file; counted in the text without a byte order mark.
  package let replacements: [SourceFix.Replacement]
  /// What masks the secrets of the file where it is quoted.
  package let mask: SecretMask?

  /// Whether anything is to be written.
  package var changes: Bool { old != new }

  /// The fixes that are made.
  package var made: [Repair] { repairs.filter { $0.refusal == nil } }

  /// The same plan with nothing to be made, for this reason.
  package func refused(_ refusal: FixRefusal) -> FilePlan {
    let repairs = repairs.map { Repair(finding: $0.finding, fix: $0.fix, refusal: $0.refusal ?? refusal) }
    return FilePlan(file: file, repairs: repairs, old: old, new: old, replacements: [], mask: mask)
  }
}

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
