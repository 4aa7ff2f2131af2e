/// What help and manual pages say about a command in the same way.
enum UsageLine {
  /// The words after the name of the command in its usage line.
  static func words(_ tool: CommandLineTool, _ path: [Command], _ language: HelpLanguage) -> [String] {
    guard let command = path.last, command.action != nil else {
      return [Words.anyCommand[language], Words.anyOptions[language]]
    }
    let visible = command.definitions.filter { !$0.isHidden }
    let required = visible.filter { $0.takesValue && $0.isRequired }
    return [Words.anyOptions[language]]
      + required.map { "\($0.displayName) \($0.value)" } + visible.filter(\.isArgument).map(\.usage)
  }

  /// The default, the choices and the environment variable of a parameter.
  static func notes(_ definition: Definition, _ language: HelpLanguage) -> String {
    var notes: [String] = []
    // A long list is for shells to complete; here it would bury everything else.
    if case .words(let words) = definition.completion, words.count <= 16 {
      notes.append(Words.oneOf(words.joined(separator: ", "))[language])
    }
    if let word = definition.defaultWord { notes.append(Words.byDefault(word)[language]) }
    if definition.isRepeating, definition.takesValue { notes.append(Words.repeatable[language]) }
    if definition.isRequired, definition.takesValue { notes.append(Words.required[language]) }
    if let variable = definition.environment { notes.append(Words.environment(variable)[language]) }
    return notes.joined(separator: language == .ja ? "、" : "; ")
  }

  /// The exit codes of a command: its own meanings replace those of the tool.
  static func exitCodes(_ tool: CommandLineTool, _ command: Command) -> [ExitMeaning] {
    let own = Set(command.exitCodes.map(\.code))
    return (command.exitCodes + tool.exitCodes.filter { !own.contains($0.code) })
      .sorted { $0.code.rawValue < $1.code.rawValue }
  }
}
