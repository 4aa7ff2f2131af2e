public import CommandLineKit
import OmamoriCore
public import OmamoriTransport

extension TransportError: ExitCodeProviding {
  /// What was refused, as the command line says it.
  ///
  /// A signature that is wrong and a set that is old are answers; what is written wrongly is bad input; a server that
  /// could not be asked, and a library that failed, are neither.
  public var exitCode: ExitCode {
    switch self {
    case .signatureInvalid, .rolledBack, .notCurrent, .noUpdatablePattern, .refused: .findings
    case .malformedHost, .malformedURL, .endpointLeavesOrigin, .policy, .malformedDocument, .clientIdentity,
      .unsupported:
      .usage
    default: .failure
    }
  }

  /// What failed.
  public var message: HelpText { .clause(explanation) }

  /// What to do about it.
  public var hint: HelpText? { .clause(recovery) }
}

extension CryptoFault {
  /// What OmamoriTransport refused of something that has a name, such as a file or a host.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - subject: The name.
  ///   - hint: What to do about it, where more is known than the error says.
  init(_ error: TransportError, about subject: String, hint: HelpText? = nil) {
    let message = error.message
    let name = Printable.quote(subject)
    self.init(
      error.exitCode, HelpText("\(name): \(message.english)", ja: "\(name): \(message.japanese)"),
      hint: hint ?? error.hint)
  }
}
