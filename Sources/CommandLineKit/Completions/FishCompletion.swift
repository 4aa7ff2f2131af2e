/// Writes a completion script for fish: one `complete` line a word, each with the place where it applies.
struct FishCompletion {
  let table: CompletionTable
  let language: HelpLanguage

  var script: String {
    var lines: [String] = []
    for node in table.nodes {
      let place = condition(node.path)
      for command in node.commands { lines.append(word(command.name, command.summary, at: place + " 0")) }
      if node.path.isEmpty { lines.append(word("help", Words.help, at: place + " 0")) }
      for (index, argument) in node.arguments.enumerated() {
        guard let values = values(argument.completion) else { continue }
        let position = argument.isRepeating ? "\(index)+" : "\(index)"
        lines.append("complete -c \(table.name) -n '\(place) \(position)' \(values)")
      }
      lines += node.options.map { option($0, at: " -n '\(place)'") }
    }
    lines += table.shared.map { option($0, at: "") }
    return """
      # Completions of \(table.name) for fish.

      \(functions)
      complete -c \(table.name) -f
      \(lines.joined(separator: "\n"))

      """
  }
}

extension FishCompletion {
  /// `…_at PATH [INDEX]`: whether the cursor is at this command, and at this argument of it.
  private var functions: String {
    let name = "_" + table.prefix
    let paths = table.nodes.dropFirst().map { quote($0.path) }.joined(separator: " ")
    return """
      function \(name)_takes_value
        switch $argv[1]
          case \(takingValues)
            return 0
        end
        return 1
      end

      function \(name)_at
        set -l words (commandline -opc)
        set -e words[1]
        set -l path ''
        set -l count 0
        set -l expect 0
        set -l ended 0
        for word in $words
          if test $expect = 1
            set expect 0
            continue
          end
          if test $ended = 0
            switch $word
              case '--'
                set ended 1
                continue
              case '--*=*'
                continue
              case '--*'
                \(name)_takes_value "$path:$word"; and set expect 1
                continue
              case '-'
              case '-*'
                set -l letters (string split '' -- (string sub -s 2 -- $word))
                while set -q letters[1]
                  if \(name)_takes_value "$path:-$letters[1]"
                    set -q letters[2]; or set expect 1
                    break
                  end
                  set -e letters[1]
                end
                continue
            end
          end
          switch "$path/$word"
            case /help
            case \(paths.isEmpty ? "' '" : paths)
              set path "$path/$word"
            case '*'
              set count (math $count + 1)
          end
        end
        test "$path" = "$argv[1]"; or return 1
        set -q argv[2]; or return 0
        if string match -q '*+' -- $argv[2]
          test $count -ge (string trim -c + -- $argv[2])
        else
          test $count -eq $argv[2]
        end
      end

      """
  }

  private var takingValues: String {
    let own = table.nodes.flatMap { node in
      node.options.filter(\.takesValue).flatMap(\.names).map { quote("\(node.path):\($0)") }
    }
    let shared = table.shared.filter(\.takesValue).flatMap(\.names).map { quote("*:\($0)") }
    return own.isEmpty && shared.isEmpty ? "' '" : (own + shared).joined(separator: " ")
  }

  private func condition(_ path: String) -> String { "_\(table.prefix)_at \"\(path)\"" }

  private func word(_ name: String, _ summary: HelpText, at place: String) -> String {
    "complete -c \(table.name) -n '\(place)' -a \(quote(name)) -d \(quote(summary[language]))"
  }

  private func option(_ definition: Definition, at place: String) -> String {
    let names = definition.names.map { name in
      name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
    }
    let value = definition.takesValue ? " " + (values(definition.completion) ?? "-x") : ""
    return "complete -c \(table.name)\(place) \(names.joined(separator: " "))\(value) "
      + "-d \(quote(definition.help[language]))"
  }

  private func values(_ completion: Completion) -> String? {
    switch completion {
    case .none: nil
    case .file: "-r -F"
    case .directory: "-x -a '(__fish_complete_directories)'"
    case .words(let words): "-x -a \(quote(words.joined(separator: " ")))"
    case .command: "-x -a \(quote(table.topLevel.joined(separator: " ")))"
    }
  }

  private func quote(_ text: String) -> String { ShellQuote.fish(text) }
}
