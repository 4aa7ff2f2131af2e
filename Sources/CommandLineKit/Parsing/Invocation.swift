/// What a command line asks for.
public enum Invocation: Sendable {
  /// To run a command.
  case run(Command.Action, Arguments)
  /// To see the help of the command with this path (without the name of the tool).
  ///
  /// `isRequested` is false when help is shown because a group was named without one of its commands.
  case help([String], isRequested: Bool)
  /// To see the version.
  case version
}
