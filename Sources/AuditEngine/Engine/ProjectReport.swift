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
    flow: [FindingStep] = [], related: [FindingStep] = []
  ) {
    findings.append(
      Finding(
        rule: rule.metadata.id, severity: severity ?? rule.metadata.severity,
        confidence: confidence ?? rule.metadata.confidence, file: file, region: region, message: message,
        snippet: snippet, context: context, flow: flow, related: related))
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

/// Quotes the lines around what rules about the project found, which keep no texts of files.
struct ProjectExcerpts {
  private let quotable: [String: SourceFile]

  /// Takes the files with their results; those in which secrets were masked are not quoted again.
  init(_ files: [SourceFile], _ results: [FileResult]) {
    var quotable: [String: SourceFile] = [:]
    for (file, result) in zip(files, results)
    where !result.hasSecrets && result.wasScanned && file.kind != .machO {
      quotable[file.path] = file
    }
    self.quotable = quotable
  }

  /// The findings with an excerpt wherever one may be shown; each file is read once.
  func filled(_ findings: [Finding]) -> [Finding] {
    var tables: [String: LineTable?] = [:]
    return findings.map { finding in
      guard finding.excerpt == nil, let file = quotable[finding.file] else { return finding }
      let table = tables[finding.file] ?? Self.lines(of: file)
      tables[finding.file] = .some(table)
      var filled = finding
      filled.excerpt = table?.excerpt(around: finding.region)
      return filled
    }
  }

  private static func lines(of file: SourceFile) -> LineTable? {
    guard let text = try? file.text(), !text.hasPrefix("bplist") else { return nil }
    return LineTable(Array(text.utf8))
  }
}

/// What is known of the audited material as a whole, when every file has been looked at.
package struct ProjectFacts: Sendable {
  /// The files.
  package let inventory: Inventory
  /// The property lists that could be read.
  package let propertyLists: [PropertyListSource]
  /// The storyboards and xibs that could be read.
  package let interfaces: [InterfaceDocument]
  /// The files of machine code that could be read.
  package let binaries: [MachOFile]
  /// The modules that Swift files import.
  package let imports: Set<String>
  /// What the rules about single files saw.
  package let evidence: [Evidence]
  /// The interfaces that Swift files use and that have to be declared or explained somewhere else.
  package let apiUses: [APIUse]
  private let usesByName: [String: [NameUse]]

  /// Puts the facts together.
  package init(
    inventory: Inventory, propertyLists: [PropertyListSource] = [], binaries: [MachOFile] = [],
    imports: Set<String> = [],
    evidence: [Evidence] = [], uses: [String: [NameUse]] = [:], apiUses: [APIUse] = [],
    interfaces: [InterfaceDocument] = []
  ) {
    self.interfaces = interfaces
    (self.inventory, self.propertyLists, self.imports) = (inventory, propertyLists, imports)
    self.binaries = binaries
    (self.evidence, self.usesByName, self.apiUses) = (evidence, uses, apiUses)
  }

  /// Where Swift files use `name`, in the order of files and places.
  ///
  /// Only names that a rule declares in ``ProjectRule/names`` are known; of each the first uses of a file are kept.
  package func uses(of name: String) -> [NameUse] { usesByName[name] ?? [] }

  /// The property lists of `kind`.
  package func propertyLists(_ kind: FileKind) -> [PropertyListSource] {
    propertyLists.filter { $0.kind == kind }
  }
}

/// A place in a Swift file that uses a name a rule about the project asked for.
package struct NameUse: Sendable, Hashable {
  /// The file, relative to the audited path.
  package let file: String
  /// What the file is for.
  package let context: FileContext
  /// Where the name stands.
  package let region: SourceRegion
  /// The line it stands in, trimmed.
  package let snippet: String
}
