package import OmamoriCore
package import OmamoriReport

/// Collects what the rules about the whole project find.
package struct ProjectReport {
  /// What was found so far.
  package private(set) var findings: [Finding] = []
  /// What was seen that answers questions of the checklist.
  package private(set) var evidence: [Evidence] = []

  private var secrets: [String: Set<String>] = [:]

  /// Makes an empty report.
  package init() {}

  /// Records a finding of `rule` in a file that was read.
  ///
  /// The values in `secrets` are masked wherever a rule about the project quotes this file.
  package mutating func add(
    _ rule: any Rule.Type, in text: TextSource, at region: SourceRegion, _ message: LocalizedText,
    severity: Severity? = nil, confidence: Confidence? = nil, related: [FindingStep] = [],
    secrets: [String] = []
  ) {
    hide(secrets, in: text.path)
    add(
      rule, file: text.path, context: text.context, region: region,
      snippet: text.lines.text(ofLine: region.startLine), message, severity: severity, confidence: confidence,
      related: related)
  }

  /// Records a finding of `rule` where a name is used.
  package mutating func add(
    _ rule: any Rule.Type, at use: NameUse, _ message: LocalizedText, severity: Severity? = nil,
    confidence: Confidence? = nil, related: [FindingStep] = []
  ) {
    add(
      rule, file: use.file, context: use.context, region: use.region, snippet: use.snippet, message,
      severity: severity, confidence: confidence, related: related)
  }

  /// Records a finding of `rule` anywhere.
  package mutating func add(
    _ rule: any Rule.Type, file: String, context: FileContext = .app, region: SourceRegion, snippet: String,
    _ message: LocalizedText, severity: Severity? = nil, confidence: Confidence? = nil,
    related: [FindingStep] = []
  ) {
    findings.append(
      Finding(
        rule: rule.metadata.id, severity: severity ?? rule.metadata.severity,
        confidence: confidence ?? rule.metadata.confidence, file: file, region: region, message: message,
        snippet: snippet, context: context, related: related))
  }

  /// Has the values in `secrets` masked wherever the file at `path` is quoted.
  package mutating func hide(_ secrets: [String], in path: String) {
    if !secrets.isEmpty { self.secrets[path, default: []].formUnion(secrets) }
  }

  /// Findings of rules about single files, without the secrets that rules about the project found in the same files.
  package func hidden(_ findings: [Finding]) -> [Finding] {
    let masks = secrets.mapValues { SecretMask($0) }
    return masks.isEmpty ? findings : findings.map { masks[$0.file]?.apply(to: $0) ?? $0 }
  }

  /// Records a piece of evidence.
  package mutating func note(
    _ kind: Evidence.Kind, file: String, region: SourceRegion? = nil, _ message: LocalizedText
  ) {
    evidence.append(Evidence(kind: kind, file: file, region: region, message: message))
  }

  /// The findings with every secret of their file masked in what they quote.
  package var maskedFindings: [Finding] { masked(findings) }

  /// `findings`, once their excerpts are filled in, without the secrets of their files.
  ///
  /// - Parameters:
  ///   - findings: The findings of this report.
  ///   - files: What masks the secrets that were found in files by themselves, by file.
  /// - Returns: The findings, masked.
  package func masked(_ findings: [Finding], _ files: [String: SecretMask] = [:]) -> [Finding] {
    let masks = secrets.mapValues { SecretMask($0) }
    return findings.map { finding in
      let masked = masks[finding.file]?.apply(to: finding) ?? finding
      return files[finding.file]?.apply(to: masked) ?? masked
    }
  }
}
