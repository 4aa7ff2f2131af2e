extension CommandLineTool {
  /// What is wrong with the table, for a test of the tool; empty when all is well.
  ///
  /// Found are: names that are taken twice or cannot be typed, arguments that can never be filled, words that
  /// a shell cannot complete, and texts that are missing.
  public var problems: [String] {
    var problems = Self.duplicates(commands.map(\.name) + ["help"]).map { "\(name): two commands '\($0)'" }
    problems += shared.problems(of: name, besides: ["-h", "--help", "--version"])
    if shared.definitions.contains(where: \.isArgument) { problems.append("\(name): a shared argument") }
    let taken = shared.definitions.flatMap(\.names) + ["-h", "--help", "--version"]
    for command in commands { problems += command.problems(below: name, taken: taken) }
    return problems
  }

  fileprivate static func duplicates(_ words: [String]) -> [String] {
    Dictionary(grouping: words) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
  }
}

extension Command {
  fileprivate func problems(below path: String, taken: [String]) -> [String] {
    let here = path + " " + name
    var problems = CommandLineTool.duplicates(commands.map(\.name)).map { "\(here): two commands '\($0)'" }
    if !Self.isPlain(name) { problems.append("\(here): the name cannot be completed") }
    if summary.isEmpty { problems.append("\(here): no summary") }
    if action == nil, commands.isEmpty { problems.append("\(here): a group without commands") }
    problems += declaration.problems(of: here, besides: taken)
    return problems + commands.flatMap { $0.problems(below: here, taken: taken) }
  }

  /// Whether every shell takes `word` for one word without quoting it.
  fileprivate static func isPlain(_ word: String) -> Bool {
    !word.isEmpty && !word.hasPrefix("-")
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.+".contains($0)) }
  }
}

extension Declaration {
  fileprivate func problems(of path: String, besides taken: [String]) -> [String] {
    var problems = CommandLineTool.duplicates(taken + definitions.flatMap(\.names))
      .filter { name in definitions.contains { $0.names.contains(name) } }
      .map { "\(path): two options '\($0)'" }
    for definition in definitions { problems += definition.problems.map { "\(path): \($0)" } }
    let arguments = definitions.filter(\.isArgument)
    for (argument, next) in zip(arguments, arguments.dropFirst()) {
      if argument.isRepeating { problems.append("\(path): \(next.value) comes after \(argument.value)...") }
      if next.isRequired, !argument.isRequired {
        problems.append("\(path): \(next.value) is required but \(argument.value) before it is not")
      }
    }
    return problems
  }
}

extension Definition {
  fileprivate var problems: [String] {
    var problems: [String] = []
    if help.isEmpty { problems.append("\(displayName) has no help") }
    if !isArgument, names.isEmpty { problems.append("an option has no name") }
    for name in names where !Self.isOption(name) { problems.append("'\(name)' is not the name of an option") }
    if kind != .flag, value.isEmpty { problems.append("\(displayName) has no word for its value") }
    if case .words(let words) = completion {
      problems += words.filter { !Command.isPlain($0) }.map { "\(displayName): '\($0)' cannot be completed" }
    }
    if let defaultWord, (try? check(defaultWord, displayName)) == nil {
      problems.append("\(displayName): its default '\(defaultWord)' is refused")
    }
    return problems
  }

  /// `-x` or `--word`, with letters, digits and inner hyphens only.
  private static func isOption(_ name: String) -> Bool {
    let word = name.hasPrefix("--") ? name.dropFirst(2) : name.dropFirst()
    guard name.hasPrefix("-"), word.first?.isASCII == true, word.first?.isLetter == true else { return false }
    return name.hasPrefix("--")
      ? word.count > 1 && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      : word.count == 1
  }
}
