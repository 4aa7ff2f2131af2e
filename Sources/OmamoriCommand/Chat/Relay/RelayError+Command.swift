#if !canImport(Darwin)
public import CommandLineKit
import OmamoriCore
public import OmamoriRelay

extension RelayError: ExitCodeProviding {
  /// A relay that does not start could not complete what it was asked to do.
  public var exitCode: ExitCode { .failure }

  /// What failed.
  public var message: HelpText { .clause(explanation) }

  /// What to do about it.
  public var hint: HelpText? { .clause(recovery) }
}
#endif
