import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriReport
import AuditEngine
import AuditRules

/// One run of `omamori audit`.
struct AuditRun {
  private let arguments: Arguments
  private let settings: AuditSettings
  private let isQuiet: Bool

  /// Reads the command line.
  init(_ arguments: Arguments, _ handles: AuditHandles) throws {
    self.arguments = arguments
    settings = try AuditSettings(arguments, handles)
    isQuiet = try arguments[sharedOptions.quiet]
  }

  /// What a run came to.
  struct Result {
    /// How the process ends.
    let code: ExitCode
    fileprivate let report: AuditReport
    fileprivate let options: ReportOptions
  }

  /// Audits and writes the reports.
  ///
  /// - Parameter earlier: The run that `--watch` made before; people are then shown what changed since.
  /// - Returns: What the next run and the process need to know.
  /// - Throws: ``AuditFault`` and what the system says, or `CancellationError`.
  func run(after earlier: Result? = nil) async throws -> Result {
    try await ProjectTerms.$current.withValue(settings.auditing.terms) { try await finished(after: earlier) }
  }

  private func finished(after earlier: Result?) async throws -> Result {
    var (report, inventory) = try await audit()
    try Task.checkCancellation()
    let repaired = try await repair(&report, &inventory)
    try Task.checkCancellation()
    if let file = settings.newBaseline {
      try AtomicFile.write(Array(Baseline(of: report).text.utf8), to: file)
    }
    if let file = settings.sbom {
      let renderer = CycloneDXRenderer(tool: ToolIdentity(version: OmamoriTool.version))
      try AtomicFile.write(Array(renderer.render(BillOfMaterials(of: inventory)).utf8), to: file)
    }
    let known = try known(in: report, inventory)
    let outcome = outcome(of: report, known: known)
    let code = outcome.code
    let isMachineReadable = settings.destinations.contains { $0.file == nil && !$0.format.isText }
    try writeFixes(report, repaired, outcome, toOutput: !isMachineReadable)
    for destination in settings.destinations {
      // A difference is for programs that read differences, so the findings do not follow it.
      if settings.fixing == .shown, destination.file == nil, destination.format.isText { continue }
      if let earlier, destination.file == nil, destination.format == .text {
        try writeChanges(in: report, outcome, since: earlier)
        continue
      }
      try write(
        try await offering(report, inventory, in: destination), to: destination, outcome)
      try Task.checkCancellation()
    }
    if code == .success { warnOfSkippedMainFiles(report) }
    if !isQuiet, !isMachineReadable, earlier == nil {
      var options = options(for: arguments.errors, outcome)
      options.absoluteRoot = nil
      options.isForTerminal =
        isForTerminal && settings.destinations.contains { $0.file == nil && $0.format == .text }
      arguments.note("\n" + TextRenderer(options).summary(report))
    }
    return Result(code: code, report: report, options: options(for: arguments.output, outcome))
  }

  /// Writes the time, the score, and which findings are new or gone; what stays was shown before.
  private func writeChanges(in report: AuditReport, _ outcome: Outcome, since earlier: Result) throws {
    let options = options(for: arguments.output, outcome)
    let comparison = AuditComparison(old: earlier.report, earlier.options, new: report, options)
    let renderer = ComparisonRenderer(language: options.language, usesColour: options.usesColour)
    try arguments.output.write("\n\(WallClock.time)\n" + renderer.text(comparison))
  }

  /// Warns, also with `--quiet`, when the audit passed without examining a file that decides what the app is.
  private func warnOfSkippedMainFiles(_ report: AuditReport) {
    let decisive: Set<FileKind> = [.infoPlist, .entitlements, .xcodeProject, .machO]
    let skipped = report.skipped.filter { file in
      FileKindClassifier.kind(named: file.file).map(decisive.contains) ?? isInBundle(file)
    }
    guard settings.threshold != nil, let first = skipped.first else { return }
    let others = skipped.count - 1
    let more =
      others == 0 ? LocalizedText("", ja: "") : LocalizedText(" and \(others) more", ja: "ほか \(others) 件")
    arguments.warn(
      HelpText(
        "the audit passed, but \(first.file)\(more.english) was not examined: \(first.message.english)",
        ja: "監査は合格しましたが、\(first.file)\(more.japanese) を調べていません: \(first.message.japanese)"),
      hint: HelpText(
        "--require-complete makes the audit fail when a file is skipped",
        ja: "--require-complete を付けると、読み飛ばしたファイルがあるとき監査は失敗します"))
  }

