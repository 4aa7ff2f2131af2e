/// Escapes text for mdoc(7).
enum Mdoc {
  /// `text` as lines of running text, with nothing taken for a macro.
  ///
  /// Each sentence is on a line of its own; paragraphs are parted by `.Pp`.
  static func text(_ text: String) -> String {
    text.split(separator: "\n").map { paragraph in
      sentences(escape(String(paragraph))).map { starts(withControl: $0) ? "\\&" + $0 : $0 }
        .joined(separator: "\n")
    }
    .joined(separator: "\n.Pp\n")
  }

  /// `text` as lines that are shown as they are.
  static func literal(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let line = escape(String(line))
      return starts(withControl: line) ? "\\&" + line : line
    }
    .joined(separator: "\n")
  }

  /// `text` as one argument of a macro.
  static func argument(_ text: String) -> String {
    let escaped = escape(text).reduce(into: "") { $0 += $1 == "\"" ? "\\(dq" : String($1) }
    // `\&` keeps a word such as `Ar` or `.` from being taken for a macro or punctuation.
    return escaped.contains(" ") ? "\"\(escaped)\"" : "\\&\(escaped)"
  }

  private static func escape(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "\\" ? "\\e" : String($1) }
  }

  private static func starts(withControl line: String) -> Bool { line.hasPrefix(".") || line.hasPrefix("'") }

  /// Cuts after full stops, question and exclamation marks that a space follows.
  private static func sentences(_ text: String) -> [String] {
    var result = [""]
    for word in text.split(separator: " ") {
      let last = result[result.count - 1]
      result[result.count - 1] = last.isEmpty ? String(word) : last + " " + word
      if let end = word.last, ".?!".contains(end) { result.append("") }
    }
    return result.filter { !$0.isEmpty }
  }
}
