import CommandLineKit
import OmamoriCore
import OmamoriReport
import OmamoriScanner

/// One run of `omamori audit`.
struct AuditRun {
  private let arguments: Arguments
  private let path: String
  private let destinations: [ReportDestination]
  private let discovery: DiscoveryOptions
  private let auditing: Auditor.Options
  private let threshold: Severity?
  private let minimumConfidence: Confidence
  private let strictCoverage: Bool
  private let requireComplete: Bool
  private let usesAbsolutePaths: Bool
  private let isQuiet: Bool
  private let isFiltered: Bool

  /// Reads the command line.
  init(_ arguments: Arguments, _ handles: AuditHandles) throws {
    self.arguments = arguments
    path = try arguments[handles.path].string
    let formats = try arguments[handles.formats] + (try arguments[handles.json] ? [.json] : [])
    destinations = try ReportDestination.pair(formats, try arguments[handles.outputs].map(\.string))
    let included = try arguments[handles.include].flatMap(\.values).map(\.context)
    let excluded = try arguments[handles.exclude]
    guard !excluded.contains("") else {
      throw CommandFault.options(
        HelpText("--exclude is empty", ja: "--exclude が空です"),
        hint: HelpText("give a pattern such as 'Legacy/**'", ja: "'Legacy/**' のようなパターンを指定してください"))
    }
    let reports = try OutputFiles(destinations.compactMap(\.file), auditing: path)
    // A report of an earlier run is not part of the app.
    discovery = DiscoveryOptions(
      contexts: Set(included).union([.app]), exclude: excluded + reports.insideAuditedFolder)
    let disabled = try RuleNames.known(try arguments[handles.disable].map(\.string))
    if let jobs = try arguments[handles.jobs] {
      guard (1...1024).contains(jobs) else {
        throw CommandFault.options(
          HelpText("--jobs takes 1 to 1024", ja: "--jobs には 1 から 1024 までを指定してください"),
          hint: HelpText("leave it out to use all cores", ja: "省略すると全コアを使用します"))
      }
      auditing = Auditor.Options(jobs: jobs, disabledRules: disabled)
    } else {
      auditing = Auditor.Options(disabledRules: disabled)
    }
    threshold = try arguments[handles.failOn].severity
    minimumConfidence = try arguments[handles.minimumConfidence]
    strictCoverage = try arguments[handles.strictCoverage]
    requireComplete = try arguments[handles.requireComplete]
    usesAbsolutePaths = try arguments[handles.xcode]
    isQuiet = try arguments[sharedOptions.quiet]
    isFiltered = !excluded.isEmpty
  }

  /// Audits, writes the reports and says how the process ends.
  func run() async throws -> ExitCode {
    let report = try await audit()
    try Task.checkCancellation()
    let code = exitCode(for: report)
    for destination in destinations {
      try write(report, to: destination, endingWith: code)
      try Task.checkCancellation()
    }
    let isMachineReadable = destinations.contains { $0.file == nil && $0.format != .text }
    if !isQuiet, !isMachineReadable {
      var options = options(for: arguments.errors, endingWith: code)
      options.absoluteRoot = nil
      try arguments.errors.write("\n" + TextRenderer(options).summary(report))
    }
    return code
  }

  private func audit() async throws -> AuditReport {
    let progress = ProgressLine(on: arguments.errors, isEnabled: !isQuiet)
    defer { progress.finish() }
    let language = arguments.reportLanguage
    progress.update(LocalizedText("Looking for files…", ja: "ファイルを探しています…")[language])
    let inventory: Inventory
    do throws(DiscoveryError) {
      inventory = try Discovery(options: discovery).inventory(at: path)
    } catch {
      throw CommandFault.discovery(path: path, error)
    }
    let report = try await Auditor(options: auditing).audit(inventory) { done, all in
      progress.update(
        LocalizedText("Auditing \(done) of \(all) files…", ja: "\(all) 個中 \(done) 個のファイルを監査しました…")[language])
    }
    // Where nothing was looked at, nothing was found either; that must not pass for a good result.
    let isEmpty = report.files.scanned == 0 && report.skipped.isEmpty && report.inputs.isEmpty
    guard !isEmpty else {
      throw CommandFault.nothingToAudit(
        path: path, leftOut: inventory.others.count, isFiltered: isFiltered)
    }
    return report
  }

  /// Findings come before incompleteness: what is known to be wrong needs no complete audit.
  private func exitCode(for report: AuditReport) -> ExitCode {
    let fails = report.activeFindings.contains { finding in
      threshold.map { finding.severity >= $0 && finding.confidence >= minimumConfidence } ?? false
    }
    if fails { return .findings }
    return requireComplete && !report.skipped.isEmpty ? .incomplete : .success
  }

  private func write(
    _ report: AuditReport, to destination: ReportDestination, endingWith code: ExitCode
  ) throws {
    guard let file = destination.file else {
      let options = options(for: arguments.output, endingWith: code)
      return try arguments.output.write(destination.format.renderer(options).render(report))
    }
    var options = options(for: arguments.output, endingWith: code)
    options.usesColour = false
    let renderer = destination.format.renderer(options)
    var text = renderer.render(report)
    // A text file stands alone: without its summary the score would be lost.
    if let renderer = renderer as? TextRenderer { text += "\n" + renderer.summary(report) }
    try AtomicFile.write(Array(text.utf8), to: file)
  }

  private func options(for terminal: Terminal, endingWith code: ExitCode) -> ReportOptions {
    var options = ReportOptions(
      tool: ToolIdentity(version: OmamoriTool.version), language: arguments.reportLanguage)
    options.strictCoverage = strictCoverage
    options.minimumConfidence = minimumConfidence
    options.usesColour = terminal.usesColor
    options.width = min(120, max(40, terminal.width))
    options.repositoryPath = AuditedFolder(path).pathInRepository
    options.exitCode = Int(code.rawValue)
    if usesAbsolutePaths { options.absoluteRoot = AuditedFolder(path).absolute }
    return options
  }
}