  /// Whether `file`, whose name tells nothing, lies where a bundle keeps its program.
  private func isInBundle(_ file: SkippedFile) -> Bool {
    guard let folder = file.file.split(separator: "/").dropLast().last else {
      return settings.path.hasSuffix(".app")
    }
    return [".app", ".appex", ".framework"].contains { folder.hasSuffix($0) } || folder == "MacOS"
  }

  /// Repairs what `--fix` asks for; the report is then one of what remains.
  ///
  /// - Returns: What the difference is, and what was not asked for.
  private func repair(_ report: inout AuditReport, _ inventory: inout Inventory) async throws -> Repaired {
    guard settings.fixing != .nothing else { return Repaired() }
    let known = try knownBefore(report, inventory)
    let repairs = try await Repairs(of: report, inventory, settings, known: known)
    if settings.fixing == .shown {
      report.fixes = repairs.offered
      return Repaired(difference: repairs.difference, onRequest: repairs.onRequest)
    }
    report.fixes = repairs.write()
    let fixes = report.fixes
    do {
      try Task.checkCancellation()
      // What remains is seen by another look, not by reckoning.
      if fixes?.contains(where: { $0.state == .applied }) == true { (report, inventory) = try await audit() }
    } catch {
      // Whoever interrupts has to know which files are new.
      let options = options(for: arguments.errors, Outcome(known: nil, code: .interrupted, failure: nil))
      arguments.note(TextRenderer(options).fixes(report))
      throw error
    }
    report.fixes = fixes
    return Repaired(onRequest: repairs.onRequest)
  }

  /// What `--fix` came to, besides the fixes in the report.
  private struct Repaired {
    /// The changes as a unified difference when they are only shown.
    var difference = ""
    /// How many findings of which rules somebody could have repaired on request.
    var onRequest: [RuleID: Int] = [:]
  }

  /// The findings that are not new: those of the baseline, and those on lines that did not change.
  private func known(in report: AuditReport, _ inventory: Inventory) throws -> Set<Fingerprint>? {
    let baseline = settings.newBaseline == nil ? settings.baseline : Baseline(of: report)
    let known = baseline?.fingerprints(in: report)
    guard let base = settings.diff else { return known }
    let untouched = try RepositoryQuestions(around: settings.path).untouched(
      in: report, inventory, since: base)
    return (known ?? []).union(untouched)
  }

  /// The findings that no repair touches: those of the baseline, and those on lines that did not change.
  private func knownBefore(_ report: AuditReport, _ inventory: Inventory) throws -> Set<Fingerprint> {
    var known = settings.baseline?.fingerprints(in: report) ?? []
    if let base = settings.diff {
      known.formUnion(
        try RepositoryQuestions(around: settings.path).untouched(in: report, inventory, since: base))
    }
    return known
  }

  /// The report with the fixes that it offers where a format has a place for them.
  private func offering(
    _ report: AuditReport, _ inventory: Inventory, in destination: ReportDestination
  ) async throws -> AuditReport {
    guard destination.format == .sarif, settings.fixing != .shown else { return report }
    var offering = report
    offering.fixes = try await Repairs(of: report, inventory, settings, known: []).offered
    return offering
  }

