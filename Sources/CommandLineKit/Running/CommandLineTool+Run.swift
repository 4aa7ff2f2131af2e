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
