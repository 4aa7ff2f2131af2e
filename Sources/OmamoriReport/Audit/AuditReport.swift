package import OmamoriCore

/// Everything an audit found, ready to be scored and written in any format.
///
/// Findings are sorted by file, place and rule and free of duplicates, so that the same input gives the same bytes.
package struct AuditReport: Sendable {
  /// What was audited.
  package let target: AuditTarget
  /// The rules that were run, sorted by id.
  package let rules: [RuleMetadata]
  /// What was found, suppressed findings included.
  package let findings: [Finding]
  /// What was seen that answers questions of the checklist, sorted by kind, file and place.
  package let evidence: [Evidence]
  /// What material was there.
  package let inputs: Set<AuditInput>
  /// What happened to the files.
  package let files: FileCounts
  /// The files that were skipped, sorted by name.
  package let skipped: [SkippedFile]
  /// When the audit began.
  package let startedAt: Date
  /// How long it took.
  package let duration: Duration

  /// What the app asks for, declares and carries.
  package let inventory: AppInventory
  /// The configuration that was in force, if there was one, and what it changed.
  package var configuration: ConfigurationNote?
  /// The profiles of OWASP MAS that the audit is about; `nil` for all of them.
  package var profiles: Set<MASProfile>?
  /// What was repaired or can be, in the order of the files; `nil` when nobody asked.
  package var fixes: [FindingFix]?

  /// Makes a report: sorts, removes duplicates and numbers what looks alike.
  package init(
    target: AuditTarget, rules: [RuleMetadata], findings: [Finding], evidence: [Evidence],
    inputs: Set<AuditInput>, files: FileCounts, skipped: [SkippedFile], startedAt: Date, duration: Duration,
    inventory: AppInventory = AppInventory()
  ) {
    self.target = target
    self.rules = rules.sorted { $0.id < $1.id }
    self.findings = ReportOrder.numbered(findings)
    self.evidence = Set(evidence).sorted(by: ReportOrder.precedes)
    self.inputs = inputs
    self.files = files
    self.skipped = Set(skipped).sorted(by: ReportOrder.precedes)
    (self.startedAt, self.duration, self.inventory) = (startedAt, duration, inventory)
  }

  /// The findings that count: those nobody suppressed.
  package var activeFindings: [Finding] { findings.filter { $0.suppression == nil } }
}

extension AuditReport {
  /// The same audit with more findings and more skipped files; all are sorted and numbered anew.
  package func adding(_ more: [Finding], skipped left: [SkippedFile] = []) -> AuditReport {
    var report = AuditReport(
      target: target, rules: rules, findings: findings + more, evidence: evidence, inputs: inputs,
      files: files,
      skipped: skipped + left, startedAt: startedAt, duration: duration, inventory: inventory)
    (report.configuration, report.profiles, report.fixes) = (configuration, profiles, fixes)
    return report
  }
}

/// How many files an audit met, by what happened to them.
package struct FileCounts: Sendable, Hashable {
  /// Files that were read and examined.
  package let scanned: Int
  /// How many files of each kind of material there were to examine.
  package let byInput: [AuditInput: Int]
  /// Files that hold test, vendored, generated or example code and were left out by default.
  package let excluded: [FileContext: Int]
  /// Files with syntax errors that were examined all the same, with the number of errors in each.
  package let parseErrors: [String: Int]

  /// Makes the counts.
  package init(
    scanned: Int, byInput: [AuditInput: Int] = [:], excluded: [FileContext: Int] = [:],
    parseErrors: [String: Int] = [:]
  ) {
    (self.scanned, self.byInput) = (scanned, byInput)
    (self.excluded, self.parseErrors) = (excluded, parseErrors)
  }
}

/// What an app asks for, declares and carries, whether or not anything is wrong with it.
package struct AppInventory: Sendable, Hashable {
  /// A component from a dependency manager or a built bundle.
  package struct Dependency: Sendable, Hashable, Comparable {
    /// The name of the component.
    package let name: String
    /// The locked version, or `nil` when none is known.
    package let version: String?
    /// Where the component comes from: `swiftpm`, `cocoapods`, `carthage`, `bundle`, or another manager's name.
    package let source: String

    /// Makes an entry.
    package init(name: String, version: String?, source: String) {
      (self.name, self.version, self.source) = (name, version, source)
    }

    /// Orders components by name, then version, then source.
    package static func < (left: Dependency, right: Dependency) -> Bool {
      (left.name, left.version ?? "", left.source) < (right.name, right.version ?? "", right.source)
    }
  }

  /// Keys of the permissions the app asks for, such as `NSCameraUsageDescription`.
  package let permissions: [String]
  /// Keys of the entitlements.
  package let entitlements: [String]
  /// URL schemes the app handles.
  package let urlSchemes: [String]
  /// Hosts with an exception from App Transport Security.
  package let atsExceptions: [String]
  /// Hosts the app speaks to or is associated with.
  package let domains: [String]
  /// Components the app is built from.
  package let dependencies: [Dependency]
  /// Executables that were examined, relative to the audited path.
  package let binaries: [String]

  /// Makes an inventory: every list is sorted and freed of duplicates.
  package init(
    permissions: [String] = [], entitlements: [String] = [], urlSchemes: [String] = [],
    atsExceptions: [String] = [], domains: [String] = [], dependencies: [Dependency] = [],
    binaries: [String] = []
  ) {
    self.permissions = Set(permissions).sorted()
    self.entitlements = Set(entitlements).sorted()
    self.urlSchemes = Set(urlSchemes).sorted()
    self.atsExceptions = Set(atsExceptions).sorted()
    self.domains = Set(domains).sorted()
    self.dependencies = Set(dependencies).sorted()
    self.binaries = Set(binaries).sorted()
  }
}

/// A kind of material an audit can read; what was there decides what can be answered.
package enum AuditInput: String, CaseIterable, Sendable, Hashable, Codable, Comparable {
  /// Swift source files.
  case swift
  /// Objective-C source files.
  case objectiveC
  /// An app's `Info.plist`.
  case infoPlist
  /// Entitlements.
  case entitlements
  /// A privacy manifest.
  case privacyManifest
  /// Storyboards and xib files.
  case interfaceBuilder
  /// An Xcode project file.
  case project
  /// Dependency manifests or lock files.
  case dependencies
  /// A built app.
  case binary

  /// Orders inputs by name.
  package static func < (left: AuditInput, right: AuditInput) -> Bool { left.rawValue < right.rawValue }
}

extension AuditInput {
  /// The name of the material, as it stands in a sentence.
  package var title: LocalizedText {
    switch self {
    case .swift: LocalizedText("Swift source", ja: "Swift ソース")
    case .objectiveC: LocalizedText("Objective-C source", ja: "Objective-C ソース")
    case .infoPlist: LocalizedText("Info.plist", ja: "Info.plist")
    case .entitlements: LocalizedText("entitlements file", ja: "エンタイトルメント")
    case .privacyManifest: LocalizedText("privacy manifest", ja: "プライバシーマニフェスト")
    case .interfaceBuilder: LocalizedText("storyboard or xib file", ja: "ストーリーボード・xib")
    case .project: LocalizedText("Xcode project file", ja: "Xcode プロジェクトファイル")
    case .dependencies: LocalizedText("dependency manifest", ja: "依存関係の定義ファイル")
    case .binary: LocalizedText("built app", ja: "ビルド済みアプリ")
    }
  }
}
