/// A typed handle to one option, flag or argument of a command.
///
/// A handle is made while a command is declared and later reads what was typed: `try arguments[format]`. It
/// belongs to the command (or ``SharedOptions``) it was declared in; reading it among the arguments of
/// another command throws ``CommandLineError/foreignParameter(_:)``.
public struct Parameter<Value: Sendable>: Sendable {
  let owner: TableIdentity
  let index: Int
  let name: String
  /// Reads the words that were typed; none when the parameter was left out.
  let read: @Sendable (_ words: [String]) throws(CommandLineError) -> Value
}
