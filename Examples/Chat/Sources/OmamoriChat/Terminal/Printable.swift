import OmamoriCore

/// Makes words from outside safe to repeat on a terminal.
enum Printable {
  /// `text` in quotes, at most 200 characters of it; what could move the cursor or hide text is written as its number.
  static func quote(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(200) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "'" + result + (text.unicodeScalars.count > 200 ? "…'" : "'")
  }

  /// `text` as ``quote(_:)`` has it, without the quotes.
  static func plain(_ text: String) -> String { String(quote(text).dropFirst().dropLast()) }

  /// A number of bytes as people read it: 999 B, 1.5 MB, 2.0 GB (powers of ten).
  static func size(_ bytes: UInt64) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var (value, unit) = (Double(bytes) / 1000, 0)
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    while value >= 999.95, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  /// JSON in which every character that could do something else than appear is an escape.
  ///
  /// The text says the same to a program that reads it: such characters stand in strings only.
  static func json(_ value: JSONValue, _ format: JSONFormat = .compact) -> String {
    var result = ""
    for scalar in value.text(format).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\n": result.unicodeScalars.append(scalar)
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: true)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
