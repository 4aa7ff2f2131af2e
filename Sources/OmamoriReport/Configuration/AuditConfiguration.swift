package import OmamoriCore

/// How a project wants to be audited: what `.omamori.json` says.
///
/// The file may come with the material that is audited, written by the one who is to be examined. So it can write
/// nothing but reports below its own folder, over nothing but earlier ones, read nothing outside of that folder, and
/// everything that it takes away from an audit is in ``changes``, which every summary and report shows.
package struct AuditConfiguration: Sendable, Hashable {
  /// The name of the file.
  package static let fileName = ".omamori.json"
  /// No configuration is larger, in bytes.
  package static let sizeLimit = 1 << 20

  /// What is made of a rule.
  package enum RuleSetting: Sendable, Hashable {
    /// It does not run.
    case off
    /// Its findings have this severity, whatever the rule says.
    case severity(Severity)
  }

  /// The severity from which on findings fail.
  package enum FailureThreshold: String, Sendable, Hashable, CaseIterable {
    /// Findings never fail.
    case none
    /// From `info` on.
    case info
    /// From `low` on.
    case low
    /// From `medium` on.
    case medium
    /// From `high` on.
    case high
    /// Only `critical`.
    case critical
  }

  /// Findings that are not to be counted, for files that have no comments.
  package struct Exception: Sendable, Hashable {
    /// The rules.
    package let rules: [RuleID]
    /// The files, as a pattern such as `Legacy/**`.
    package let path: String
    /// Why.
    package let reason: String
    /// Who answers for it.
    package let author: String?
    /// The last day on which it holds.
    package let expires: CalendarDay?
  }

  /// A secret that is meant to be where it is.
  package struct AllowedSecret: Sendable, Hashable {
    /// The SHA-256 digest of the secret in hexadecimal, in lower case.
    package let digest: String
    /// Why it may be there.
    package let reason: String
  }

  /// Files that are something else than they look.
  package struct ContextOverride: Sendable, Hashable {
    /// The files, as a pattern such as `Vendor/Own/**`.
    package let path: String
    /// What they are.
    package let context: FileContext
  }

  /// A report that is written at each run.
  package enum ReportKind: String, Sendable, Hashable, CaseIterable {
    /// Omamori's own JSON.
    case json
    /// SARIF 2.1.0.
    case sarif
    /// One page of HTML.
    case html
    /// The bill of materials, as CycloneDX.
    case sbom
  }

  /// Code that is audited besides the app's own.
  package internal(set) var include: [FileContext] = []
  /// Patterns of files that are left out.
  package internal(set) var exclude: [String] = []
  /// What is made of single rules.
  package internal(set) var rules: [RuleID: RuleSetting] = [:]
  /// The least confidence of findings that are shown and that fail.
  package internal(set) var minimumConfidence: Confidence?
  /// The least severity of findings that are shown and that fail.
  package internal(set) var minimumSeverity: Severity?
  /// The severity from which on findings fail.
  package internal(set) var failOn: FailureThreshold?
  /// A baseline, relative to the folder of the configuration.
  package internal(set) var baseline: String?
  /// Where reports are written at each run, relative to the folder of the configuration.
  package internal(set) var reports: [ReportKind: String] = [:]
  /// Findings that are not to be counted.
  package internal(set) var suppressions: [Exception] = []
  /// Words of names that mean a secret in this project.
  package internal(set) var secretWords: [String] = []
  /// Words of names that mean personal data in this project.
  package internal(set) var personalWords: [String] = []
  /// Words that mean nothing sensitive in this project.
  package internal(set) var harmlessWords: [String] = []
  /// Functions of the project that give, take or clean values from outside.
  package internal(set) var flow = FlowSettings()
  /// Secrets that are meant to be where they are.
  package internal(set) var allowedSecrets: [AllowedSecret] = []
  /// Hosts of the makers of the app; a host stands for those below it, too.
  package internal(set) var firstPartyHosts: [String] = []
  /// For names of systems such as `iOS`, the oldest version that the app is to support.
  package internal(set) var deploymentFloor: [String: String] = [:]
  /// A file with further advisories, relative to the folder of the configuration.
  package internal(set) var advisories: String?
  /// Files that are something else than they look; the first that matches a file counts.
  package internal(set) var contexts: [ContextOverride] = []
  /// Whether what could not be examined counts as failed.
  package internal(set) var strictCoverage: Bool?
  /// Whether skipped files make the tool end with 4.
  package internal(set) var requireComplete: Bool?

  /// A configuration that changes nothing.
  package init() {}

  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file, at most ``sizeLimit`` bytes.
  ///   - known: The rules that there are.
  /// - Throws: ``ReportError`` on everything that is not exactly right: a misspelt key must not pass for a setting.
  package init(_ bytes: [UInt8], rules known: some Sequence<RuleID>) throws(ReportError) {
    let value: JSONValue
    do throws(CoreError) {
      value = try StrictJSON.parse(
        bytes, limits: JSONLimits(depth: 8, size: Self.sizeLimit, values: 50_000, numberLength: 32))
    } catch {
      throw .notJSON(error)
    }
    guard let object = value.objectValue else { throw .notThe(.configuration) }
    self = try ConfigurationReader(known: Set(known)).configuration(object)
  }
}

