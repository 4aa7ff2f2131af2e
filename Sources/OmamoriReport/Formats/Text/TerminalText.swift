/// Makes texts from audited files safe to print: a file's name or content must not steer the reader's terminal, nor the
/// service that runs the audit and reads commands such as `::error::` and `##[error]` from what programs print.
enum TerminalText {
  /// `text` with line breaks, control characters, bidirectional controls and other invisible characters written out,
  /// such as `\n` and `\u{1B}`, and the marks of commands so that they are none.
  static func visible(_ text: String) -> String { withoutCommands(withoutControls(text)) }

  /// A command begins with `::` at the start of a line, or with `##[` or `##vso[` anywhere.
  ///
  /// Services look for it scalar by scalar and pass over blanks of every kind and what nobody sees, so marks that stand
  /// on a sign or between two must not hide it.
  private static func withoutCommands(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "#")) || text.utf8.contains(UInt8(ascii: ":")) else { return text }
    let seen = text.unicodeScalars.filter { !isPassedOver($0) }
    let commands = places(ofCommandsIn: Array(seen))
    guard !commands.isEmpty else { return text }
    var result = String.UnicodeScalarView()
    var place = 0
    for scalar in text.unicodeScalars {
      let escapes = !isPassedOver(scalar) && commands.contains(place)
      result.append(
        contentsOf: escapes
          ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
          : String(scalar).unicodeScalars)
      if !isPassedOver(scalar) { place += 1 }
    }
    return String(result)
  }

  /// Where a scalar has to be written out so that no command is left.
  private static func places(ofCommandsIn scalars: [Unicode.Scalar]) -> Set<Int> {
    var places: Set<Int> = []
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.count
    if scalars[start...].starts(with: "::".unicodeScalars) { places.insert(start) }
    for index in scalars.indices.dropFirst() where scalars[index] == "#" && scalars[index - 1] == "#" {
      let rest = String(String.UnicodeScalarView(scalars[(index + 1)...].prefix(4))).lowercased()
        .unicodeScalars
      if rest.first == "[" || rest.starts(with: "vso[".unicodeScalars) { places.insert(index) }
    }
    return places
  }

  private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint
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
