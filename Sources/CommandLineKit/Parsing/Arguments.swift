/// What was typed, read through the handles a command declared.
public struct Arguments: Sendable {
  /// The tool that was started.
  public let tool: CommandLineTool
  /// The names of the command, without the tool's own.
  public let path: [String]
  /// The language to speak.
  public let language: HelpLanguage
  /// Standard output.
  public let output: Terminal
  /// Standard error.
  public let errors: Terminal
  /// Where environment variables are looked up.
  public let environment: Environment
  /// What must still happen when the user stops the tool.
  public let interruption: Interruption

  /// The words of each parameter, for the table of the command and the table of the shared options.
  let words: [ObjectIdentifier: [Int: [String]]]

  /// The value of a parameter of this command or of the tool's ``SharedOptions``.
  ///
  /// - Throws: ``CommandLineError/foreignParameter(_:)`` when the handle was declared elsewhere.
  public subscript<Value>(parameter: Parameter<Value>) -> Value {
    get throws(CommandLineError) {
      guard let table = words[ObjectIdentifier(parameter.owner)] else {
        throw .foreignParameter(parameter.name)
      }
      return try parameter.read(table[parameter.index] ?? [])
    }
  }
}