  /// Says what was repaired, or what would be.
  private func writeFixes(
    _ report: AuditReport, _ repaired: Repaired, _ outcome: Outcome, toOutput: Bool
  ) throws {
    guard let fixes = report.fixes else { return }
    if toOutput { try arguments.output.write(repaired.difference) }
    // A difference has the output for itself.
    let place = toOutput && settings.fixing == .written ? arguments.output : arguments.errors
    if toOutput || !isQuiet {
      let text = TextRenderer(options(for: place, outcome)).fixes(report)
      if place.descriptor == arguments.errors.descriptor {
        arguments.note(text)
      } else {
        try place.write(text)
      }
    }
    if !isQuiet {
      arguments.note(
        "\n" + Repairs.summary(of: fixes, onRequest: repaired.onRequest)[arguments.reportLanguage] + "\n")
    }
  }

  private func audit() async throws -> (AuditReport, Inventory) {
    let progress = ProgressLine(on: arguments.errors, isEnabled: !isQuiet)
    defer { progress.finish() }
    let language = arguments.reportLanguage
    progress.update(LocalizedText("Looking for files…", ja: "ファイルを探しています…")[language])
    let inventory: Inventory
    do throws(DiscoveryError) {
      inventory = try Discovery(options: settings.discovery).inventory(at: settings.path)
    } catch {
      throw AuditFault.discovery(path: settings.path, error)
    }
    var report = try await Auditor(options: settings.auditing).audit(inventory) { done, all in
      progress.update(
        LocalizedText("Auditing \(done) of \(all) files…", ja: "\(all) 個中 \(done) 個のファイルを監査しました…")[language])
    }
    if settings.history {
      progress.update(LocalizedText("Searching the history…", ja: "履歴を検索しています…")[language])
      let disabled = settings.auditing.disabledRules
      let history = try RepositoryQuestions(around: settings.path).historySecrets(without: disabled)
      report = report.adding(history.findings, skipped: history.skipped)
    }
    (report.configuration, report.profiles) = (settings.note, settings.profiles)
    // Where nothing was looked at, nothing was found either; that must not pass for a good result.
    let isExamined = report.files.scanned > 0 && inventory.files.contains { $0.kind.isOfApps }
    guard isExamined || !report.findings.isEmpty || isKnownToBeIncomplete(report) else {
      let found = Set(inventory.files.map(\.path) + report.skipped.map(\.file)).sorted()
      throw AuditFault.nothingToAudit(
        path: settings.path, found: found, leftOut: inventory.others.count, isFiltered: settings.isFiltered)
    }
    return (report, inventory)
  }

  /// Whether a file was skipped although --require-complete was given.
  private func isKnownToBeIncomplete(_ report: AuditReport) -> Bool {
    settings.requireComplete && !report.skipped.isEmpty
  }

  /// How a run ends.
  private struct Outcome {
    /// The findings that are not new.
    let known: Set<Fingerprint>?
    let code: ExitCode
    let failure: AuditFailure?
  }

  /// Findings come before incompleteness: what is known to be wrong needs no complete audit.
  private func outcome(of report: AuditReport, known: Set<Fingerprint>?) -> Outcome {
    let complete = isKnownToBeIncomplete(report) ? ExitCode.incomplete : .success
    guard let threshold = settings.threshold else {
      return Outcome(known: known, code: complete, failure: nil)
    }
    let least = max(threshold, settings.minimumSeverity)
    let count = report.activeFindings.count { finding in
      finding.severity >= least && finding.confidence >= settings.minimumConfidence
        && known?.contains(finding.fingerprint) != true
    }
    guard count > 0 else { return Outcome(known: known, code: complete, failure: nil) }
    return Outcome(known: known, code: .findings, failure: AuditFailure(count: count, severity: threshold))
  }

  private func write(
    _ report: AuditReport, to destination: ReportDestination, _ outcome: Outcome
  ) throws {
    var options = options(for: arguments.output, outcome)
    guard let file = destination.file else {
      options.isForTerminal = isForTerminal
      if settings.showsCoverage, destination.format.isText {
        return try arguments.output.write(CoverageText(options).render(report))
      }
      return try arguments.output.write(destination.format.renderer(options).render(report))
    }
    options.usesColour = false
    let renderer = destination.format.renderer(options)
    var text = renderer.render(report)
    // A text file stands alone: without its summary the score would be lost.
    if destination.format.isText, let renderer = renderer as? TextRenderer {
      text += "\n" + renderer.summary(report)
    }
    try AtomicFile.write(Array(text.utf8), to: file)
  }

