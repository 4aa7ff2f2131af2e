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
  public var hint: HelpText? { .clause(recovery) }
}
