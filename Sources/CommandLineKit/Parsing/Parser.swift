/// Reads a command line, word by word.
struct Parser {
  private let tool: CommandLineTool
  private let environment: Environment
  private var path: [Command] = []
  private var rest: ArraySlice<String>
  private var sharedWords: [Int: [String]] = [:]
  private var words: [Int: [String]] = [:]
  private var arguments: ArraySlice<Int> = []

  /// What ends reading early.
  private enum Stop { case help, version }

  init(_ tool: CommandLineTool, _ words: some Sequence<String>, environment: Environment) {
    (self.tool, self.environment) = (tool, environment)
    rest = ArraySlice(Array(words))
  }

  mutating func parse() throws(CommandLineError) -> Request {
    var optionsEnded = false
    while let word = rest.popFirst() {
      if !optionsEnded, word == "--" {
        optionsEnded = true
      } else if !optionsEnded, isOption(word) {
        try enterDefault(forOption: word)
        switch try readOption(word) {
        case .help: return .help(path.map(\.name), isRequested: true)
        case .version: return .version
        case nil: break
        }
      } else if path.isEmpty, word == "help" {
        return .help(try helpPath(), isRequested: true)
      } else if isGroup {
        try enter(word)
      } else {
        try take(word)
      }
    }
    if isGroup, let name = path.last?.defaultCommand { try enter(name) }
    guard let command = path.last, command.action != nil else {
      return .help(path.map(\.name), isRequested: path.isEmpty)
    }
    try complete(&words, command.definitions)
    try complete(&sharedWords, tool.shared.definitions)
    return .run(
      command,
      path.map(\.name),
      [ObjectIdentifier(command.declaration.owner): words, ObjectIdentifier(tool.shared.owner): sharedWords]
    )
  }

  /// What ``parse()`` found.
  enum Request {
    case run(Command, [String], [ObjectIdentifier: [Int: [String]]])
    case help([String], isRequested: Bool)
    case version
  }
}

extension Parser {
  private var commands: [Command] { path.last?.commands ?? tool.commands }
  private var isGroup: Bool { path.last?.action == nil }
  private var definitions: [Definition] { path.last?.definitions ?? [] }
  private var fullPath: [String] { [tool.name] + path.map(\.name) }

  private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    // A negative number is an argument unless the command has an option of that digit.
    let name = String(word.prefix(2))
    return word.dropFirst().first?.isNumber != true || find(name) != nil
  }

  private mutating func enter(_ word: String) throws(CommandLineError) {
    guard let command = commands.first(where: { $0.name == word }) else {
      let known = commands.filter { !$0.isHidden }.map(\.name)
      let meant = path.isEmpty ? word == "version" ? "--version" : tool.habits[word] : nil
      throw Messages.unknownCommand(
        word, in: fullPath, known: known + (path.isEmpty ? ["help"] : []), meant: meant)
    }
    path.append(command)
    arguments = command.definitions.indices.filter { command.definitions[$0].isArgument }[...]
  }

  /// `tool group --json` is meant for the group's default command when the group itself knows no such option.
  private mutating func enterDefault(forOption word: String) throws(CommandLineError) {
    let name = String(word.hasPrefix("--") ? word.prefix { $0 != "=" } : word.prefix(2))
    guard isGroup, let standard = path.last?.defaultCommand, find(name) == nil,
      !["-h", "--help", "--version"].contains(name)
    else { return }
    try enter(standard)
  }

  private mutating func take(_ word: String) throws(CommandLineError) {
    guard let index = arguments.first else { throw Messages.unexpected(word, in: fullPath) }
    let definition = definitions[index]
    try definition.check(word, definition.displayName)
    words[index, default: []].append(word)
    if !definition.isRepeating { arguments.removeFirst() }
  }

  private mutating func helpPath() throws(CommandLineError) -> [String] {
    while let word = rest.popFirst() {
      if word.hasPrefix("-") {
        if try readOption(word) == .version { return [] }
      } else if isGroup {
        try enter(word)
      } else {
        throw Messages.unexpected(word, in: fullPath)
      }
    }
    return path.map(\.name)
  }
}

extension Parser {
  private struct Found {
    let definition: Definition
    let index: Int
    let isShared: Bool
  }

  private func find(_ name: String) -> Found? {
    if let index = definitions.firstIndex(where: { $0.names.contains(name) }) {
      return Found(definition: definitions[index], index: index, isShared: false)
    }
    return tool.shared.definitions.firstIndex { $0.names.contains(name) }.map { index in
      Found(definition: tool.shared.definitions[index], index: index, isShared: true)
    }
  }

  private mutating func readOption(_ word: String) throws(CommandLineError) -> Stop? {
    let isLong = word.hasPrefix("--")
    let name: String
    var tail: String?
    if isLong {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      name = String(parts[0])
      tail = parts.count > 1 ? String(parts[1]) : nil
    } else {
      let whole = String(word.prefix { $0 != "=" })
      if whole.count > 2, find("-" + whole) != nil { throw Messages.oneDash(whole) }
      name = String(word.prefix(2))
      tail = word.count > 2 ? String(word.dropFirst(2)) : nil
    }
    guard let found = find(name) else {
      if let stop = try builtIn(name, hasValue: isLong && tail != nil) { return stop }
      throw Messages.unknownOption(name, in: fullPath, known: knownOptions)
    }
    if found.definition.kind == .flag {
      if isLong, let tail, !tail.isEmpty, !found.definition.value.isEmpty {
        try found.definition.check(tail, name)
        store(tail, found)
        return nil
      }
      store("", found)
      guard let tail else { return nil }
      if isLong { throw Messages.takesNoValue(name, found.definition) }
      return try readOption("-" + tail)  // -ab is -a -b
    }
    if !isLong, let attached = tail, attached.hasPrefix("=") { tail = String(attached.dropFirst()) }
    let value: String
    if let tail { value = tail } else { value = try nextValue(of: found.definition, name: name) }
    try found.definition.check(value, name)
    store(value, found)
    return nil
  }

  private func builtIn(_ name: String, hasValue: Bool) throws(CommandLineError) -> Stop? {
    let stop: Stop? = name == "-h" || name == "--help" ? .help : name == "--version" ? .version : nil
    if stop != nil, hasValue { throw Messages.takesNoValue(name) }
    return stop
  }

  private mutating func nextValue(of definition: Definition, name: String) throws(CommandLineError) -> String
  {
    guard let next = rest.first else { throw Messages.needsValue(definition, name: name, next: nil) }
    // `--output --format json` is a forgotten value, not a file called `--format`.
    let word = String(next.prefix { $0 != "=" })
    if next == "--" || next.hasPrefix("--") && find(word) != nil {
      throw Messages.needsValue(definition, name: name, next: word)
    }
    rest.removeFirst()
    return next
  }

  private mutating func store(_ word: String, _ found: Found) {
    if found.isShared {
      sharedWords[found.index, default: []].append(word)
    } else {
      words[found.index, default: []].append(word)
    }
  }

  private var knownOptions: [String] {
    (definitions + tool.shared.definitions).filter { !$0.isHidden }.flatMap(\.names) + [
      "--help", "--version",
    ]
  }

  /// Reads what was left out from the environment and refuses a command line without a required word.
  private func complete(_ words: inout [Int: [String]], _ definitions: [Definition]) throws(CommandLineError)
  {
    for (index, definition) in definitions.enumerated() where words[index] == nil {
      if let variable = definition.environment, let word = environment[variable] {
        try definition.check(word, variable)
        words[index] = [word]
      } else if definition.isRequired {
        throw Messages.missing(definition, command: fullPath)
      }
    }
  }
}
