#if !canImport(Darwin)
public import CommandLineKit
import OmamoriCore
public import OmamoriDevice

extension DeviceError: ExitCodeProviding {
  /// What could not be looked at or asked, as the command line says it.
  ///
  /// Names that are wrong are bad input; a process that cannot be looked at could not be judged, so that nobody takes
  /// silence for "nothing found".
  public var exitCode: ExitCode {
    switch self {
    case .authentication(.invalidService), .authentication(.invalidUser), .authentication(.invalidFolder),
      .authentication(.invalidPIN), .authentication(.invalidSealedSecret):
      .usage
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
