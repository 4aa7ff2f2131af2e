import OmamoriATS
import OmamoriCore
package import OmamoriReport

/// Audits what discovery found: every file on all cores, then the project as a whole.
package struct Auditor: Sendable {
  /// How an audit is run.
  package struct Options: Sendable {
    /// How many files are examined at once, at least 1.
    package var jobs: Int
    /// Rules that are left out.
    package var disabledRules: Set<RuleID>
    /// Where what is found in single files is kept for the next audit; `nil` for nowhere.
    package var cache: AuditCache?
    /// Severities that take the place of those that rules give.
    package var severities: [RuleID: Severity] = [:]
    /// What the project says about itself.
    package var terms = ProjectTerms()
    /// Suppressions that stand in no source.
    package var suppressions: [ExternalSuppression] = []
    /// The day against which the days of suppressions are held.
    package var today = CalendarDay(Date())

    /// Makes options; by default every rule runs, on all cores.
    package init(jobs: Int = ProcessInfo.processInfo.activeProcessorCount, disabledRules: Set<RuleID> = []) {
      (self.jobs, self.disabledRules) = (max(1, jobs), disabledRules)
    }
  }

  private let rules: RuleSet
  private let options: Options

  /// Makes an auditor that runs `rules`.
  package init(rules: RuleSet, options: Options = Options()) { (self.rules, self.options) = (rules, options) }

  /// Audits `inventory`.
  ///
  /// The report does not depend on the number of jobs or the order in which they end.
  ///
  /// - Parameters:
  ///   - inventory: What to audit.
  ///   - progress: Called from any thread with the number of files done and the number of all files.
  /// - Returns: What was found.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func audit(
    _ inventory: Inventory, progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
  ) async throws -> AuditReport {
    try await ProjectTerms.$current.withValue(options.terms) { try await audited(inventory, progress) }
  }

  private func audited(
    _ inventory: Inventory, _ progress: (@Sendable (_ done: Int, _ all: Int) -> Void)?
  ) async throws -> AuditReport {
    let (startedAt, clock) = (Date(), ContinuousClock())
    let start = clock.now
    let selection = RuleSelection(rules, without: options.disabledRules)
    let flags = inventory.layout.compilationConditions
    var auditor = FileAuditor(rules: selection, flags: flags)
    auditor.cache = options.cache?.entries(for: inventory.target.path, rules: selection, flags: flags)
    let alone = try await run(auditor, over: inventory.files, progress)
    let known = try await Looks(auditor: auditor).complete(alone) { auditor, places in
      try await run(auditor, over: places.map { inventory.files[$0] }, nil)
    }
    .results
    let results = DesktopKeychain(inventory).judged(CryptoLibraries(inventory, known).judged(known))
    auditor.cache?.save()

    let tests = LiveSecrets(in: inventory.others, selection)
    let live =
      tests.isEmpty
      ? [] : try await run(FileAuditor(rules: tests.rules, flags: [], asText: true), over: tests.files, nil)
    let evidence = results.flatMap(\.evidence)
    let facts = ProjectFacts(
      inventory: inventory, propertyLists: results.compactMap(\.propertyList),
      binaries: results.compactMap(\.machO),
      imports: results.reduce(into: []) { $0.formUnion($1.imports) }, evidence: evidence,
      uses: results.reduce(into: [:]) { $0.merge($1.uses) { $0 + $1 } },
      apiUses: results.flatMap(\.apiUses), interfaces: results.compactMap(\.interface))
    var project = ProjectReport()
    project.hideAddresses(in: facts.inventory.layout)
    for rule in selection.project {
      try Task.checkCancellation()
      rule.check(facts, &project)
    }
    let flows = FlowFindings(results, selection.flow)
    flows.add(to: &project)
    let apps = AppBundle.all(in: facts)
    for app in apps {
      for rule in selection.bundle {
        try Task.checkCancellation()
        rule.check(app, &project)
      }
    }
    var syntaxErrors: [String: Int] = [:]
    for (file, result) in zip(inventory.files, results) where result.syntaxErrors > 0 {
      syntaxErrors[file.path] = result.syntaxErrors
    }
    return AuditReport(
      target: facts.target, rules: selection.metadata,
      findings: PropertyListOwners(inventory.layout)
        .named(
          judged(
            flows.remaining(results) + live, project, ProjectExcerpts(inventory.files, results), selection,
            masks(inventory.files, results))),
      evidence: evidence + project.evidence,
      inputs: inventory.inputs,
      files: FileCounts(
        scanned: results.count { $0.wasScanned }, byInput: inventory.filesByInput,
        excluded: inventory.excluded, parseErrors: syntaxErrors),
      skipped: skipped(inventory, results, apps), startedAt: startedAt,
      duration: clock.now - start, inventory: facts.appInventory)
  }

  /// The files that were not examined, or not to their ends.
  private func skipped(_ inventory: Inventory, _ results: [FileResult], _ apps: [AppBundle]) -> [SkippedFile]
  {
    let skipped = inventory.skipped + results.compactMap(\.skipped)
    let known = Set(skipped.map(\.file))
    return skipped + apps.flatMap(\.unexaminedPrograms).filter { !known.contains($0.file) }
  }

  /// The findings with the severities that were asked for and with those marked that somebody suppressed.
  private func judged(
    _ results: [FileResult], _ project: ProjectReport, _ excerpts: ProjectExcerpts,
    _ selection: RuleSelection,
    _ masks: [String: SecretMask]
  ) -> [Finding] {
    let found =
      project.hidden(results.flatMap(\.findings)) + project.masked(excerpts.filled(project.findings), masks)
    var applied = AppliedSuppressions(
      rated(found), sources: results.flatMap(\.suppressions), external: options.suppressions,
      rules: Set(selection.metadata.map(\.id)), today: options.today)
    var report = ProjectReport()
    for rule in selection.suppression { rule.check(applied, &report) }
    applied.add(rated(project.hidden(report.masked(excerpts.filled(report.findings), masks))))
    return applied.findings
  }

  /// What masks the secrets of each file that has some.
  private func masks(_ files: [SourceFile], _ results: [FileResult]) -> [String: SecretMask] {
    var masks: [String: SecretMask] = [:]
    for (file, result) in zip(files, results) { masks[file.path] = result.mask }
    return masks
  }

  private func rated(_ findings: [Finding]) -> [Finding] {
    guard !options.severities.isEmpty else { return findings }
    return findings.map { finding in
      var rated = finding
      rated.severity = options.severities[finding.rule] ?? finding.severity
      return rated
    }
  }

  /// Examines the files with a fixed number of workers that take the next file when they are done with one.
  private func run(
    _ auditor: FileAuditor, over files: [SourceFile], _ progress: (@Sendable (Int, Int) -> Void)?
  ) async throws -> [FileResult] {
    let next = Protected(0)
    let done = Protected(0)
    let finished = try await withThrowingTaskGroup(of: [(Int, FileResult)].self) { group in
      for _ in 0..<min(options.jobs, max(1, files.count)) {
        group.addTask {
          var results: [(Int, FileResult)] = []
          while true {
            let index = next.withLock { next in
              defer { next += 1 }
              return next
            }
            guard index < files.count else { return results }
            try Task.checkCancellation()
            results.append((index, auditor.audit(files[index])))
            let count = done.withLock { done in
              done += 1
              return done
            }
            progress?(count, files.count)
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    return finished.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension ProjectFacts {
  /// The target with the identifier and version that its property lists name.
  package var target: AuditTarget {
    let app =
      propertyLists(.infoPlist).first { $0.root["CFBundlePackageType"]?.string == "APPL" }
      ?? propertyLists(.infoPlist).first
    func literal(_ key: String) -> String? {
      // A build variable says nothing.
      app?.root[key]?.string.flatMap { $0.contains("$(") ? nil : $0 }
    }
    let target = inventory.target
    return AuditTarget(
      path: target.path, kind: target.kind, isApp: target.isApp,
      bundleIdentifier: target.bundleIdentifier ?? literal("CFBundleIdentifier"),
      version: target.version ?? literal("CFBundleShortVersionString"))
  }
}
