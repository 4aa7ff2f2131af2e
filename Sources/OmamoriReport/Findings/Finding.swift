public import OmamoriCore

/// A weakness at a place, with the evidence that was seen there.
///
/// What is the same for every finding of a rule (title, fix, mappings) is in the rule's ``RuleMetadata``.
package struct Finding: Sendable, Hashable {
  /// The rule that speaks.
  package let rule: RuleID
  /// How much harm it does here; a rule may rate a case differently from its default.
  public package(set) var severity: Severity
  /// How sure the rule is here.
  public package(set) var confidence: Confidence
  /// The file, relative to the audited path, with `/` between its parts.
  package let file: String
  /// The smallest part of the file that a reader would edit.
  package let region: SourceRegion
  /// The evidence, such as which variable, which value, which call; secrets are masked.
  public package(set) var message: LocalizedText
  /// The first line of the region as it stands in the file, trimmed, with secrets masked.
  public package(set) var snippet: String
  /// The lines around the region, with secrets masked, or `nil` where they were not kept.
  ///
  /// Two findings that differ in nothing else are one to ``AuditReport``.
  public package(set) var excerpt: SourceExcerpt?
  /// What the file is for.
  package let context: FileContext
  /// The way of the value from its source to here; empty for rules without data flow.
  package let flow: [FindingStep]
  /// Other places that explain the finding.
  package let related: [FindingStep]
  /// Why the finding is not counted, if it is not.
  public package(set) var suppression: Suppression?
  /// Which of several findings with the same rule, file and line text this is, from 0.
  ///
  /// Set by ``AuditReport``: it keeps fingerprints apart without tying them to line numbers.
  package internal(set) var occurrence: Int

  /// Makes a finding.
  package init(
    rule: RuleID, severity: Severity, confidence: Confidence, file: String, region: SourceRegion,
    message: LocalizedText, snippet: String, context: FileContext = .app, flow: [FindingStep] = [],
    related: [FindingStep] = [], suppression: Suppression? = nil, excerpt: SourceExcerpt? = nil
  ) {
    (self.rule, self.severity, self.confidence) = (rule, severity, confidence)
    (self.file, self.region, self.message, self.snippet) = (file, region, message, snippet)
    (self.context, self.flow, self.related) = (context, flow, related)
    (self.suppression, self.excerpt, self.occurrence) = (suppression, excerpt, 0)
  }
}

/// How sure a rule is of a finding.
package enum Confidence: String, CaseIterable, Sendable, Hashable, Codable, Comparable {
  /// A heuristic: somebody has to look.
  case low
  /// One part of the pattern rests on a name or on a summary of a function.
  case medium
  /// Every part of the pattern was resolved: constant value, sink and source.
  case high

  private var rank: Int {
    switch self {
    case .low: 0
    case .medium: 1
    case .high: 2
    }
  }

  /// Orders confidences from doubtful to certain.
  package static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }
}

/// How much harm a weakness does when it is used, from `info` (nothing) to `critical`.
public enum Severity: String, CaseIterable, Sendable, Hashable, Codable, Comparable {
  /// Inventory or positive evidence; never deducts and never fails a build.
  case info
  /// A weakening that needs further faults to be used.
  case low
  /// Usable under conditions an attacker can often bring about.
  case medium
  /// Usable with the app, its backup or its network path in hand.
  case high
  /// Usable by anyone on the path or with the app binary; a secret or an account is lost.
  case critical

  private var rank: Int {
    switch self {
    case .info: 0
    case .low: 1
    case .medium: 2
    case .high: 3
    case .critical: 4
    }
  }

