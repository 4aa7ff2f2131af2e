/// Makes texts from audited files safe to print: a file's name or content must not steer the reader's terminal.
enum TerminalText {
  /// `text` with line breaks, control characters, bidirectional controls and other invisible characters written out,
  /// such as `\n` and `\u{1B}`.
  static func visible(_ text: String) -> String {
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
