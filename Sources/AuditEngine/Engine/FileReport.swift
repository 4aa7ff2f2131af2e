package import OmamoriATS
package import OmamoriCore
package import OmamoriReport

/// Collects what the rules find in one file.
package struct FileReport {
  /// What was found so far.
  package private(set) var findings: [Finding] = []
  /// What was seen that answers questions of the checklist.
  package private(set) var evidence: [Evidence] = []

  /// How findings can be repaired, by their places in ``findings``; empty unless that was asked for.
  private(set) var fixes: [Int: SourceFix] = [:]

  private let text: TextSource
  private let offersFixes: Bool
  private var secrets: Set<String> = []
  /// How many steps the findings' flows have together.
  private var flowSteps = 0

  /// How many steps the flows of one file may have before later ones keep their ends only.
  private static let mostFlowSteps = 50_000

  /// Makes an empty report about `text`, which asks rules for fixes only if it `offersFixes`.
  package init(_ text: TextSource, offersFixes: Bool = false) {
    (self.text, self.offersFixes) = (text, offersFixes)
  }

  /// Records a finding of `rule` on the bytes in `range`; severity and confidence are the rule's unless given.
  ///
  /// The values in `secrets` are masked wherever this file is quoted. The `fix` is worked out only when somebody wants
  /// to repair; see ``FixingRule``.
  package mutating func add(
    _ rule: any Rule.Type, at range: Range<Int>, _ message: LocalizedText,
    severity: Severity? = nil, confidence: Confidence? = nil, related: [FindingStep] = [],
    flow: [FindingStep] = [], secrets: [String] = [], fix: @autoclosure () -> SourceFix? = nil
  ) {
    if offersFixes, let fix = fix() { fixes[findings.count] = fix }
    let region = text.lines.region(of: range)
    self.secrets.formUnion(secrets)
    var flow = flow
    if flowSteps > Self.mostFlowSteps, flow.count > 4 { flow = flow.prefix(2) + flow.suffix(2) }
    flowSteps += flow.count
    findings.append(
      Finding(
        rule: rule.metadata.id, severity: severity ?? rule.metadata.severity,
        confidence: confidence ?? rule.metadata.confidence, file: text.path, region: region,
        message: message, snippet: text.lines.text(ofLine: region.startLine), context: text.context,
        flow: flow, related: related, suppression: ProjectTerms.current.suppression(of: secrets),
        excerpt: text.lines.excerpt(around: region)))
  }

  /// Records a finding of `rule` on a region that a reader of another format gave.
  package mutating func add(
    _ rule: any Rule.Type, in region: SourceRegion, _ message: LocalizedText,
    severity: Severity? = nil, confidence: Confidence? = nil, related: [FindingStep] = [],
    secrets: [String] = []
  ) {
    self.secrets.formUnion(secrets)
    findings.append(
      Finding(
        rule: rule.metadata.id, severity: severity ?? rule.metadata.severity,
        confidence: confidence ?? rule.metadata.confidence, file: text.path, region: region,
        message: message, snippet: text.lines.text(ofLine: region.startLine), context: text.context,
        related: related, suppression: ProjectTerms.current.suppression(of: secrets),
        excerpt: text.lines.excerpt(around: region)))
  }

  /// Records a finding of `rule` in machine code, which has no lines; `snippet` says what stands there instead.
  package mutating func add(
    _ rule: any Rule.Type, quoting snippet: String, _ message: LocalizedText, severity: Severity? = nil,
    confidence: Confidence? = nil
  ) {
    findings.append(
      Finding(
        rule: rule.metadata.id, severity: severity ?? rule.metadata.severity,
        confidence: confidence ?? rule.metadata.confidence, file: text.path, region: .wholeFile,
        message: message, snippet: snippet, context: text.context))
  }

  /// Records a piece of evidence on a region that a reader of another format gave.
  package mutating func note(_ kind: Evidence.Kind, in region: SourceRegion?, _ message: LocalizedText) {
    evidence.append(Evidence(kind: kind, file: text.path, region: region, message: message))
  }

  /// Records a piece of evidence on the bytes in `range`.
  package mutating func note(_ kind: Evidence.Kind, at range: Range<Int>, _ message: LocalizedText) {
    evidence.append(
      Evidence(kind: kind, file: text.path, region: text.lines.region(of: range), message: message))
  }

  /// A step that points into this file.
  package func step(at range: Range<Int>, _ message: LocalizedText) -> FindingStep {
    FindingStep(file: text.path, region: text.lines.region(of: range), message: message)
  }

  /// Masks what `other`, whose findings nobody wants, would mask.
  package mutating func mask(secretsOf other: FileReport) { secrets.formUnion(other.secrets) }

  /// Takes what `check` finds, unless it was handed less than there is: what it then misses would count as absent.
  mutating func keep(where looks: LookBudget, _ check: (inout FileReport) -> Void) {
    looks.begin()
    let before = (findings.count, evidence.count)
    check(&self)
    guard looks.isSpent else { return }
    findings.removeLast(findings.count - before.0)
    fixes = fixes.filter { $0.key < before.0 }
    evidence.removeLast(evidence.count - before.1)
  }

  /// Whether something was masked.
  var hasSecrets: Bool { !secrets.isEmpty }

  /// What masks the secrets of this file; `nil` when there are none.
  package var mask: SecretMask? { secrets.isEmpty ? nil : SecretMask(secrets) }

  /// The findings with every secret of this file masked in what they quote.
  package var maskedFindings: [Finding] {
    guard let mask else { return findings }
    return findings.map(mask.apply)
  }
}

