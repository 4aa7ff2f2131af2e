#if !canImport(Darwin)
public import CommandLineKit
import OmamoriCore
public import OmamoriMessaging

extension MessagingError: ExitCodeProviding {
  /// What a conversation refused, as the command line says it.
  ///
  /// An identity that changed and a session that is not there are answers; what cannot be opened is bad input; state that
  /// cannot be read or kept is neither.
  public var exitCode: ExitCode {
    switch self {
    case .identity(.changed), .conversation(.noSession), .backup(.wrongSecret): .findings
    case .identity, .prekey, .message, .conversation, .group, .attachment, .backup: .usage
    case .cancelled: .interrupted
    default: .failure
    }
  }

  /// What failed.
  public var message: HelpText { .clause(explanation) }

  /// What to do about it.
  public var hint: HelpText? {
    self == .identity(.changed) ? Self.changedIdentity : .clause(recovery)
  }

  private static let changedIdentity = HelpText(
    """
    compare the new safety number over another channel ('omamori chat verify PEER'), then 'omamori chat accept PEER' or \
    'omamori chat accept PEER --refuse'
    """,
    ja: """
      新しい安全番号を別の手段で照合し（'omamori chat verify PEER'）、'omamori chat accept PEER' または \
      'omamori chat accept PEER --refuse' を実行してください
      """)
}
#endif
