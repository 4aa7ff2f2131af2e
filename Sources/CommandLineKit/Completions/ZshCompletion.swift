/// Writes a completion script for zsh: one function a command, made of `_arguments` specifications.
struct ZshCompletion {
  let table: CompletionTable
  let language: HelpLanguage

  var script: String {
    let functions = table.nodes.map { $0.commands.isEmpty ? leaf($0) : group($0) }
    return """
      #compdef \(table.name)
      # Completions of \(table.name) for zsh.

      \(functions.joined(separator: "\n"))
      if [[ $funcstack[1] == \(table.prefix) ]]; then
        \(table.prefix) "$@"
      else
        compdef \(table.prefix) \(table.name)
      fi

      """
  }
}

extension ZshCompletion {
  private func function(_ path: String) -> String {
    table.prefix + String(path.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private func leaf(_ node: CompletionTable.Node) -> String {
    let specs = (node.options + table.shared).map(option) + node.arguments.map(argument)
    return """
      \(function(node.path))() {
        _arguments -s -S \(lines(specs))
      }

      """
  }

  private func group(_ node: CompletionTable.Node) -> String {
    let list = node.commands.map { quote("\($0.name):\(describe($0.summary))") }
    let help = node.path.isEmpty ? [quote("help:\(describe(Words.help))")] : []
    let branches = node.commands.map { "\($0.name)) \(function("\(node.path)/\($0.name)")) && result=0 ;;" }
    let recursion = node.path.isEmpty ? ["help) \(table.prefix) && result=0 ;;"] : []
    let specs = table.shared.map(option) + ["'1: :->command'", "'*:: :->rest'"]
    return """
      \(function(node.path))() {
        local curcontext=$curcontext state line result=1
        local -A opt_args
        _arguments -C -s -S \(lines(specs)) && result=0
        case $state in
          command)
            local -a commands=(
              \((list + help).joined(separator: "\n        "))
            )
            _describe -t commands command commands && result=0 ;;
          rest)
            case $words[1] in
              \((branches + recursion).joined(separator: "\n        "))
            esac ;;
        esac
        return result
      }

      """
  }

  private func option(_ definition: Definition) -> String {
    let help = "[\(describe(definition.help))]"
    let value = definition.takesValue ? ":\(definition.value):\(action(definition.completion))" : ""
    let names = definition.names.map { name in
      !definition.takesValue ? name : name.hasPrefix("--") ? name + "=" : name + "+"
    }
    let exclusion = definition.isRepeating ? "*" : "(\(definition.names.joined(separator: " ")))"
    guard names.count > 1 else { return quote(exclusion + (names.first ?? "") + help + value) }
    return quote(exclusion) + "{" + names.joined(separator: ",") + "}" + quote(help + value)
  }

  private func argument(_ definition: Definition) -> String {
    let start = definition.isRepeating ? "*:" : definition.isRequired ? ":" : "::"
    return quote("\(start)\(definition.value):\(action(definition.completion))")
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .file: "_files"
    case .directory: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .command: "(\(table.topLevel.joined(separator: " ")))"
    }
  }

  private func describe(_ text: HelpText) -> String { ShellQuote.escape(text[language], "\\[]:") }
  private func lines(_ specs: [String]) -> String { "\\\n    " + specs.joined(separator: " \\\n    ") }
  private func quote(_ text: String) -> String { ShellQuote.posix(text) }
}
