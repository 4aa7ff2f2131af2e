package import OmamoriReport

/// What the audit keeps of one file; syntax trees are dropped as soon as it is made.
package struct FileResult: Sendable {
  package var findings: [Finding] = []
  /// How findings can be repaired, by their places in the list; no cache keeps it.
  var fixes: [Int: SourceFix] = [:]
  package var evidence: [Evidence] = []
  /// Whether secrets were masked, so that other lines of the file may not be quoted either.
  var hasSecrets = false
  /// What masks the secrets of the file wherever it is quoted later; no cache keeps it.
  package var mask: SecretMask?
  package var skipped: SkippedFile?
  package var interface: InterfaceDocument?
  package var propertyList: PropertyListSource?
  var machO: MachOFile?
  package var imports: Set<String> = []
  package var uses: [String: [NameUse]] = [:]
  package var apiUses: [APIUse] = []
  package var exports = FileExports()
  package var wants = FileWants()
  /// What happens to values in the file.
  package var flow = FlowFile()
  /// The functions of ``CryptoLibraries`` that the file makes.
  var madeFunctions: Set<String> = []
  var syntaxErrors = 0
  /// The suppressions in the file's comments.
  package var suppressions: [SourceSuppression] = []
  var wasScanned = false
}

// Whatever quotes a file later must not show what was masked in the file's own findings.

extension FileResult {
  /// Takes what `report` collected.
  mutating func take(_ report: FileReport) {
    (findings, evidence, fixes) = (report.maskedFindings, report.evidence, report.fixes)
    (hasSecrets, mask) = (report.hasSecrets, report.mask)
  }

  /// Masks the lines that are quoted of a Swift file outside of its findings, after which nothing of it is left to mask:
  /// results of Swift files are kept in a cache, secrets are not.
  mutating func hideSecrets() {
    guard let mask else { return }
    uses = uses.mapValues { $0.map { $0.masked(by: mask) } }
    apiUses = apiUses.map { $0.masked(by: mask) }
    suppressions = suppressions.map { $0.masked(by: mask) }
    for index in flow.edges.indices where !flow.edges[index].snippet.isEmpty {
      flow.edges[index].snippet = mask.apply(to: flow.edges[index].snippet)
      flow.edges[index].quote = mask.apply(to: flow.edges[index].quote)
    }
    self.mask = nil
  }
}

extension NameUse {
  fileprivate func masked(by mask: SecretMask) -> NameUse {
    NameUse(file: file, context: context, region: region, snippet: mask.apply(to: snippet))
  }
}

extension APIUse {
  fileprivate func masked(by mask: SecretMask) -> APIUse {
    APIUse(
      subject: subject, name: name, file: file, region: region, snippet: mask.apply(to: snippet),
      context: context)
  }
}

extension SourceSuppression {
  /// The same without the secrets that `mask` knows, in its quoted line and in its reason.
  package func masked(by mask: SecretMask?) -> SourceSuppression {
    guard let mask else { return self }
    return SourceSuppression(
      file: file, context: context, region: region, snippet: mask.apply(to: snippet), rules: rules,
      lines: lines, reason: reason.map(mask.apply), author: author.map(mask.apply), until: until,
      isOpen: isOpen)
  }
}
