/// Quoting for the shells.
enum ShellQuote {
  /// `text` as one word for bash and zsh.
  static func posix(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// `text` as one word for fish.
  static func fish(_ text: String) -> String {
    "'" + escape(text, "\\'") + "'"
  }

  /// `text` with a backslash before each of `characters`.
  static func escape(_ text: String, _ characters: String) -> String {
    text.reduce(into: "") { result, character in
      if characters.contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
