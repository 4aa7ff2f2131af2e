import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriReport

/// One run of `omamori audit --compare`.
struct ComparisonRun {
  private let arguments: Arguments
  private let old: String
  private let new: String
  private let destination: ReportDestination
  private let threshold: Severity?
  private let minimumConfidence: Confidence
  private let minimumSeverity: Severity

  /// Reads the command line.
  init(_ arguments: Arguments, _ handles: AuditHandles, old: String) throws {
    self.arguments = arguments
    (self.old, new) = (old, try arguments[handles.path].string)
    let formats = try arguments[handles.formats] + (try arguments[handles.json] ? [.json] : [])
    let destinations = try ReportDestination.pair(formats, try arguments[handles.outputs].map(\.string))
    guard destinations.count == 1, [.text, .json].contains(destinations[0].format) else {
      throw AuditFault.options(
        HelpText(
          "--compare writes one report, as text or json", ja: "--compare の出力は text か json のどちらか 1 つです"),
        hint: HelpText(
          "leave out --format or give --format json", ja: "--format を省くか --format json を指定してください"))
    }
    destination = destinations[0]
    if let file = destination.file { try OutputPlace.refuse(file, reading: [old, new]) }
    threshold = (try arguments[handles.failOn] ?? .high).severity
    minimumConfidence = try arguments[handles.minimumConfidence] ?? .medium
    minimumSeverity = try arguments[handles.minimumSeverity] ?? .info
  }

  /// Compares, writes the result and says how the process ends: with 1 for a new finding that is grave enough.
  func run() throws -> ExitCode {
    let comparison = try compare()
    let toTerminal = destination.file == nil && arguments.output.usesColor
    let renderer = ComparisonRenderer(language: arguments.reportLanguage, usesColour: toTerminal)
    let text = destination.format == .json ? renderer.json(comparison) : renderer.text(comparison)
    if let file = destination.file {
      try AtomicFile.write(Array(text.utf8), to: file)
    } else {
      try arguments.output.write(text)
    }
    let fails = comparison.new.contains { item in
      threshold.map { item.severity >= max($0, minimumSeverity) && item.confidence >= minimumConfidence }
        ?? false
    }
    return fails ? .findings : .success
  }

  private func compare() throws -> AuditComparison {
    let before = try SmallFile.readNamed(old, limit: AuditComparison.sizeLimit)
    let after = try SmallFile.readNamed(new, limit: AuditComparison.sizeLimit)
    // Each alone first, so that the message names the file that is wrong.
    for (path, bytes) in [(old, before), (new, after)] {
      do throws(ReportError) { _ = try AuditComparison(old: bytes, new: bytes) } catch {
        throw AuditFault.document(
          path: path, error,
          hint: HelpText(
            "'omamori audit PATH --format json' writes a report",
            ja: "レポートは「omamori audit PATH --format json」で作成できます"))
      }
    }
    return try AuditComparison(old: before, new: after)
  }
}
