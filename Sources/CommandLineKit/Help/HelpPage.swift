/// The help of a tool or of one of its commands.
struct HelpPage {
  private let tool: CommandLineTool
  /// The commands from the first below the tool to the one shown; empty for the tool itself.
  private let path: [Command]
  private let language: HelpLanguage
  private let width: Int
  private let usesColor: Bool

  /// Columns of the left side that names may take before the text moves to the next line.
  private static let widestColumn = 32

  init(_ tool: CommandLineTool, path: [Command], language: HelpLanguage, width: Int, usesColor: Bool) {
    (self.tool, self.path, self.language, self.usesColor) = (tool, path, language, usesColor)
    // Longer lines are hard to read; narrower ones cannot hold the names.
    self.width = min(max(width, 40), 100)
  }

  var text: String {
    let discussion = path.last?.discussion ?? tool.discussion
    var parts = [
      TextWrap.lines((path.last?.summary ?? tool.summary)[language], width: width).joined(separator: "\n")
    ]
    parts.append(title(Words.usage) + "\n" + usage)
    if !discussion.isEmpty {
      parts.append(TextWrap.lines(discussion[language], width: width).joined(separator: "\n"))
    }
    let commands = path.last?.commands ?? tool.commands
    let own = (path.last?.definitions ?? []).filter { !$0.isHidden }
    let shared = tool.shared.definitions.filter { !$0.isHidden }
    parts += sections(of: commands.filter { !$0.isHidden })
    parts += section(Words.arguments, own.filter(\.isArgument).map(row))
    parts += section(Words.options, own.filter { !$0.isArgument }.map(row))
    parts += section(Words.sharedOptions, shared.map(row) + Words.builtIn.map { ($0.0, $0.1[language]) })
    parts += examples(path.last?.examples ?? tool.examples)
    parts += section(Words.exitCode, exitCodes.map { (String($0.code.rawValue), $0.meaning[language]) })
    parts += learnMore
    return parts.joined(separator: "\n\n") + "\n"
  }
}

extension HelpPage {
  /// The commands below the headings of the tool.
  private func sections(of commands: [Command]) -> [String] {
    func rows(_ commands: [Command]) -> [(String, String)] {
      commands.map { ($0.name, $0.summary[language]) }
    }
    guard path.isEmpty, !tool.sections.isEmpty else { return section(Words.commands, rows(commands)) }
    let named = Set(tool.sections.flatMap(\.commands))
    return tool.sections.flatMap { heading, names in
      section(heading, rows(commands.filter { names.contains($0.name) }), like: rows(commands))
    } + section(Words.commands, rows(commands.filter { !named.contains($0.name) }), like: rows(commands))
  }

  private var usage: String {
    let words = UsageLine.words(tool, path, language)
    let start = ([tool.name] + path.map(\.name)).joined(separator: " ")
    let rest = TextWrap.hanging(
      words.joined(separator: " "),
      width: width,
      indent: 3 + DisplayWidth.of(start)
    )
    return "  \(start) \(rest)"
  }

  private var exitCodes: [ExitMeaning] {
    guard let command = path.last, command.action != nil else { return tool.exitCodes }
    return UsageLine.exitCodes(tool, command)
  }

  private var learnMore: [String] {
    let isGroup = path.last?.action == nil
    let name = ([tool.name] + path.map(\.name)).joined(separator: " ")
    let more = isGroup ? [Words.more(name)[language]] : []
    let addresses = tool.learnMore[language].split(separator: "\n").map(String.init)
    let lines = more + addresses
    return lines.isEmpty
      ? []
      : [title(Words.learnMore) + "\n" + lines.map { "  \(wrapped($0, indent: 2))" }.joined(separator: "\n")]
  }

  private func examples(_ examples: [Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    let blocks = examples.map { "  \($0.line)\n      \(wrapped($0.meaning[language], indent: 6))" }
    return [title(Words.examples) + "\n" + blocks.joined(separator: "\n")]
  }

  private func row(_ definition: Definition) -> (String, String) {
    let notes = UsageLine.notes(definition, language)
    let text = definition.help[language]
    let isAligned = definition.names.first?.hasPrefix("--") == true
    return (
      (isAligned ? "    " : "") + definition.spelling,
      notes.isEmpty ? text : Words.noted(text, notes)[language]
    )
  }

  /// A heading with `rows`, whose right sides begin where those of `all` do.
  private func section(
    _ heading: HelpText, _ rows: [(String, String)], like all: [(String, String)]? = nil
  ) -> [String] {
    guard !rows.isEmpty else { return [] }
    let longest =
      (all ?? rows).map { DisplayWidth.of($0.0) }.filter { $0 + 4 <= Self.widestColumn }.max() ?? 0
    let column = longest + 4
    let lines = rows.map { left, right in
      let used = DisplayWidth.of(left) + 2
      let text = wrapped(right, indent: column)
      guard used + 2 <= column else { return "  \(left)\n\(spaces(column))\(text)" }
      return "  \(left)\(spaces(column - used))\(text)"
    }
    return [title(heading) + "\n" + lines.joined(separator: "\n")]
  }

  private func title(_ text: HelpText) -> String {
    let title = text[language] + ":"
    return usesColor ? Style.apply([.bold], to: title) : title
  }

  private func wrapped(_ text: String, indent: Int) -> String {
    TextWrap.hanging(text, width: width, indent: indent)
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
