package import CommandLineKit
package import OmamoriCore

/// JSON that can be shown on a terminal, whoever wrote what is in it.
package enum TerminalJSON {
  /// The value as JSON in which every character that could do something else than appear is an escape.
  ///
  /// The text says the same to a program that reads it: such characters stand in strings only.
  package static func text(_ value: JSONValue, _ format: JSONFormat = .compact) -> String {
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

/// A text that may be shown on a terminal.
package enum TerminalText {
  /// The text, unless a character of it would do something else than appear.
  package static func text(_ bytes: SharedSecretBytes) -> String? {
    // because the buffer stays inside the closure
    let text = bytes.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
    }
    let isHarmless = text?.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n" || scalar == "\t"
      case .format, .unassigned, .privateUse: false
      default: true
      }
    }
    return isHarmless == true ? text : nil
  }
}

/// Rows of words as columns, however wide the characters are.
package enum TextColumns {
  /// One line a row; a column in which nothing stands is left out.
  package static func text(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(plain) }
    let widths = (0..<(rows.first?.count ?? 0)).map { (column: Int) -> Int in
      rows.map { (row: [String]) -> Int in DisplayWidth.of(row[column]) }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() where widths[column] > 0 {
        line += text + String(repeating: " ", count: widths[column] - DisplayWidth.of(text) + 2)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// A word without anything that could move the cursor.
  private static func plain(_ text: String) -> String { String(Printable.quote(text).dropFirst().dropLast()) }
}

extension Printable {
  /// As ``quote(_:)``, without the quotation marks.
  package static func plain(_ text: String) -> String { String(quote(text).dropFirst().dropLast()) }
}
