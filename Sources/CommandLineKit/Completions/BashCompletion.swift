/// Writes a completion script for bash 3.2 and later.
///
/// The script walks the words before the cursor as the parser does: it enters commands, skips the values of
/// options (also of `-vf`), counts arguments, and ends options at `--`. bash splits words at `=`, which is
/// undone.
struct BashCompletion {
  let table: CompletionTable

  var script: String {
    let name = table.prefix
    return """
      # Completions of \(table.name) for bash.

      \(name)_takes_value() {
        case $1 in
          \(cases(takingValues)) return 0 ;;
        esac
        return 1
      }

      \(name)_words() {
        local line
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -P "$prefix" -W "$1" -- "$cur")
      }

      \(name)_paths() {
        local line
        # readline itself knows what ~ stands for.
        if [[ $cur == '~'* ]]; then compopt -o default 2>/dev/null; return; fi
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$prefix$line"); done < <(compgen "$1" -- "$cur")
      }

      \(name)() {
        local cur=${COMP_WORDS[COMP_CWORD]} path= expect= ended= prefix= word= letters= count=0 i
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ -n $expect ]]; then
            [[ $word == '=' ]] || expect=
          elif [[ -z $ended && $word == -- ]]; then
            ended=1
          elif [[ -z $ended && $word == --* ]]; then
            if \(name)_takes_value "$path:$word"; then expect=$word; fi
          elif [[ -z $ended && $word == -?* ]]; then
            letters=${word#-}
            while [[ -n $letters ]]; do
              if \(name)_takes_value "$path:-${letters:0:1}"; then
                if [[ ${#letters} -eq 1 ]]; then expect=-$letters; fi
                break
              fi
              letters=${letters:1}
            done
          else
            case "$path/$word" in
              /help) ;;
              \(cases(table.nodes.dropFirst().map { quote($0.path) })) path+=/$word ;;
              *) count=$((count + 1)) ;;
            esac
          fi
        done
        if [[ -n $expect && $cur == '=' ]]; then cur=; fi
        if [[ -z $expect && -z $ended && $cur == --*=* ]]; then
          expect=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
        fi
        if [[ -z $expect && -z $ended && $cur == -* ]]; then
          case $path in
      \(optionCases)
          esac
          return
        fi
        case $path in
          \(repeatedCases)
        esac
        case "$path:${expect:-$count}" in
      \(valueCases)
        esac
      }

      complete -F \(name) \(table.name)

      """
  }
}

extension BashCompletion {
  private var takingValues: [String] {
    let own = table.nodes.flatMap { node in
      node.options.filter(\.takesValue).flatMap(\.names).map { quote("\(node.path):\($0)") }
    }
    return own + table.shared.filter(\.takesValue).flatMap(\.names).map { "*" + quote(":\($0)") }
  }

  private var optionCases: String {
    table.nodes.map { node in
      let names = (node.options + table.shared).flatMap(\.names).joined(separator: " ")
      return "      \(quote(node.path))) \(table.prefix)_words \(quote(names)) ;;"
    }
    .joined(separator: "\n")
  }

  /// An argument that takes all the words that are left has one place in the table.
  private var repeatedCases: String {
    let lines = table.nodes.compactMap { node -> String? in
      guard let index = node.arguments.firstIndex(where: \.isRepeating) else { return nil }
      return "\(quote(node.path))) if ((count > \(index))); then count=\(index); fi ;;"
    }
    return lines.isEmpty ? "*) ;;" : lines.joined(separator: "\n    ")
  }

  private var valueCases: String {
    var lines: [String] = []
    for node in table.nodes {
      if !node.commands.isEmpty {
        let words = quote(node.commandNames.joined(separator: " "))
        lines.append("    \(quote(node.path + ":0"))) \(table.prefix)_words \(words) ;;")
      }
      for (index, argument) in node.arguments.enumerated() {
        guard let action = action(argument.completion) else { continue }
        lines.append("    \(quote("\(node.path):\(index)"))) \(action) ;;")
      }
      for option in node.options where option.takesValue {
        guard let action = action(option.completion) else { continue }
        lines.append("    \(cases(option.names.map { quote("\(node.path):\($0)") })) \(action) ;;")
      }
    }
    for option in table.shared where option.takesValue {
      guard let action = action(option.completion) else { continue }
      lines.append("    \(cases(option.names.map { "*" + quote(":\($0)") })) \(action) ;;")
    }
    return lines.joined(separator: "\n")
  }

  private func action(_ completion: Completion) -> String? {
    switch completion {
    case .none: nil
    case .file: "\(table.prefix)_paths -f"
    case .directory: "\(table.prefix)_paths -d"
    case .words(let words): "\(table.prefix)_words \(quote(words.joined(separator: " ")))"
    case .command: "\(table.prefix)_words \(quote(table.topLevel.joined(separator: " ")))"
    }
  }

  /// The patterns of one branch of `case`; a branch that is never taken when there are none.
  private func cases(_ patterns: [String]) -> String {
    (patterns.isEmpty ? ["' '"] : patterns).joined(separator: "|") + ")"
  }

  private func quote(_ text: String) -> String { ShellQuote.posix(text) }
}
