public import CommandLineKit
import OmamoriCore
public import OmamoriKeychain

extension KeychainError: ExitCodeProviding {
  /// What a keychain refused, as the command line says it.
  ///
  /// Only "there is one already" and "there is no such slot" are answers; a keychain that is locked, out of reach or
  /// damaged could not be asked, so that nobody takes its silence for "there is none".
  public var exitCode: ExitCode {
    switch self {
    case .duplicate, .slot(.notFound), .migrationFailed: .findings
    case .invalidRequest, .unknownAttribute, .tooLarge, .malformedImport, .unsupported, .storeExists,
      .slot, .accessGroupDenied, .wrongType:
      .usage
    default: .failure
    }
  }

  /// What failed.
  public var message: HelpText { .clause(explanation) }

  /// What to do about it.
  public var hint: HelpText? { self == .corrupt(.witness) ? Self.missingWitness : .clause(recovery) }

  /// A witness that is gone looks like the work of whoever put back an old copy.
  private static let missingWitness = HelpText(
    """
    put the witness back; when you know why it is gone, 'omamori keychain unlock --accept-missing-witness' starts a new one
    """,
    ja: """
      証人ファイルを元に戻してください。なくなった理由がわかっている場合は、\
      'omamori keychain unlock --accept-missing-witness' で新しく作成できます
      """)
}
