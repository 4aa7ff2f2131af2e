#if !canImport(Darwin)
public import CommandLineKit
public import OmamoriAuditLog
import OmamoriCore

extension AuditLogError: ExitCodeProviding {
  /// What a log refused, as the command line says it.
  ///
  /// Events and keys that are wrong are bad input; an anchor that contradicts the log is an answer; what could not be read
  /// or written is neither.
  public var exitCode: ExitCode {
    switch self {
    case .event, .key(.wrongKey), .key(.invalid): .usage
    case .anchor(.rolledBack), .anchor(.mismatch): .findings
    case .cancelled: .interrupted
    default: .failure
    }
  }

  /// What failed.
  public var message: HelpText { .clause(explanation) }

  /// What to do about it.
  public var hint: HelpText? { .clause(recovery) }
}
#endif
