import OmamoriCore

/// JSON that can be shown on a terminal, whoever wrote what is in it.
enum TerminalJSON {
  /// The value as JSON in which every character that could do something else than appear is an escape.
  ///
  /// The text says the same to a program that reads it: such characters stand in strings only.
  static func text(_ value: JSONValue, _ format: JSONFormat = .compact) -> String {
    var result = ""
    for scalar in value.text(format).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\n": result.unicodeScalars.append(scalar)
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        for unit in String(scalar).utf16 { result += "\\u" + hexadecimal(unit) }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func hexadecimal(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
