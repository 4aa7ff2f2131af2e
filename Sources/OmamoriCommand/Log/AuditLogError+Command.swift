#if !canImport(Darwin)
public import CommandLineKit
public import OmamoriAuditLog
import OmamoriCore

extension AuditLogError: ExitCodeProviding {
  /// What a log refused, as the command line says it.
  ///
  /// Events and keys that are wrong are bad input; an anchor that contradicts the log or is gone is an answer; what could not be read
  /// or written is neither.
  public var exitCode: ExitCode {
    switch self {
    case .event, .key(.wrongKey), .key(.invalid): .usage
    case .anchor(.rolledBack), .anchor(.mismatch), .anchor(.missing): .findings
    case .cancelled: .interrupted
    default: .failure
    }
  }

  /// What failed.
  public var message: HelpText {
    guard case .anchor(.missing) = self else { return .clause(explanation) }
    return HelpText(
      "the witness of this log is gone, so nobody can tell whether the end of the log was cut off",
      ja: "このログの証人ファイルがないため、ログの末尾が切り取られていないことを確認できません")
  }

  /// What to do about it.
  public var hint: HelpText? { advice }

  /// What to do about it, on the command line.
  var advice: HelpText {
    guard case .anchor(.missing) = self else { return .clause(recovery) }
    return HelpText(
      """
      put the witness back; someone who shortens a log removes its witness. When you know why it is gone, give \
      --accept-missing-witness to 'omamori log append' or 'omamori log agent' once, which starts a new one
      """,
      ja: """
        証人ファイルを元に戻してください。ログを切り詰めた者が、隠すために削除することがあります。なくなった理由がわかっている場合は、\
        'omamori log append' または 'omamori log agent' に --accept-missing-witness を一度指定すると新しく作成できます
        """)
  }
}
#endif
