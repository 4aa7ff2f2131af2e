#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

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
  /// Headings of the help, each with the names of its commands; a command without one comes last.
  public let sections: [(heading: HelpText, commands: [String])]
  /// Words that people type out of habit, each with the command that does it here.
  public let habits: [String: String]
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
  ///   - sections: Headings of the help, each with the names of its commands.
  ///   - habits: Words that people type out of habit, each with the command that does it here.
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
    commands: [Command],
    sections: [(heading: HelpText, commands: [String])] = [],
    habits: [String: String] = [:]
  ) {
    (self.name, self.version, self.released) = (name, version, released)
    (self.summary, self.discussion, self.examples) = (summary, discussion, examples)
    (self.exitCodes, self.learnMore, self.commands) = (exitCodes, learnMore, commands)
    (self.sections, self.habits) = (sections, habits)
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

extension CommandLineTool {
  /// How long an interrupted command may take to end by itself.
  private static var grace: Duration { .seconds(1) }

  /// Runs the tool with the words this process was started with, and ends the process.
  ///
  /// A closed pipe and the limit for the size of files are ordinary errors instead of signals. Control-C and `SIGTERM` cancel the command; when
  /// it has not ended after a second, the actions of its ``Interruption`` run. Either way the exit code is
  /// 130.
  ///
  /// - Parameter words: What was typed, without the name of the tool.
  public func main(_ words: [String] = Array(CommandLine.arguments.dropFirst())) async -> Never {
    StandardDescriptors.reserve()
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
    let interruption = Interruption()
    InterruptHandler.install { _ in
      interruption.interrupt()
      Self.sleep(Self.grace)
      interruption.runActions()
      _exit(ExitCode.interrupted.rawValue)
    }
    let task = Task { await run(words, interruption: interruption) }
    interruption.attach { task.cancel() }
    let code = await task.value
    exit(interruption.isInterrupted ? ExitCode.interrupted.rawValue : code.rawValue)
  }

  private static func sleep(_ duration: Duration) {
    let microseconds =
      duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    _ = usleep(useconds_t(microseconds))
  }
}

extension CommandLineTool {
  /// The help of the tool, or of the command with `path`.
  ///
  /// - Parameters:
  ///   - path: The names of the command, without the tool's own; empty for the tool.
  ///   - language: The language to write in.
  ///   - width: The number of columns to fill; kept between 40 and 100.
  ///   - usesColor: Whether headings are bold.
  /// - Returns: The help, or `nil` when there is no such command.
  public func help(
    for path: [String] = [],
    language: HelpLanguage = .en,
    width: Int = 80,
    usesColor: Bool = false
  ) -> String? {
    var found: [Command] = []
    for name in path {
      guard let next = (found.last?.commands ?? commands).first(where: { $0.name == name }) else {
        return nil
      }
      found.append(next)
    }
    return HelpPage(self, path: found, language: language, width: width, usesColor: usesColor).text
  }

  /// Parses `words`, does what they ask for, says what went wrong, and gives the exit code.
  ///
  /// - Parameters:
  ///   - words: What was typed, without the name of the tool.
  ///   - environment: Where variables are looked up.
  ///   - output: The descriptor of standard output.
  ///   - errors: The descriptor of standard error.
  ///   - interruption: What the command adds its last actions to.
  /// - Returns: What the process should end with.
  public func run(
    _ words: [String],
    environment: Environment = .process,
    output: Int32 = 1,
    errors: Int32 = 2,
    interruption: Interruption = Interruption()
  ) async -> ExitCode {
    let language = language(for: words, environment: environment)
    let allowsColor = !declines(color: words)
    let output = Terminal(descriptor: output, environment: environment, allowsColor: allowsColor)
    let errors = Terminal(descriptor: errors, environment: environment, allowsColor: allowsColor)
    do {
      let invocation = try parse(
        words,
        environment: environment,
        language: language,
        output: output,
        errors: errors,
        interruption: interruption
      )
      switch invocation {
      case .version:
        try output.write("\(name) \(version)\n")
        return .success
      case .help(let path, let isRequested):
        let place = isRequested ? output : errors
        try place.write(
          help(for: path, language: language, width: place.width, usesColor: place.usesColor) ?? ""
        )
        return isRequested ? .success : .usage
      case .run(let action, let arguments):
        return try await action(arguments)
      }
    } catch {
      return report(error, to: errors, in: language)
    }
  }

  private func declines(color words: [String]) -> Bool {
    guard let noColorOption else { return false }
    return words.prefix { $0 != "--" }.contains { noColorOption.names.contains($0) }
  }

  /// Says what went wrong; gives the code the process ends with.
  private func report(_ error: any Error, to errors: Terminal, in language: HelpLanguage) -> ExitCode {
    if error is CancellationError { return .interrupted }
    // A reader that has seen enough is no news, but what was lost is not a success either.
    if let known = error as? CommandLineError, known == .outputClosed { return .failure }
    let known = error as? any ExitCodeProviding
    let message = known?.message[language] ?? String(describing: error)
    var text = "\(errors.styled(Words.error[language], .bold, .red)) \(message)\n"
    if let hint = known?.hint { text += "\(errors.styled(Words.hint[language], .cyan)) \(hint[language])\n" }
    // because there is nowhere left to say that standard error itself is closed
    try? errors.write(text)
    return known?.exitCode ?? .failure
  }
}
