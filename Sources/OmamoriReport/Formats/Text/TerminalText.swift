/// Makes texts from audited files safe to print: a file's name or content must not steer the reader's terminal, nor the
/// service that runs the audit and reads commands such as `::error::` and `##[error]` from what programs print.
enum TerminalText {
  /// `text` with line breaks, control characters, bidirectional controls and other invisible characters written out,
  /// such as `\n` and `\u{1B}`, and the marks of commands so that they are none.
  static func visible(_ text: String) -> String { withoutCommands(withoutControls(text)) }

  /// A command begins with `::` at the start of a line, or with `##[` or `##vso[` anywhere.
  private static func withoutCommands(_ text: String) -> String {
    var text = text
    for mark in ["[", "vso["] where text.contains("##" + mark) {
      text = text.replacing("##" + mark, with: "#\\u{23}" + mark)
    }
    let blank = text.prefix { $0 == " " }
    return text.dropFirst(blank.count).hasPrefix("::")
      ? blank + "\\u{3A}" + text.dropFirst(blank.count + 1) : text
  }

  private static func withoutControls(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isUnsafe(scalar) else {
        result.append(scalar)
        continue
      }
      switch scalar {
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
      }
    }
    return String(result)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if ("\u{20}"..."\u{7E}").contains(scalar) { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
    // The two joiners shape letters and emoji and are wanted; every other format character only hides or reorders.
    case .format: return scalar != "\u{200C}" && scalar != "\u{200D}"
    default: return false
    }
  }
}
