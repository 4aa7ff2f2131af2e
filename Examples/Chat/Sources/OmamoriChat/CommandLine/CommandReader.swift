import OmamoriCore

/// Reads a command line, word by word.
struct CommandReader {
  /// What a command line asks for.
  enum Request {
    case run(Command.Action, [Int: [String]])
    /// The help of the command with this path; `isRequested` is false when a group was named without one of its commands.
    case help([Command], isRequested: Bool)
    case version
  }

  private enum Stop { case help, version }

  private let environment: [String: String]
  private var path: [Command]
  private var rest: ArraySlice<String>
  private var words: [Int: [String]] = [:]
  private var arguments: ArraySlice<Int> = []

  /// Makes a reader of `words`, the program's name left out.
  init(_ root: Command, _ words: [String], environment: [String: String]) {
    (path, rest, self.environment) = ([root], words[...], environment)
  }

  private var command: Command { path[path.count - 1] }
  private var fullName: [String] { path.map(\.name) }

  /// Reads all words.
  ///
  /// - Throws: ``ChatFault`` for a command line that is wrong.
  mutating func read() throws(ChatFault) -> Request {
    var hasOptions = true
    while let word = rest.popFirst() {
      if hasOptions, word == "--" {
        hasOptions = false
      } else if hasOptions, isOption(word) {
        switch try readOption(word) {
        case .help: return .help(path, isRequested: true)
        case .version: return .version
        case nil: break
        }
      } else if command.action == nil {
        try enter(word)
      } else {
        try take(word)
      }
    }
    guard let action = command.action else { return .help(path, isRequested: path.count == 1) }
    for (index, definition) in command.definitions.enumerated() where words[index] == nil {
      if let variable = definition.environment, let word = environment[variable], !word.isEmpty {
        try definition.check(word, variable)
        words[index] = [word]
      } else if definition.isRequired {
        throw .missing(definition, command: fullName)
      }
    }
    return .run(action, words)
  }

  /// A negative number is an argument, since no option is a digit.
  private func isOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word != "-" && word.dropFirst().first?.isNumber != true
  }

  private mutating func enter(_ word: String) throws(ChatFault) {
    guard let next = command.commands.first(where: { $0.name == word }) else {
      throw .usage(
        LocalizedText(
          "unknown command \(Printable.quote(word))", ja: "\(Printable.quote(word)) というコマンドはありません"),
        hint: .see(fullName))
    }
    path.append(next)
    arguments = next.definitions.indices.filter { next.definitions[$0].isArgument }[...]
  }

  private mutating func take(_ word: String) throws(ChatFault) {
    guard let index = arguments.first else {
      throw .usage(
        LocalizedText(
          "unexpected argument \(Printable.quote(word))", ja: "余分な引数 \(Printable.quote(word)) があります"),
        hint: .see(fullName))
    }
    let definition = command.definitions[index]
    try definition.check(word, definition.displayName)
    words[index, default: []].append(word)
    if !definition.isRepeating { arguments.removeFirst() }
  }

  /// Reads `--name`, `--name=value`, `--name value`, `-n`, `-nvalue` or `-n value`.
  private mutating func readOption(_ word: String) throws(ChatFault) -> Stop? {
    let isLong = word.hasPrefix("--")
    let name = isLong ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
    var value = word.count > name.count ? String(word.dropFirst(name.count + (isLong ? 1 : 0))) : nil
    guard let index = command.definitions.firstIndex(where: { $0.names.contains(name) }) else {
      if value == nil, ["-h", "--help"].contains(name) { return .help }
      if value == nil, name == "--version" { return .version }
      throw .usage(
        LocalizedText(
          "unknown option \(Printable.quote(name))", ja: "\(Printable.quote(name)) というオプションはありません"),
        hint: .see(fullName))
    }
    let definition = command.definitions[index]
    guard !definition.isFlag else {
      guard value == nil else {
        throw .usage(
          LocalizedText("\(name) takes no value", ja: "\(name) に値は指定できません"),
          hint: LocalizedText("write \(name) alone", ja: "\(name) だけを指定してください"))
      }
      words[index, default: []].append("")
      return nil
    }
    if value == nil { value = nextValue() }
    guard let value else {
      throw .usage(
        LocalizedText("\(name) needs a value", ja: "\(name) には値が必要です"),
        hint: LocalizedText(
          "write \(name) \(definition.value)", ja: "\(name) \(definition.value) の形で指定してください"))
    }
    try definition.check(value, name)
    words[index, default: []].append(value)
    return nil
  }

  /// The next word; `--output --json` is a forgotten value, not a file called `--json`.
  private mutating func nextValue() -> String? {
    guard let next = rest.first, next != "--" else { return nil }
    let name = String(next.prefix { $0 != "=" })
    let isOption = command.definitions.contains { $0.names.contains(name) }
    return next.hasPrefix("--") && isOption ? nil : rest.removeFirst()
  }
}

extension LocalizedText {
  /// Where the help is.
  static func see(_ path: [String]) -> LocalizedText {
    let line = (path + ["--help"]).joined(separator: " ")
    return LocalizedText("see '\(line)'", ja: "'\(line)' をご覧ください")
  }
}

extension ChatFault {
  /// An argument that must be there was left out.
  static func missing(_ definition: Definition, command path: [String]) -> ChatFault {
    let name = definition.displayName
    return .usage(
      LocalizedText(
        "missing \(name): \(definition.help.english)", ja: "\(name) がありません: \(definition.help.japanese)"),
      hint: .see(path))
  }
}
