import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriReport
import AuditEngine
import AuditRules

/// What an audit does: what the command line says, and where it says nothing, what the configuration says.
struct AuditSettings {
  let path: String
  let destinations: [ReportDestination]
  let discovery: DiscoveryOptions
  let auditing: Auditor.Options
  let threshold: Severity?
  let minimumConfidence: Confidence
  let minimumSeverity: Severity
  let strictCoverage: Bool
  /// The profiles of OWASP MAS to audit for; `nil` for all.
  let profiles: Set<MASProfile>?
  /// Whether weaknesses and tests are printed instead of findings.
  let showsCoverage: Bool
  let requireComplete: Bool
  let usesAbsolutePaths: Bool
  /// Whether the steps of a flow are shown to a person at a terminal.
  let isVerbose: Bool
  let isFiltered: Bool
  /// The configuration that is in force.
  let note: ConfigurationNote?
  /// What was known before.
  let baseline: Baseline?
  /// The revision whose lines are compared with.
  let diff: String?
  /// Whether earlier versions are searched for secrets.
  let history: Bool
  /// Where to write what is known from now on.
  let newBaseline: String?
  /// Where to write the bill of materials.
  let sbom: String?
  /// Whether findings are repaired.
  let fixing: Fixing
  /// The rules whose findings are repaired.
  let repairedRules: Set<RuleID>

  /// What is done about findings that rules can repair.
  enum Fixing {
    case nothing
    case shown
    case written
  }

  /// Reads the command line and the configuration.
  init(_ arguments: Arguments, _ handles: AuditHandles) throws {
    path = try arguments[handles.path].string
    let formats = try arguments[handles.formats] + (try arguments[handles.json] ? [.json] : [])
    let named = try ReportDestination.pair(formats, try arguments[handles.outputs].map(\.string))
    if try arguments[handles.watch],
      let document = named.first(where: { $0.file == nil && !$0.format.isText })?.format.rawValue
    {
      throw AuditFault.options(
        HelpText(
          "--watch cannot write \(document) to standard output, because it writes again after each change",
          ja: "--watch は変更のたびに出力するため、\(document) を標準出力に書き込めません"),
        hint: HelpText(
          "give --output FILE; the file is replaced after each change",
          ja: "--output FILE を指定してください。ファイルは変更のたびに置き換えられます"))
    }
    newBaseline = try arguments[handles.writeBaseline]?.string
    fixing = try Self.fixing(arguments, handles)
    repairedRules = try Self.repairedRules(arguments, handles)

    let file =
      try arguments[handles.noConfiguration]
      ? nil : try ConfigurationFile.find(try arguments[handles.configuration]?.string, auditing: path)
    let configuration = file?.value ?? AuditConfiguration()
    note = file.map { ConfigurationNote(file: $0.name, changes: $0.value.changes) }

    // A dry run writes nothing that was not asked for.
    let reports = fixing == .shown ? [:] : try file?.reports() ?? [:]
    sbom = try arguments[handles.sbom]?.string ?? reports[.sbom]
    destinations =
      named
      + ReportDestination.configured(reports).filter { report in
        !named.contains { $0.format == report.format && $0.file != nil }
      }

    let included = try arguments[handles.include].flatMap(\.values).map(\.context)
    let excluded = try arguments[handles.exclude]
    guard !excluded.contains("") else {
      throw AuditFault.options(
        HelpText("--exclude is empty", ja: "--exclude が空です"),
        hint: HelpText("give a pattern such as 'Legacy/**'", ja: "'Legacy/**' のようなパターンを指定してください"))
    }
    let written = destinations.compactMap(\.file) + [newBaseline, sbom].compactMap(\.self)
    // A new baseline may take the place of the old one.
    let renewed = newBaseline.map(OutputPlace.resolved)
    let inputs = [file?.path, try arguments[handles.baseline]?.string].compactMap(\.self).filter {
      OutputPlace.resolved($0) != renewed
    }
    let outputs = try OutputFiles(written, auditing: path, reading: inputs)
    // A report of an earlier run is not part of the app.
    var contexts: Set<FileContext> = [.app]
    contexts.formUnion(included)
    contexts.formUnion(configuration.include)
    var discovery = DiscoveryOptions(contexts: contexts, exclude: excluded + configuration.exclude)
    discovery.reports = outputs.insideAuditedFolder
    discovery.overrides = configuration.contexts.map { ContextRule(path: $0.path, context: $0.context) }
    if let megabytes = try arguments[handles.maximumFileSize] {
      guard (1...1024).contains(megabytes) else {
        throw AuditFault.options(
          HelpText("--max-file-size takes 1 to 1024", ja: "--max-file-size には 1 から 1024 までを指定してください"),
          hint: HelpText("give the size in megabytes", ja: "サイズを MB 単位で指定してください"))
      }
      discovery.sourceLimit = megabytes << 20
      discovery.binaryLimit = max(discovery.binaryLimit, megabytes << 20)
    }
    self.discovery = discovery
    isFiltered = !excluded.isEmpty || !configuration.exclude.isEmpty
    var auditing = try Self.auditing(arguments, handles, configuration)
    auditing.terms = try Self.terms(file)
    let profiles = try arguments[handles.profiles]?.profiles
    if let profiles {
      let outside = RuleCatalog.metadata.filter { $0.standards.profiles.isDisjoint(with: profiles) }
      auditing.disabledRules.formUnion(outside.map(\.id))
    }
    self.profiles = profiles
    showsCoverage = try arguments[handles.coverage]
    self.auditing = auditing

    let failOn =
      try arguments[handles.failOn]
      ?? configuration.failOn.flatMap { FailureThreshold(rawValue: $0.rawValue) }
    threshold = (failOn ?? .high).severity
    minimumConfidence = try arguments[handles.minimumConfidence] ?? configuration.minimumConfidence ?? .medium
    // What the command line fails for is shown, whatever the configuration leaves out.
    let failing = try arguments[handles.failOn]?.severity ?? .critical
    minimumSeverity =
      try arguments[handles.minimumSeverity] ?? min(configuration.minimumSeverity ?? .info, failing)
    strictCoverage = try arguments[handles.strictCoverage] || configuration.strictCoverage == true
    requireComplete = try arguments[handles.requireComplete] || configuration.requireComplete == true
    usesAbsolutePaths = try arguments[handles.xcode]
    isVerbose = try arguments[handles.verbose]
    (diff, history) = (try arguments[handles.diff], try arguments[handles.history])
    baseline = try Self.baseline(try arguments[handles.baseline]?.string, file)
  }

