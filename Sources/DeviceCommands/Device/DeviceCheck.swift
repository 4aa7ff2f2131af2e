import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriDevice

/// A report with what the command line wants of it.
struct DeviceCheck {
  let report: IntegrityReport
  let threshold: IntegrityConfidence
  private let requiresAll: Bool

  init(_ report: IntegrityReport, threshold: IntegrityConfidence, requiresAll: Bool) {
    (self.report, self.threshold, self.requiresAll) = (report, threshold, requiresAll)
  }

  /// What looks at a process.
  ///
  /// - Parameter number: The process; `nil` for this one.
  /// - Returns: The checker.
  /// - Throws: ``CryptoFault`` for a number that no process has, `DeviceError`.
  static func checker(of number: Int?) throws -> IntegrityChecker {
    guard let number else { return IntegrityChecker() }
    guard let process = Int32(exactly: number), process > 0 else {
      throw CryptoFault.usage(
        HelpText("--pid takes the number of a process", ja: "--pid にはプロセス番号を指定してください"),
        hint: HelpText("'ps' and 'pgrep' show the numbers", ja: "番号は 'ps' や 'pgrep' で確認できます"))
    }
    return try IntegrityChecker.observing(process: process)
  }

  /// The threats that count.
  var threats: [IntegritySignal] { report.threats(atLeast: threshold) }

  /// The threats that could not be looked for although the system offers it.
  private var unseen: [IntegritySignal] {
    report.unanswered.filter { signal in
      guard signal.identifier.kind == .threat else { return false }
      return switch signal.state {
      case .error, .unavailable(.denied), .unavailable(.ended): true
      default: false
      }
    }
  }

  /// Whether the system did not let this user look.
  var isDenied: Bool { report.signals.contains { $0.state == .unavailable(.denied) } }

  /// 1 for what was detected, 3 when not everything could be looked at, 4 when everything was asked for.
  var exitCode: ExitCode {
    if !threats.isEmpty { return .findings }
    if !unseen.isEmpty { return .failure }
    return requiresAll && !report.unanswered.isEmpty ? .incomplete : .success
  }

  /// The report with the answer of the command.
  var json: JSONValue {
    var object = report.json.objectValue ?? [:]
    object["threshold"] = .string(threshold.name)
    object["detected"] = .integer(threats.count)
    object["unanswered"] = .integer(report.unanswered.count)
    return .object(object)
  }

  static let deniedMessage = HelpText(
    "the system did not let this user look at everything", ja: "このユーザーの権限では、一部の項目を調べられませんでした")

  static let deniedHint = HelpText(
    """
    run the command as the user of that process or as root; a process that protects itself (non-dumpable) only root can \
    look at, and in a container CAP_SYS_PTRACE is needed
    """,
    ja: """
      対象プロセスのユーザーまたは root として実行してください。自己保護（non-dumpable）されたプロセスは root だけが調べられ、\
      コンテナ内では CAP_SYS_PTRACE が必要です
      """)
}
