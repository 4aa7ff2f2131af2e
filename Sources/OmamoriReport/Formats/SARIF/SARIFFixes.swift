import OmamoriCore

/// The repairs that a report offers, as SARIF's `fixes` of a result.
struct SARIFFixes {
  private let locations: SARIFLocation
  private let language: Language
  private let offered: [Fingerprint: [FindingFix]]

  /// Takes those fixes of `report` that are offered and whose places can be told in SARIF's units.
  init(_ report: AuditReport, _ options: ReportOptions) {
    let fixes = (report.fixes ?? []).filter { fix in
      fix.state == .offered && fix.replacements.allSatisfy(\.hasExactColumns)
    }
    offered = Dictionary(grouping: fixes) { $0.finding.fingerprint }
    (locations, language) = (SARIFLocation(repositoryPath: options.repositoryPath), options.language)
  }

  /// The fixes of `finding`, or `nil` when there is none.
  func value(for finding: Finding) -> JSONValue? {
    let fixes = offered[finding.fingerprint]?.filter { $0.finding.region == finding.region } ?? []
    return fixes.isEmpty ? nil : .array(fixes.map(fix))
  }

  private func fix(_ fix: FindingFix) -> JSONValue {
    let replacements = fix.replacements.map { replacement -> JSONValue in
      [
        "deletedRegion": SARIFLocation.region(replacement.region, true),
        "insertedContent": ["text": .string(replacement.new)],
      ]
    }
    return [
      "description": ["text": .string(SARIFLocation.text(fix.title[language]))],
      "artifactChanges": [
        ["artifactLocation": locations.artifact(fix.finding.file), "replacements": .array(replacements)]
      ],
    ]
  }
}