  private static func fixing(_ arguments: Arguments, _ handles: AuditHandles) throws -> Fixing {
    let isDry = try arguments[handles.dryRun]
    let fixes = if case .off = try arguments[handles.fix] { false } else { true }
    guard fixes || !isDry else {
      throw AuditFault.options(
        HelpText("--dry-run needs --fix", ja: "--dry-run には --fix が必要です"),
        hint: HelpText(
          "give both to see what would be repaired; an audit alone changes nothing",
          ja: "修正内容を確認するには両方を指定してください。監査だけなら何も変更しません"))
    }
    guard try !fixes || (!arguments[handles.watch] && arguments[handles.compare] == nil) else {
      throw AuditFault.options(
        HelpText(
          "--fix goes neither with --watch nor with --compare", ja: "--fix は --watch や --compare と併用できません"),
        hint: HelpText("repair first, then watch or compare", ja: "先に修正してから監視や比較を行ってください"))
    }
    return fixes ? isDry ? .shown : .written : .nothing
  }

  /// The rules that `--fix` asks for; those whose repair needs a decision only by name or with `all`.
  private static func repairedRules(
    _ arguments: Arguments, _ handles: AuditHandles
  ) throws -> Set<RuleID> {
    let all = Set(RuleCatalog.repairs.keys)
    guard case .value(let wanted) = try arguments[handles.fix] else {
      return all.subtracting(RuleCatalog.choices.keys)
    }
    if wanted.names == ["all"] { return all }
    let named = try RuleNames.known(wanted.names)
    if let other = named.subtracting(all).min() {
      throw AuditFault.options(
        HelpText("there is no repair for \(other)", ja: "\(other) の自動修正はありません"),
        hint: HelpText(
          "'omamori rules list' marks the rules that have one",
          ja: "「omamori rules list」で、自動修正できるルールを確認できます"))
    }
    return named
  }