  /// Whether the findings are for a person; Xcode reads lines, whatever it shows them on.
  private var isForTerminal: Bool { arguments.output.isTerminal && !settings.usesAbsolutePaths }

  private func options(for terminal: Terminal, _ outcome: Outcome) -> ReportOptions {
    var options = ReportOptions(
      tool: ToolIdentity(version: OmamoriTool.version), language: arguments.reportLanguage)
    options.strictCoverage = settings.strictCoverage
    options.minimumConfidence = settings.minimumConfidence
    options.minimumSeverity = settings.minimumSeverity
    options.usesColour = terminal.usesColor
    options.width = min(120, max(40, terminal.width))
    options.repositoryPath = AuditedFolder(settings.path).pathInRepository
    options.baseline = outcome.known
    options.exitCode = Int(outcome.code.rawValue)
    options.showsDetails = settings.isVerbose
    options.failure = outcome.failure
    if settings.usesAbsolutePaths { options.absoluteRoot = AuditedFolder(settings.path).absolute }
    return options
  }

  /// Audits again whenever a file has changed, until it is interrupted; the configuration is read again too.
  ///
  /// A person is shown all findings once, and then what changes.
  ///
  /// What can be repaired while the tool waits is said and waited for: a configuration that is half written, a folder
  /// that has just been emptied. Only the first run ends with what the command line got wrong.
  static func watch(_ arguments: Arguments, _ handles: AuditHandles) async throws -> ExitCode {
    var watcher: FolderWatcher?
    var last: Result?
    while true {
      do {
        let run = try AuditRun(arguments, handles)
        if watcher == nil { watcher = try run.watcher(handles) }
        last = try await run.run(after: last)
      } catch let fault as AuditFault {
        let repairable = try watcher ?? brokenConfiguration(arguments, handles)
        guard let repairable else { throw fault }
        watcher = repairable
        arguments.warn(
          fault.message,
          hint: fault.hint
            ?? HelpText("the audit runs again when something changes", ja: "変更があると監査を再実行します"))
      }
      guard var changes = watcher else { return .success }
      if try !arguments[sharedOptions.quiet] {
        let text = LocalizedText(
          "\nWaiting for changes; Control-C ends.\n", ja: "\n変更を待っています。Control-C で終了します。\n")
        arguments.note(text[arguments.reportLanguage])
      }
      try await changes.waitForChange()
      watcher = changes
    }
  }

  /// What waits for the repair of a configuration that cannot be used; `nil` when it is not the configuration.
  private static func brokenConfiguration(
    _ arguments: Arguments, _ handles: AuditHandles
  ) throws -> FolderWatcher? {
    let path = try arguments[handles.path].string
    guard try !arguments[handles.noConfiguration],
      let place = ConfigurationFile.place(try arguments[handles.configuration]?.string, auditing: path)
    else { return nil }
    do {
      _ = try ConfigurationFile.find(place.path, auditing: path)
      return nil
    } catch is AuditFault {
      return FolderWatcher(AuditedFolder(path).absolute, and: [place.path], except: [])
    }
  }

  /// What notices changes, except those that this run makes itself.
  private func watcher(_ handles: AuditHandles) throws -> FolderWatcher {
    let files = [settings.newBaseline, settings.sbom].compactMap(\.self)
    let written = settings.destinations.compactMap(\.file) + files
    let named = try arguments[handles.configuration]?.string
    let configuration =
      try arguments[handles.noConfiguration]
      ? nil : ConfigurationFile.place(named, auditing: settings.path)?.path
    return FolderWatcher(
      AuditedFolder(settings.path).absolute, and: [configuration].compactMap(\.self),
      except: written.map(OutputPlace.resolved))
  }
}
