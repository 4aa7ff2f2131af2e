/// An error that knows how the process ends and what to tell the user.
///
/// Errors that a command throws and that do not conform end the process with ``ExitCode/failure`` and their
/// description.
public protocol ExitCodeProviding: Error {
  /// The code the process ends with.
  var exitCode: ExitCode { get }
  /// What went wrong, in one sentence; shown after `error:`.
  var message: HelpText { get }
  /// What to do about it; shown after `hint:`.
  var hint: HelpText? { get }
}

extension ExitCodeProviding {
  /// Gives no hint.
  public var hint: HelpText? { nil }
}
