/// A whole command-line tool: its table of commands, and everything that is made from it.
///
/// The same table is parsed, shown as help, completed by shells and printed as manual pages.
public struct CommandLineTool: Sendable {
  /// The word that is typed.
  public let name: String
  /// The version, such as `1.0.0`.
  public let version: String
  /// The day this version was released.
  public let released: ReleaseDate
  /// What the tool is, in one line without a full stop.
  public let summary: HelpText
  /// What else the reader should know.
  public let discussion: HelpText
  /// Command lines worth copying.
  public let examples: [Example]
  /// What the exit codes mean, for all commands.
  public let exitCodes: [ExitMeaning]
  /// Where to learn more; one address or sentence a line.
  public let learnMore: HelpText
  /// The commands.
  public let commands: [Command]
  let shared: Declaration
  let languageOption: Definition?
  let noColorOption: Definition?

  /// Declares a tool.
  ///
  /// - Parameters:
  ///   - name: The word that is typed.
  ///   - version: The version, such as `1.0.0`.
  ///   - released: The day this version was released.
  ///   - summary: What the tool is, in one line without a full stop.
  ///   - discussion: What else the reader should know.
  ///   - examples: Command lines worth copying.
  ///   - exitCodes: What the exit codes mean, for all commands.
  ///   - learnMore: Where to learn more.
  ///   - shared: The options that every command understands.
  ///   - language: The shared option that chooses the language; without it the locale does.
  ///   - noColor: The shared flag that turns colour off.
  ///   - commands: The commands, in the order help shows them.
  public init<Handles>(
    _ name: String,
    version: String,
    released: ReleaseDate,
    summary: HelpText,
    discussion: HelpText = "",
    examples: [Example] = [],
    exitCodes: [ExitMeaning] = [],
    learnMore: HelpText = "",
    shared: SharedOptions<Handles>,
    language: Parameter<HelpLanguage?>? = nil,
    noColor: Parameter<Bool>? = nil,
    commands: [Command]
  ) {
    (self.name, self.version, self.released) = (name, version, released)
    (self.summary, self.discussion, self.examples) = (summary, discussion, examples)
    (self.exitCodes, self.learnMore, self.commands) = (exitCodes, learnMore, commands)
    self.shared = shared.declaration
    languageOption = shared.declaration.definition(of: language)
    noColorOption = shared.declaration.definition(of: noColor)
  }

  /// Reads a command line without running anything.
  ///
  /// - Parameters:
  ///   - words: What was typed, without the name of the tool.
  ///   - environment: Where fallbacks of options are looked up.
  /// - Returns: What the command line asks for.
  /// - Throws: ``CommandLineError/usage(_:hint:)`` when the command line is wrong.
  public func parse(
    _ words: [String],
    environment: Environment = .process
  ) throws(CommandLineError) -> Invocation {
    try parse(
      words,
      environment: environment,
      language: language(for: words, environment: environment),
      output: Terminal(descriptor: 1, environment: environment),
      errors: Terminal(descriptor: 2, environment: environment),
      interruption: Interruption()
    )
  }

  /// The language that `words` and the environment ask for.
  public func language(for words: [String], environment: Environment = .process) -> HelpLanguage {
    LanguageChoice.find(words, option: languageOption, environment: environment)
  }

  func parse(
    _ words: [String],
    environment: Environment,
    language: HelpLanguage,
    output: Terminal,
    errors: Terminal,
    interruption: Interruption
  ) throws(CommandLineError) -> Invocation {
    var parser = Parser(self, words, environment: environment)
    switch try parser.parse() {
    case .version: return .version
    case .help(let path, let isRequested): return .help(path, isRequested: isRequested)
    case .run(let command, let path, let table):
      guard let action = command.action else { return .help(path, isRequested: false) }
      let arguments = Arguments(
        tool: self,
        path: path,
        language: language,
        output: output,
        errors: errors,
        environment: environment,
        interruption: interruption,
        words: table
      )
      return .run(action, arguments)
    }
  }
}

extension Declaration {
  /// The definition behind a handle of this table.
  fileprivate func definition<Value>(of parameter: Parameter<Value>?) -> Definition? {
    guard let parameter, parameter.owner === owner else { return nil }
    return definitions[parameter.index]
  }
}
