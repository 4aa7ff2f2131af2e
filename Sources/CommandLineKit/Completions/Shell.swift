/// The shells that completions can be written for.
public enum Shell: String, CaseIterable, Sendable, Hashable, CommandLineValue {
  /// GNU bash 3.2 or later.
  case bash
  /// Z shell 5 or later.
  case zsh
  /// fish 3 or later.
  case fish
}

extension CommandLineTool {
  /// A completion script for `shell`, written from the same table the parser reads.
  ///
  /// - Parameters:
  ///   - shell: The shell that will read the script.
  ///   - language: The language of the descriptions that zsh and fish show.
  /// - Returns: The script, to be saved in a file or read with `eval`.
  public func completionScript(for shell: Shell, language: HelpLanguage = .en) -> String {
    let table = CompletionTable(self)
    return switch shell {
    case .bash: BashCompletion(table: table).script
    case .zsh: ZshCompletion(table: table, language: language).script
    case .fish: FishCompletion(table: table, language: language).script
    }
  }
}
