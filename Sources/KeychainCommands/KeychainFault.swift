public import CommandLineKit
import CommandSupport
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
  public var hint: HelpText? {
    switch self {
    case .corrupt(.witness), .file(.witness, _): Self.missingWitness
    case .anchorBehind: Self.oldWitness
    case .rolledBack: Self.olderKeychain
    default: .clause(recovery)
    }
  }

  /// Whether the witness that knew the keychain is gone, cannot be reached, or was not reached for too long.
  var meansMissingWitness: Bool {
    switch self {
    case .corrupt(.witness), .file(.witness, _), .anchorBehind: true
    default: false
    }
  }

  /// A witness that is gone looks like the work of someone who put back an old copy.
  private static let missingWitness = HelpText(
    """
    put the witness back, or mount its disk; when you know why it is gone or damaged, move away what is left of it and give \
    --accept-missing-witness once, which starts a new one
    """,
    ja: """
      証人ファイルを元に戻すか、そのディスクをマウントしてください。なくなった理由や壊れた理由がわかっている場合は、残っているものを\
      別の場所へ移し、--accept-missing-witness を一度指定すると新しく作成できます
      """)

  private static let oldWitness = HelpText(
    "when you know why the witness was not reached, give --accept-missing-witness once, which records the newest state",
    ja: "証人ファイルに到達できなかった理由がわかっている場合は、--accept-missing-witness を一度指定すると最新の状態が記録されます")

  private static let olderKeychain = HelpText(
    """
    put the newest keychain back; when you restored a backup on purpose, move the witness away and give \
    --accept-missing-witness once
    """,
    ja: """
      最新のキーチェーンを元に戻してください。意図してバックアップを復元した場合は、証人ファイルを別の場所へ移し、\
      --accept-missing-witness を一度指定してください
      """)
}