  private static func auditing(
    _ arguments: Arguments, _ handles: AuditHandles, _ configuration: AuditConfiguration
  ) throws -> Auditor.Options {
    let off = configuration.rules.filter { $0.value == .off }.keys
    var options = Auditor.Options(
      disabledRules: try RuleNames.known(try arguments[handles.disable].map(\.string)).union(off))
    if let jobs = try arguments[handles.jobs] {
      guard (1...1024).contains(jobs) else {
        throw AuditFault.options(
          HelpText("--jobs takes 1 to 1024", ja: "--jobs には 1 から 1024 までを指定してください"),
          hint: HelpText("leave it out to use all cores", ja: "省略すると全コアを使用します"))
      }
      options.jobs = jobs
    }
    for (rule, setting) in configuration.rules {
      if case .severity(let severity) = setting { options.severities[rule] = severity }
    }
    for change in try arguments[handles.severities] {
      for id in try RuleNames.known([change.rule]) { options.severities[id] = change.severity }
    }
    if try !arguments[handles.noCache] { options.cache = AuditCache.ofUser(version: OmamoriTool.version) }
    options.suppressions = configuration.suppressions.map {
      ExternalSuppression(
        rules: Set($0.rules), path: $0.path, reason: $0.reason, author: $0.author, expires: $0.expires)
    }
    return options
  }

  /// What the project says about itself.
  private static func terms(_ file: ConfigurationFile?) throws -> ProjectTerms {
    guard let file else { return ProjectTerms() }
    let configuration = file.value
    var floors: [MinimumSystem.Platform: String] = [:]
    for (name, version) in configuration.deploymentFloor {
      if let platform = MinimumSystem.Platform(rawValue: name) { floors[platform] = version }
    }
    var advisories: [Advisory] = []
    if let name = configuration.advisories {
      guard let path = file.file(name) else {
        throw AuditFault.options(
          HelpText(
            "\(Printable.quote(name)): there is no such file of advisories",
            ja: "\(Printable.quote(name)): 脆弱性情報のファイルがありません"),
          hint: HelpText(
            "“advisories” names a file beside the configuration or below it",
            ja: "advisories には設定ファイルと同じフォルダまたはその下のファイルを指定してください"))
      }
      let bytes = try SmallFile.readPlain(path, limit: AdvisoryFile.sizeLimit)
      do throws(ReportError) { advisories = try AdvisoryFile.read(bytes) } catch {
        throw AuditFault.document(
          path: name, error,
          hint: HelpText(
            "the file has a date and advisories, each with id, package, severity, ranges and summary",
            ja: "date と advisories を書き、各項目に id、package、severity、ranges、summary を指定してください"))
      }
    }
    return ProjectTerms(
      secretWords: configuration.secretWords, personalWords: configuration.personalWords,
      harmlessWords: configuration.harmlessWords, flow: configuration.flow,
      allowedSecrets: Dictionary(
        configuration.allowedSecrets.map { ($0.digest, $0.reason) }, uniquingKeysWith: { first, _ in first }),
      firstPartyHosts: configuration.firstPartyHosts, floors: floors, advisories: advisories)
  }

  /// The baseline that was named; one that a configuration names may still have to be written.
  private static func baseline(_ named: String?, _ file: ConfigurationFile?) throws -> Baseline? {
    if let named { return try read(named) }
    return try file?.value.baseline.flatMap { file?.file($0) }.map(read)
  }

  private static func read(_ path: String) throws -> Baseline {
    let bytes = try SmallFile.readNamed(path, limit: Baseline.sizeLimit)
    do throws(ReportError) { return try Baseline(bytes) } catch {
      throw AuditFault.document(
        path: path, error,
        hint: HelpText(
          "--write-baseline FILE writes a baseline", ja: "ベースラインは --write-baseline FILE で作成できます"))
    }
  }
}
