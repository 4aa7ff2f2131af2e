/// Writes one manual page.
struct ManualWriter {
  let tool: CommandLineTool
  let path: [Command]
  let language: HelpLanguage

  var text: String {
    let page = ([tool.name] + path.map(\.name)).joined(separator: "-")
    var lines = [
      ".Dd \(tool.released.mdoc)", ".Dt \(Mdoc.argument(page.uppercased())) 1",
      ".Os", ".Sh NAME", ".Nm \(Mdoc.argument(page))",
      ".Nd \(Mdoc.text((path.last?.summary ?? tool.summary)[language]))", ".Sh SYNOPSIS",
    ]
    lines += synopsis
    lines += [".Sh DESCRIPTION"] + description
    lines += environment
    lines += exitCode
    lines += examples
    lines += seeAlso
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ManualWriter {
  private var visible: [Definition] { (path.last?.definitions ?? []).filter { !$0.isHidden } }
  private var shared: [Definition] { tool.shared.definitions.filter { !$0.isHidden } }
  private var isGroup: Bool { path.last?.action == nil }
  private var commands: [Command] { (path.last?.commands ?? tool.commands).filter { !$0.isHidden } }

  private var synopsis: [String] {
    let name = ".Nm \(Mdoc.argument(([tool.name] + path.map(\.name)).joined(separator: " ")))"
    if isGroup { return [name, ".Ar command", ".Op Ar options"] }
    let options = visible.filter { !$0.isArgument }.map { definition in
      (definition.isRequired ? "." : ".Op ") + flags(definition, [definition.displayName])
    }
    let arguments = visible.filter(\.isArgument).map { definition in
      (definition.isRequired ? ".Ar " : ".Op Ar ") + Mdoc.argument(definition.value)
        + (definition.isRepeating ? " ..." : "")
    }
    return [name] + options + arguments
  }

  private var description: [String] {
    let discussion = (path.last?.discussion ?? tool.discussion)[language]
    let summary = (path.last?.summary ?? tool.summary)[language] + (language == .en ? "." : "。")
    var lines = [Mdoc.text(discussion.isEmpty ? summary : summary + "\n" + discussion)]
    lines += list(Words.commands, commands.map { ("Cm \(Mdoc.argument($0.name))", $0.summary[language]) })
    lines += list(Words.arguments, visible.filter(\.isArgument).map(item))
    lines += list(Words.options, visible.filter { !$0.isArgument }.map(item))
    let builtIn = [("Fl h , Fl -help", Words.help), ("Fl -version", Words.version)].map {
      ($0.0, $0.1[language])
    }
    return lines + list(Words.sharedOptions, shared.map(item) + builtIn)
  }

  private var environment: [String] {
    let rows = (visible + shared).compactMap { definition in
      definition.environment.map {
        ("Ev \(Mdoc.argument($0))", Words.stands(for: definition.displayName)[language])
      }
    }
    let fixed = [("Ev NO_COLOR", Words.noColor[language])]
    return [".Sh ENVIRONMENT"] + tagged(rows + fixed)
  }

  private var exitCode: [String] {
    let meanings =
      path.last.map { isGroup ? tool.exitCodes : UsageLine.exitCodes(tool, $0) } ?? tool.exitCodes
    guard !meanings.isEmpty else { return [] }
    return [".Sh EXIT STATUS"] + tagged(meanings.map { (String($0.code.rawValue), $0.meaning[language]) })
  }

  private var examples: [String] {
    let examples = path.last?.examples ?? tool.examples
    guard !examples.isEmpty else { return [] }
    let blocks = examples.map { example in
      Mdoc.text(example.meaning[language]) + "\n.Bd -literal -offset indent\n"
        + Mdoc.literal(example.line) + "\n.Ed"
    }
    return [".Sh EXAMPLES", blocks.joined(separator: "\n.Pp\n")]
  }

  private var seeAlso: [String] {
    let here = [tool.name] + path.map(\.name)
    let above = path.isEmpty ? [] : [Array(here.dropLast())]
    let names = (above + commands.map { here + [$0.name] }).map { $0.joined(separator: "-") }.sorted()
    let references = names.enumerated().map { index, name in
      ".Xr \(Mdoc.argument(name)) 1" + (index < names.count - 1 ? " ," : "")
    }
    let more = tool.learnMore[language]
    let links = more.isEmpty ? [] : (references.isEmpty ? [] : [".Pp"]) + [Mdoc.text(more)]
    return references.isEmpty && links.isEmpty ? [] : [".Sh SEE ALSO"] + references + links
  }

  private func list(_ title: HelpText, _ rows: [(String, String)]) -> [String] {
    rows.isEmpty ? [] : [".Ss \(Mdoc.argument(title[language]))"] + tagged(rows)
  }

  private func tagged(_ rows: [(String, String)]) -> [String] {
    [".Bl -tag -width Ds"] + rows.map { ".It \($0.0)\n\(Mdoc.text($0.1))" } + [".El"]
  }

  private func item(_ definition: Definition) -> (String, String) {
    let notes = UsageLine.notes(definition, language)
    let text = definition.help[language]
    let full = notes.isEmpty ? text : Words.noted(text, notes)[language]
    return (
      definition.isArgument ? "Ar \(Mdoc.argument(definition.value))" : flags(definition, definition.names),
      full
    )
  }

  private func flags(_ definition: Definition, _ names: [String]) -> String {
    let isBare = definition.value.isEmpty
    let value =
      definition.takesValue
      ? " Ar \(Mdoc.argument(definition.value))"
      : isBare ? "" : " Ns Op Ns = Ns Ar \(Mdoc.argument(definition.value)) Ns"
    return names.map { "Fl \($0.dropFirst())" }.joined(separator: " , ") + value
  }
}