extension AuditConfiguration {
  /// What the configuration takes away from an audit or adds to it, one sentence each, in a fixed order.
  package var changes: [LocalizedText] {
    var changes: [LocalizedText] = []
    let off = rules.filter { $0.value == .off }.keys.sorted()
    if !off.isEmpty {
      let names = off.map(\.rawValue).joined(separator: ", ")
      changes.append(LocalizedText("rules off: \(names)", ja: "無効なルール: \(names)"))
    }
    let rated = rules.sorted { $0.key < $1.key }.compactMap { rule, setting -> String? in
      guard case .severity(let severity) = setting else { return nil }
      return "\(rule) \(severity.rawValue)"
    }
    if !rated.isEmpty {
      let names = rated.joined(separator: ", ")
      changes.append(LocalizedText("severities: \(names)", ja: "深刻度の変更: \(names)"))
    }
    if !exclude.isEmpty {
      let names = exclude.joined(separator: ", ")
      changes.append(LocalizedText("left out: \(names)", ja: "対象外: \(names)"))
    }
    if !include.isEmpty {
      changes.append(
        LocalizedText(
          "included: \(include.map(\.title.english).joined(separator: ", "))",
          ja: "対象に追加: \(include.map(\.title.japanese).joined(separator: "、"))"))
    }
    for exception in suppressions {
      let names = exception.rules.map(\.rawValue).joined(separator: ", ")
      changes.append(
        LocalizedText(
          "suppressed in \(exception.path): \(names) (\(exception.reason))",
          ja: "\(exception.path) で抑制: \(names)（\(exception.reason)）"))
    }
    if let minimumConfidence {
      let word = minimumConfidence.rawValue
      changes.append(LocalizedText("least confidence: \(word)", ja: "最低確度: \(word)"))
    }
    if let minimumSeverity {
      let word = minimumSeverity.rawValue
      changes.append(LocalizedText("least severity: \(word)", ja: "最低深刻度: \(word)"))
    }
    if let failOn {
      changes.append(LocalizedText("fails on: \(failOn.rawValue)", ja: "不合格とする深刻度: \(failOn.rawValue)"))
    }
    if let baseline { changes.append(LocalizedText("baseline: \(baseline)", ja: "ベースライン: \(baseline)")) }
    let written = ReportKind.allCases.compactMap { reports[$0] }.joined(separator: ", ")
    if !written.isEmpty {
      changes.append(LocalizedText("writes and leaves out: \(written)", ja: "書き出し先（監査対象外）: \(written)"))
    }
    changes += projectChanges
    if strictCoverage == true {
      changes.append(LocalizedText("coverage is strict", ja: "網羅性を厳格に判定"))
    }
    if requireComplete == true {
      changes.append(LocalizedText("no file may be skipped", ja: "ファイルのスキップを許可しない"))
    }
    return changes
  }