/// A file as plain bytes, with its place in the audited tree.
package struct TextSource: Sendable {
  /// The file, relative to the audited path.
  package let path: String
  /// What the file is for.
  package let context: FileContext
  /// The content in UTF-8.
  package let bytes: [UInt8]
  /// Where its lines start.
  package let lines: LineTable

  /// Makes a source from its bytes.
  package init(path: String, context: FileContext = .app, bytes: [UInt8]) {
    (self.path, self.context, self.bytes, self.lines) = (path, context, bytes, LineTable(bytes))
  }

  /// Whether one of `words`, which are ASCII letters in lower case and other ASCII characters between them, stands anywhere in the text, in either case.
  package func mentions(anyOf words: [String]) -> Bool {
    let words = words.map { Array($0.utf8) }
    let firsts = words.compactMap(\.first)
    return bytes.indices.contains { index in
      firsts.contains(bytes[index] | 0x20)
        && words.contains { word in
          index + word.count <= bytes.count
            && word.indices.allSatisfy {
              word[$0] == bytes[index + $0] || word[$0] == bytes[index + $0] | 0x20
            }
        }
    }
  }
}

/// A property list of the audited material, read within bounds.
package struct PropertyListSource: Sendable {
  /// The file as bytes, with its place in the tree.
  package let text: TextSource
  /// What the file is: an `Info.plist`, entitlements, a privacy manifest or another list.
  package let kind: FileKind
  /// What it holds.
  package let document: PropertyListDocument

  /// Reads `text`.
  ///
  /// - Throws: `PropertyListError` when it is not a property list or a hostile one.
  package init(_ text: TextSource, kind: FileKind) throws(PropertyListError) {
    (self.text, self.kind) = (text, kind)
    document = try PropertyListReader.read(source: text.bytes)
  }

  /// The outermost value.
  package var root: PropertyList { document.root }

  /// The region of `range`; the beginning of the file for values without a place, as in binary lists.
  package func region(of range: TextRange?) -> SourceRegion {
    guard let range else { return SourceRegion(startLine: 1, startColumn: 1, endLine: 1, endColumn: 1) }
    return text.lines.region(of: text.bytes(in: range))
  }

  /// The region of the entry of `key` in the outermost dictionary, or of the whole list when it is absent.
  package func region(ofKey key: String) -> SourceRegion {
    region(of: root.dictionary?.entry(for: key)?.range ?? root.range)
  }
}

extension SkippedFile {
  /// What was left out of a Swift file because a limit was reached; `nil` when it was examined to its end.
  package init?(limitsOf source: SwiftSource) {
    if source.facts.isCutShort {
      self.init(
        file: source.text.path, reason: .malformed,
        message: LocalizedText(
          "an expression is too deep or too long to be examined to its end; split it",
          ja: "式が深すぎるか長すぎるため最後まで調べられませんでした。式を分割してください"))
    } else if source.isFlowCutShort {
      self.init(valuesOf: source.text.path)
    } else {
      return nil
    }
  }

  /// What was left out of the ways of values; `nil` when all were followed.
  package init?(limitsOf flow: FlowFile) {
    guard flow.isCutShort else { return nil }
    self.init(valuesOf: flow.path)
  }

  private init(valuesOf file: String) {
    self.init(
      file: file, reason: .tooLarge,
      message: LocalizedText(
        "there are too many values in the file to follow them all; divide it",
        ja: "ファイル内の値が多すぎるため、すべては追跡できませんでした。ファイルを分割してください"))
  }
}