  /// Orders severities from harmless to critical.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}

extension Severity {
  /// The severity in a word.
  public var title: LocalizedText {
    switch self {
    case .critical: LocalizedText("critical", ja: "致命的")
    case .high: LocalizedText("high", ja: "高")
    case .medium: LocalizedText("medium", ja: "中")
    case .low: LocalizedText("low", ja: "低")
    case .info: LocalizedText("info", ja: "情報")
    }
  }
}

/// One place on the way of a value, or a place that explains a finding.
package struct FindingStep: Sendable, Hashable {
  /// The file, relative to the audited path, with `/` between its parts.
  package let file: String
  /// Where in the file.
  package let region: SourceRegion
  /// What happens here.
  package let message: LocalizedText

  /// Makes a step.
  package init(file: String, region: SourceRegion, message: LocalizedText) {
    (self.file, self.region, self.message) = (file, region, message)
  }
}

/// How the tool repairs one finding by itself: which parts of the file give way to which.
package struct FindingFix: Sendable, Hashable {
  /// One part of the file with what takes its place.
  package struct Replacement: Sendable, Hashable {
    /// The part that goes; empty where something is only added.
    package let region: SourceRegion
    /// What stands there.
    package let old: String
    /// What stands there afterwards.
    package let new: String
    /// Whether a column counts the same in bytes and in UTF-16, because the lines are in ASCII up to there.
    package let hasExactColumns: Bool

    /// Makes a replacement.
    package init(region: SourceRegion, old: String, new: String, hasExactColumns: Bool) {
      (self.region, self.old, self.new) = (region, old, new)
      self.hasExactColumns = hasExactColumns
    }
  }

  /// What became of the fix.
  package enum State: Sendable, Hashable {
    /// It can be made.
    case offered
    /// It was made.
    case applied
    /// It was not made, for this reason.
    case refused(LocalizedText)
  }

  /// What is repaired.
  package let finding: Finding
  /// What the repair does.
  package let title: LocalizedText
  /// The parts that change, in the order of the file.
  package let replacements: [Replacement]
  /// What became of it.
  package let state: State
  /// A comment beside what is replaced, which may give a reason for it.
  package let comment: String?

  /// Makes a fix.
  package init(
    finding: Finding, title: LocalizedText, replacements: [Replacement], state: State, comment: String? = nil
  ) {
    (self.finding, self.title, self.replacements, self.state) = (finding, title, replacements, state)
    self.comment = comment
  }
}

/// The lines around a finding as they stand in the file, with secrets masked.
package struct SourceExcerpt: Sendable, Hashable {
  /// How many lines an excerpt has at the most.
  package static let maximumLines = 7

  /// The 1-based number of the first line.
  package let firstLine: Int
  /// The lines without their line ends; long ones are cut and end in `…`.
  public package(set) var lines: [String]

  /// Makes an excerpt of the first ``maximumLines`` of `lines`.
  package init(firstLine: Int, lines: [String]) {
    (self.firstLine, self.lines) = (firstLine, Array(lines.prefix(Self.maximumLines)))
  }
}

/// A range in a text file: 1-based lines and columns, columns counted in UTF-8 bytes, the end exclusive.
package struct SourceRegion: Sendable, Hashable, Codable {
  /// The line of the first character.
  package let startLine: Int
  /// The column of the first character.
  package let startColumn: Int
  /// The line of the last character.
  package let endLine: Int
  /// The column behind the last character.
  package let endColumn: Int

  /// Makes a region from its four corners.
  package init(startLine: Int, startColumn: Int, endLine: Int, endColumn: Int) {
    (self.startLine, self.startColumn) = (startLine, startColumn)
    (self.endLine, self.endColumn) = (endLine, endColumn)
  }
}

extension SourceRegion: Comparable {
  /// Orders regions by where they start, then by where they end.
  package static func < (left: SourceRegion, right: SourceRegion) -> Bool {
    (left.startLine, left.startColumn, left.endLine, left.endColumn)
      < (right.startLine, right.startColumn, right.endLine, right.endColumn)
  }
}

/// Why a finding is not counted.
package struct Suppression: Sendable, Hashable, Codable {
  /// Where the suppression is written.
  package enum Kind: String, Sendable, Hashable, Codable {
    /// A comment beside the code.
    case inSource
    /// A configuration file.
    case external
  }

  /// Where the suppression is written.
  package let kind: Kind
  /// The reason somebody gave.
  package let reason: String
  /// Who answers for it, when somebody is named.
  package let author: String?
  /// The last day on which it holds, or `nil` when it holds for ever.
  package let expires: CalendarDay?

  /// Makes a suppression.
  package init(kind: Kind, reason: String, author: String? = nil, expires: CalendarDay? = nil) {
    (self.kind, self.reason, self.author, self.expires) = (kind, reason, author, expires)
  }
}

/// What a file is for; only `app` files are reported unless asked otherwise.
package enum FileContext: String, CaseIterable, Sendable, Hashable, Codable {
  /// Ships in the product.
  case app
  /// Belongs to a test target.
  case test
  /// Written by somebody else and carried along: Pods, Carthage, checkouts.
  case vendor
  /// Runs while building, not in the product.
  case script
  /// Written by a tool.
  case generated
  /// Shows how something is used.
  case example
}

extension FileContext {
  /// What a file is for, in a word.
  package var title: LocalizedText {
    switch self {
    case .app: LocalizedText("app", ja: "アプリ")
    case .test: LocalizedText("test", ja: "テスト")
    case .vendor: LocalizedText("vendored", ja: "外部コード")
    case .script: LocalizedText("script", ja: "スクリプト")
    case .generated: LocalizedText("generated", ja: "自動生成")
    case .example: LocalizedText("example", ja: "サンプル")
    }
  }
}