  /// What the project says about itself.
  private var projectChanges: [LocalizedText] {
    var changes: [LocalizedText] = []
    func add(_ items: [String], _ english: String, _ japanese: String) {
      guard !items.isEmpty else { return }
      let names = items.joined(separator: ", ")
      changes.append(LocalizedText("\(english): \(names)", ja: "\(japanese): \(names)"))
    }
    add(secretWords, "words for secrets", "秘密情報を表す語")
    add(personalWords, "words for personal data", "個人情報を表す語")
    add(harmlessWords, "words that mean nothing sensitive", "機密とみなさない語")
    func functions<Word: RawRepresentable>(_ table: [String: Word]) -> [String]
    where Word.RawValue == String {
      table.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value.rawValue))" }
    }
    add(functions(flow.sources), "functions that are sources", "入力元とみなす関数")
    add(functions(flow.sinks), "functions that are sinks", "危険な出力先とみなす関数")
    add(flow.sanitizers.keys.sorted(), "functions that are sanitizers", "値を無害化するとみなす関数")
    add(
      allowedSecrets.map { "\($0.digest.prefix(8))… (\($0.reason))" }, "secrets that are allowed", "許可された秘密情報"
    )
    add(firstPartyHosts, "own hosts", "自社のホスト")
    add(
      deploymentFloor.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }, "oldest systems",
      "最低システムバージョン")
    if let advisories { add([advisories], "further advisories", "追加の脆弱性情報") }
    for override in contexts {
      let title = override.context.title
      changes.append(
        LocalizedText(
          "\(override.path) is taken for: \(title.english)", ja: "\(override.path) の扱い: \(title.japanese)"))
    }
    return changes
  }
}

/// That a configuration was in force, and what it changed, as a report shows it.
package struct ConfigurationNote: Sendable, Hashable {
  /// The file, as it is shown.
  package let file: String
  /// What it changed, one sentence each.
  package let changes: [LocalizedText]

  /// Makes a note.
  package init(file: String, changes: [LocalizedText]) { (self.file, self.changes) = (file, changes) }
}

/// Finds the known name that a mistyped one was probably meant to be.
package enum NearestName {
  /// The closest of `known`, when it is close enough to be worth offering.
  package static func of(_ word: String, among known: some Sequence<String>) -> String? {
    // Nobody types so many characters by mistake; the bound keeps the work small.
    guard (1...64).contains(word.count) else { return nil }
    let folded = Array(word.lowercased())
    var best: (name: String, distance: Int)?
    for name in known {
      let found = distance(folded, Array(name.lowercased()))
      if found < best?.distance ?? .max { best = (name, found) }
    }
    guard let best, best.distance <= max(1, min(3, best.name.count / 3)) else { return nil }
    return best.name
  }

  /// The number of insertions, deletions and replacements that turn `left` into `right`.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var above = Array(0...right.count)
    for (row, character) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        current.append(
          min(current[column] + 1, above[column + 1] + 1, above[column] + (character == other ? 0 : 1)))
      }
      above = current
    }
    return above[right.count]
  }
}

/// Functions of a project that the flow of values depends on, by their names.
package struct FlowSettings: Sendable, Hashable {
  /// Where a value comes from.
  package enum Source: String, Sendable, CaseIterable {
    case input, link, pasteboard, web, network, file, notification, secret, personal
  }

  /// What a value can harm, or whom it is disclosed to.
  package enum Sink: String, Sendable, CaseIterable {
    case sql, predicate, html, script, process, format, path, regex, link, log, analytics, pasteboard
  }

  /// Functions whose result comes from outside, or is sensitive.
  package internal(set) var sources: [String: Source] = [:]
  /// Functions that values must not reach: `name` for all arguments, `name(label:)` for one.
  package internal(set) var sinks: [String: Sink] = [:]
  /// Functions whose result is harmless for these sinks.
  package internal(set) var sanitizers: [String: Set<Sink>] = [:]

  /// Makes settings; without arguments the tables of the audit stay as they are.
  package init(
    sources: [String: Source] = [:], sinks: [String: Sink] = [:], sanitizers: [String: Set<Sink>] = [:]
  ) {
    (self.sources, self.sinks, self.sanitizers) = (sources, sinks, sanitizers)
  }
}
